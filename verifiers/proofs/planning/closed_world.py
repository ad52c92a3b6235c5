"""What a closed-world record of reach and areach claims, and what discharges it.

Every legal item is on one of three sides: listed, undecided, or (all others) the other side.  An item inside
the delete-relaxed closure is discharged one by one: reachable by a run or plan that visits it, unreachable
by a cube or by the explored space.  Items outside the closure are unreachable by the `closure` certificate;
there may be too many to enumerate, so they are counted: legal items minus legal items inside.
"""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace

from ..claims import Ledger
from ..fields import ascending, boolean, constant, listing, name, optional
from ..fields import record as exactly
from ..record import Json
from ..refused import RefusedError
from .knowledge import Answer, Knowledge
from .world import World, read_name, text

_TRUTH = exactly(
    kind=constant("closed_world"),
    listed=constant("reachable", "unreachable"),
    items=listing(name),
    undecided=listing(name),
    none=optional(boolean),
)


def sides(
    knowledge: Knowledge, truth: Json | None, inside: dict[str, Answer], noun: str, ledger: Ledger
) -> None:
    """Discharge the items inside the closure one by one, those outside by counting."""
    stated = _TRUTH("truth", truth)
    items, undecided = disjoint(stated)
    outside = [item for item in (*stated.items, *stated.undecided) if item not in inside]
    for item in outside:
        if not legal_item(knowledge.world, item, noun):
            raise RefusedError(f"truth: {item} is no legal {noun}")
    listed_reachable = stated.listed == "reachable"
    for item, answer in inside.items():
        if item not in undecided:
            ledger.claim(f"{item} is reachable", (item in items) is listed_reachable, *answer)
    if listed_reachable and not items.isdisjoint(outside):
        raise RefusedError(
            f"truth: {min(items & set(outside))} is listed as reachable, but lies outside the closure"
        )
    legal = knowledge.world.count(noun)
    if not listed_reachable and len(outside) < legal - len(inside):
        raise RefusedError(
            f"truth: {legal - len(inside)} legal {noun}s lie outside the closure, {len(outside)} are listed"
        )
    known, by = knowledge.outside()
    ledger.claim(f"{noun}s outside the closure are unreachable", True, None if known is None else True, by)
    ledger.undecided += len(undecided)
    unreachable = legal - len(items) - len(undecided) if listed_reachable else len(items)
    check_none(stated.none, unreachable > 0, undecided)


def disjoint(stated: SimpleNamespace) -> tuple[frozenset[str], frozenset[str]]:
    """The items listed and those undecided: both sorted, and none on both sides."""
    items, undecided = (
        frozenset(ascending(f"truth {side}", getattr(stated, side))) for side in ("items", "undecided")
    )
    if items & undecided:
        raise RefusedError(f"truth: {min(items & undecided)} is both listed and undecided")
    return items, undecided


def check_none(stated: bool | None, exists: bool, undecided: Collection[str]) -> None:
    """ "None" is wrong when some item is right, right when none is and nothing is open, else undecided."""
    expected = False if exists else None if undecided else True
    if stated is not expected:
        raise RefusedError(f"truth none: {stated} is stated, {expected} follows from the lists")


def legal_item(world: World, item: str, noun: str) -> bool:
    """Whether a name is the canonical text of a legal fact or action."""
    parts = read_name(item)
    return item == text(parts) and world.legal(parts, noun)
