"""What a landmark record claims, and what discharges it.

A landmark is a fact that every plan makes true at some time, the initial state included; it is non-trivial
when it is true neither initially nor in the goal (Porteous, Sebastia and Hoffmann, 2001).  A listed fact
needs a proof that the goal is out of reach without adding it (`relaxed`, `invariant`, `exploration`); any
other non-trivial fact of the closure needs a plan that never makes it true; facts outside the closure are
true in no state of any plan, so one plan discharges them all.

A question about one fact (bool, mcq) is about landmarks, trivial or not: a fact of the initial state or of
the goal holds along every plan, so the answer is yes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...domains.planning.atoms import text
from ...instances.errors import CertificateError
from .bodies import Name, ascending, read
from .knowledge import Knowledge
from .ledger import Ledger
from .reachability import check_none
from .world import read_name

Json = dict[str, Any]


class Landmarks(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="landmarks"):
    """The truth record."""

    items: list[Name]
    undecided: list[Name]
    none: bool | None


class FactQuery(msgspec.Struct):
    """One item."""

    fact: Name


def land(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """Every non-trivial fact of the closure is on the right side."""
    stated, model = read("truth", Landmarks, truth), knowledge.model
    items, undecided = frozenset(stated.items), frozenset(stated.undecided)
    trivial = model.init | (model.goal or 0)
    candidates = [name for name in model.positive if not trivial >> model.bit[name] & 1]
    ascending("truth items", stated.items)
    ascending("truth undecided", stated.undecided)
    if items & undecided:
        raise CertificateError(f"truth: {min(items & undecided)} is both listed and undecided")
    for name in (*stated.items, *stated.undecided):
        if name not in model.bit or name not in candidates:
            raise CertificateError(f"truth: {name} is no non-trivial fact of the closure")
    for name in candidates:
        if name not in undecided:
            ledger.claim(f"{name} is a landmark", name in items, knowledge.landmark(1 << model.bit[name]))
    solvable = knowledge.solvable()
    if solvable is False:
        raise CertificateError("truth: landmarks of a state from which the goal is proven to be unreachable")
    ledger.claim("facts outside the closure are no landmarks, for there is a plan", True, solvable)
    ledger.undecided += len(undecided)
    check_none(stated.none, bool(items), undecided)


def land_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether every plan makes the fact true at some time."""
    fact = read_name(read("query", FactQuery, query).fact)
    problem, model = knowledge.world.problem, knowledge.model
    if fact in problem.init or fact in problem.goal:
        return True
    if text(fact) not in model.bit:
        return False if knowledge.cost is not None else None
    return knowledge.landmark(1 << model.bit[text(fact)])
