"""What a closed-world record of reach and areach claims, and what discharges it.

Every legal item is on one of three sides: listed, undecided, or (all others) the other side.  An item inside
the delete-relaxed closure is discharged one by one: reachable by a run or plan that visits it, unreachable
by a cube or by the explored space.  Items outside the closure are unreachable by the `closure` certificate;
there may be too many to enumerate, so they are counted: legal items minus legal items inside.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec

from ...domains.planning.atoms import parse, text
from ...domains.planning.language import Legality
from ...instances.errors import CertificateError
from .bodies import Name, ascending, read
from .knowledge import Knowledge
from .ledger import Ledger
from .world import read_name

Json = dict[str, Any]


class ClosedWorld(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="closed_world"):
    """The truth record."""

    listed: Literal["reachable", "unreachable"]
    items: list[Name]
    undecided: list[Name]
    none: bool | None

    def reachable(self, name: str) -> bool | None:
        """What the record says of a legal item."""
        if name in self.undecided:
            return None
        return (name in self.items) == (self.listed == "reachable")


class FactsQuery(msgspec.Struct):
    """One item of reach: a conjunction."""

    facts: Annotated[list[Name], msgspec.Meta(max_length=1000)]


class ActionQuery(msgspec.Struct):
    """One item of areach."""

    action: Name


def reach(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """Every legal fact is on the right side."""
    model, language = knowledge.model, knowledge.world.language
    inside = {
        name: knowledge.can_hold(1 << model.bit[name])
        for name in model.positive
        if language.fact(parse(name)) is Legality.LEGAL
    }
    _sides(knowledge, read("truth", ClosedWorld, truth), inside, language.fact_count(), "fact", ledger)


def areach(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """Every legal action is on the right side."""
    inside = {move.name: knowledge.move_reachable(move) for move in knowledge.model.moves}
    count = knowledge.world.language.action_count()
    _sides(knowledge, read("truth", ClosedWorld, truth), inside, count, "action", ledger)


def reach_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether some reachable state contains all the facts; static ones keep their value."""
    world, fluent = knowledge.world, []
    for fact in map(read_name, read("query", FactsQuery, query).facts):
        if fact and fact[0] in world.fluents:
            fluent.append(text(fact))
        elif fact not in world.static:
            return False
    mask = knowledge.model.mask(fluent)
    return knowledge.outside() if mask is None else knowledge.can_hold(mask)


def areach_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether the action is applicable in some reachable state."""
    move = knowledge.model.move.get(text(read_name(read("query", ActionQuery, query).action)))
    return knowledge.outside() if move is None else knowledge.move_reachable(move)


def _sides(
    knowledge: Knowledge,
    truth: ClosedWorld,
    inside: dict[str, bool | None],
    legal: int,
    noun: str,
    ledger: Ledger,
) -> None:
    """Discharge the items inside the closure one by one, those outside by counting."""
    items, undecided = frozenset(truth.items), frozenset(truth.undecided)
    ascending("truth items", truth.items)
    ascending("truth undecided", truth.undecided)
    if items & undecided:
        raise CertificateError(f"truth: {min(items & undecided)} is both listed and undecided")
    outside = [name for name in (*truth.items, *truth.undecided) if name not in inside]
    for name in outside:
        if not legal_item(knowledge, name, noun):
            raise CertificateError(f"truth: {name} is no legal {noun}")
    listed_reachable = truth.listed == "reachable"
    for name, known in inside.items():
        if name not in undecided:
            ledger.claim(f"{name} is reachable", (name in items) is listed_reachable, known)
    if listed_reachable and any(name in items for name in outside):
        name = next(name for name in outside if name in items)
        raise CertificateError(f"truth: {name} is listed as reachable, but lies outside the closure")
    if not listed_reachable and len(outside) < legal - len(inside):
        raise CertificateError(
            f"truth: {legal - len(inside)} legal {noun}s lie outside the closure, {len(outside)} are listed"
        )
    ledger.claim(
        f"{noun}s outside the closure are unreachable", True, None if knowledge.outside() is None else True
    )
    ledger.undecided += len(undecided)
    unreachable = legal - len(items) - len(undecided) if listed_reachable else len(items)
    check_none(truth.none, unreachable > 0, undecided)


def check_none(stated: bool | None, exists: bool, undecided: Collection[str]) -> None:
    """ "None" is wrong when some item is right, right when none is and nothing is open, else undecided."""
    expected = False if exists else None if undecided else True
    if stated is not expected:
        raise CertificateError(f"truth none: {stated} is stated, {expected} follows from the lists")


def legal_item(knowledge: Knowledge, name: str, noun: str) -> bool:
    """Whether a name is the canonical text of a legal fact or action."""
    parts, language = read_name(name), knowledge.world.language
    judge = language.fact if noun == "fact" else language.action
    return name == text(parts) and judge(parts) is Legality.LEGAL
