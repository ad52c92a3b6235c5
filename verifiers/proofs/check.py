"""The check of one instance: its id, its certificates, its claims, its grades, its gold answer.

The order is: recompute the id (a question whose world or query was exchanged has another); replay every
certificate (the first broken step refuses the instance); discharge every claim of the truth record from what
they establish; compare the totals with the grades; judge the gold answer.  Nothing here raises: what is
refused, malformed or too large becomes a report that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ...instances.canonical import encode, sealed
from ...instances.errors import CertificateError, CertwrightError
from ...instances.records import Certificate, Grades, Instance
from . import closure, distances, evaluation, exploration, gold, invariant, lower_bound, plans, relaxed, runs
from .knowledge import Knowledge
from .obligations import discharge
from .world import World

MAX_BYTES = 65_536
"""The most bytes of canonical JSON that one certificate may have."""
MAX_CERTIFICATES = 4096

FAMILIES: dict[str, str] = {
    "gridworld": ".gridworld.check",
    "reactive": ".reactive.check",
    "timetravel": ".timetravel.check",
}
"""Where the checkers of the families other than planning stand: ``check(instance) -> Report``."""

KINDS: dict[str, Callable[[Knowledge, str, Any], None]] = {
    "evaluation": evaluation.check,
    "runs": runs.check,
    "closure": closure.check,
    "relaxed": relaxed.check,
    "plans": plans.check,
    "exploration": exploration.check,
    "distances": distances.check,
    "lower_bound": lower_bound.check,
}
"""Each kind's rule; `invariant` stands apart, for its certificates are checked together."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one instance: ``failed`` names the first broken step; the rest counts claims."""

    instance_id: str
    ok: bool
    failed: str | None = None
    certified: int = 0
    engine_proven: int = 0
    undecided: int = 0
    unverified: int = 0


def check(instance: Instance) -> Report:
    """Check one instance; never raises."""
    try:
        return _check(instance)
    except CertwrightError as error:
        failed = str(error)
    except Exception as error:  # hostile input may break anything; whatever it breaks is refused
        failed = f"malformed record: {type(error).__name__}: {error}"
    return Report(instance.id, False, failed[:2000])


def _check(instance: Instance) -> Report:
    if not sealed(instance):
        raise CertificateError("id: the question is not the one that the id names")
    if instance.family in FAMILIES:
        return import_module(FAMILIES[instance.family], __package__).check(instance)  # type: ignore[no-any-return]
    if not instance.world:
        return _without_world(instance)
    if instance.truth is None or instance.grades is None:
        raise CertificateError("the instance is not labelled: it has no truth or no grades")
    knowledge = Knowledge(_world(instance.world))
    replay(knowledge, instance.certificates)
    ledger = discharge(knowledge, instance, instance.truth)
    ledger.settle(instance.grades)
    gold.check(knowledge, instance, instance.truth)
    return Report(instance.id, True, None, ledger.proven, len(ledger.unbacked), ledger.undecided)


def _without_world(instance: Instance) -> Report:
    """An imported boolean or multiple-choice question: nothing can be checked, and nothing may be claimed."""
    grades = instance.grades or Grades(unverified=1)
    if (
        instance.form not in ("bool", "mcq")
        or instance.certificates
        or grades.certified
        or grades.engine_proven
    ):
        raise CertificateError("world: without one nothing can be certified")
    return Report(instance.id, True, unverified=1)


def _world(record: dict[str, Any]) -> World:
    domain, problem = record.get("domain"), record.get("problem")
    if record.get("kind") != "pddl" or not isinstance(domain, str) or not isinstance(problem, str):
        raise CertificateError("world: not a PDDL pair {kind: pddl, domain, problem}")
    return World(domain, problem)


def replay(knowledge: Knowledge, certificates: tuple[Certificate, ...]) -> None:
    """Check every certificate; CertificateError names the first broken step of the first that is broken."""
    if len(certificates) > MAX_CERTIFICATES:
        raise CertificateError(f"{len(certificates)} certificates, the limit is {MAX_CERTIFICATES}")
    kinds = [certificate.kind for certificate in certificates]
    invariants: list[tuple[str, Any]] = []
    for number, certificate in enumerate(certificates):
        kind = certificate.kind
        what = kind if kinds.count(kind) == 1 else f"{kind} {kinds[:number].count(kind)}"
        if len(encode(certificate.body)) > MAX_BYTES:
            raise CertificateError(f"{what}: larger than {MAX_BYTES} bytes")
        if kind == "invariant":
            invariants.append((what, certificate.body))
        elif kind in KINDS:
            KINDS[kind](knowledge, what, certificate.body)
        else:
            raise CertificateError(f"{what}: no such kind of certificate")
    invariant.check_all(knowledge, invariants)
