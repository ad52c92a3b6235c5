"""Check `proofs`: the checker accepts the record, and refuses every mutant of it with the broken step named.

A record moved to another world, trace or effect, under the id that this gives it, is *equivalent* when the
oracles find the same truth there.
"""

from __future__ import annotations

from ....instances.errors import CertwrightError
from ....instances.records import Instance, Json
from ...checking import check
from ..finding import Result
from .mutants import moved, mutants
from .subject import ReactiveSubject


def proofs(subject: ReactiveSubject) -> Result:
    """Put the record and its mutants to the checker."""
    result = Result.of(subject.instance, "proofs")
    result.probe(subject.refused is None)
    if subject.refused is not None:
        result.fault(f"the checker refuses the record: {subject.refused}")
        return result
    for name, mutant in mutants(subject):
        _enter(result, name, check(mutant).failed, equivalent=False)
    for name, mutant in moved(subject):
        refusal = check(mutant).failed
        same = None if refusal else _true_there(mutant)
        if refusal is None and same is None:
            result.counts["open"] += 1
        else:
            _enter(result, name, refusal, equivalent=bool(same))
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


def _true_there(mutant: Instance) -> bool | None:
    """Whether the oracles find the same truth there; None when they leave some of it open."""
    from ...label import label

    try:
        labelled = label(mutant)
    except CertwrightError:
        return False
    decided = labelled.grades is not None and not labelled.grades.undecided
    return statement(labelled.truth or {}) == statement(mutant.truth or {}) if decided else None


def statement(truth: Json) -> Json:
    """What a truth says of its question: not which example it gives, nor in what order."""
    said = dict(truth)
    if "example" in said:
        said["example"] = said["example"] is not None
    if said.get("cnf"):
        said["cnf"] = sorted(said["cnf"])
    return said
