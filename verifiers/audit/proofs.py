"""Check `proofs`: the checker accepts the record, and refuses every mutant of its truth and certificates.

Mutants of the record (`truth_operators`) and of single certificates (`certificate_operators`) are put to the
checker, which must refuse each with the first broken step named.  One that it accepts is *equivalent* when
the truth is unchanged, the certificate states nothing false, and every claim is still discharged: what was
taken away was not needed.  Any other is a survivor, and a fault.

Exchanging the world and giving the record the id of its new content makes another question; where the checker
accepts that, the oracles must find the same truth there.
"""

from __future__ import annotations

import msgspec

from ...instances.canonical import seal
from ...instances.records import Instance
from ..checking import check as checked
from ..proofs.refused import RefusedError
from . import certificate_operators, truth_operators
from .finding import Result
from .subject import Subject

CHECK = "proofs"


def check(subject: Subject) -> Result:
    """Put the record and its mutants to the checker."""
    instance, result = subject.instance, Result.of(subject.instance, CHECK)
    if not instance.world or instance.truth is None:
        result.counts["unverified"] += not instance.world
        return result
    result.probe(subject.refused is None)
    if subject.refused is not None:
        result.fault(f"the checker refuses the record: {subject.refused}")
        return result
    claims = subject.report(instance, subject.knowledge).claims
    unbacked = [claim.sentence for claim in claims if not claim.proven]
    result.counts["unbacked claims"] += len(unbacked)
    for name, mutant in truth_operators.mutants(subject, unbacked):
        _enter(result, name, subject.refusal(mutant, subject.knowledge), equivalent=False)
    for change in certificate_operators.mutants(subject):
        _try(subject, result, change)
    _other_world(subject, result)
    return result


def _enter(result: Result, name: str, refusal: str | None, *, equivalent: bool) -> None:
    """Count the fate of a mutant; a refusal must name a step, not the checker's own collapse."""
    named = bool(refusal) and not str(refusal).startswith("malformed record: ")
    fate = "killed" if refusal else "equivalent" if equivalent else "survived"
    result.probe(named or (refusal is None and equivalent), fate, f"{name}: {fate}")
    if fate == "survived":
        result.fault(f"the checker accepts a mutant ({name})", operator=name)
    elif refusal and not named:
        result.fault(f"the checker refuses a mutant ({name}) without naming a step: {refusal}", operator=name)


def _try(subject: Subject, result: Result, change: certificate_operators.Mutant) -> None:
    """Replay the mutated certificate, alone at first; with all the others when it holds by itself."""
    instance = subject.instance
    rest = [one for place, one in enumerate(instance.certificates) if place != change.place]
    if change.certificate is not None:
        kind = change.certificate.kind
        beside = [one for one in rest if one.kind == kind] if kind == "invariant" else []
        try:
            subject.established((change.certificate, *beside))
        except RefusedError as error:
            _enter(result, change.name, str(error), equivalent=False)
            return
        rest.insert(change.place, change.certificate)
    if any(certificate_operators.heavy(one) for one in rest):
        result.counts["not tried: heavy"] += 1
        return
    mutant = msgspec.structs.replace(instance, certificates=tuple(rest))
    _enter(result, change.name, subject.refusal(mutant), equivalent=not change.false)


def _other_world(subject: Subject, result: Result) -> None:
    other = subject.case.other_world
    if other is None:
        return
    mutant = seal(msgspec.structs.replace(subject.instance, world=other))
    refusal = checked(mutant).failed
    same = None if refusal else _true_there(mutant)
    if refusal is None and same is None:
        result.counts["open"] += 1
    else:
        _enter(result, "another world and its id", refusal, equivalent=bool(same))


def _true_there(mutant: Instance) -> bool | None:
    """Whether the oracles find the same truth in the other world; None when they leave some of it open."""
    from ..label import label
    from ..planning.effort import Effort

    labelled = label(mutant, Effort(engine="search"))
    decided = labelled.grades is not None and not labelled.grades.undecided
    return labelled.truth == mutant.truth if decided else None
