"""What the tasks of planning share: closed-world truths, and sequences of actions by name.

In the closed-world records of reach and areach every legal item is on one of three sides: listed, undecided,
or (all others) the other side.  An item inside the delete-relaxed closure is discharged one by one: reachable
by a run or plan that visits it, unreachable by a cube or by the explored space.  Items outside the closure
are unreachable by the `closure` certificate; there may be too many to enumerate, so they are counted: legal
items minus legal items inside.
"""

from collections.abc import Collection, Sequence

from ..claims import Ledger
from ..fields import Stated, ascending, boolean, constant, exactly, listing, name, optional
from ..refused import RefusedError, refuse
from ..tasks import Answer
from .cases import text
from .ground import State
from .knowledge import Knowledge
from .world import World, read_name

SIDES = exactly(
    kind=constant("closed_world"),
    listed=constant("reachable", "unreachable"),
    items=listing(name),
    undecided=listing(name),
    none=optional(boolean),
)


def sides(knowledge: Knowledge, stated: Stated, inside: dict[str, Answer], noun: str, ledger: Ledger) -> None:
    """Discharge the items inside the closure one by one, those outside by counting."""
    items, undecided = disjoint(stated)
    outside = (items | undecided) - inside.keys()
    for item in sorted(outside):
        refuse(not legal_item(knowledge.world, item, noun), f"truth: {item} is no legal {noun}")
    reachable, legal = stated.listed == "reachable", knowledge.world.count(noun)
    for item, answer in inside.items():
        if item not in undecided:
            ledger.claim(f"{item} is reachable", (item in items) is reachable, *answer)
    if reachable and items & outside:
        raise RefusedError(f"truth: {min(items & outside)} is listed as reachable, but lies outside")
    lie = legal - len(inside)
    few = not reachable and len(outside) < lie
    refuse(few, f"truth: {lie} legal {noun}s lie outside the closure, {len(outside)} are listed")
    known, by = knowledge.outside()
    ledger.claim(f"{noun}s outside the closure are unreachable", True, None if known is None else True, by)
    ledger.undecided += len(undecided)
    unreachable = legal - len(items) - len(undecided) if reachable else len(items)
    check_none(stated.none, unreachable > 0, undecided)


def disjoint(stated: Stated) -> tuple[frozenset[str], frozenset[str]]:
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
    refuse(stated is not expected, f"truth none: {stated} is stated, {expected} follows from the lists")


def legal_item(world: World, item: str, noun: str) -> bool:
    """Whether a name is the canonical text of a legal fact or action."""
    parts = read_name(item)
    return item == text(parts) and world.legal(parts, noun)


def played(world: World, names: Sequence[str], state: State | None = None) -> tuple[list[State], str]:
    """The states along a sequence of actions, up to the first that is not applicable, and why it is not."""
    states = [world.init if state is None else state]
    for action_name in names:
        action = world.instantiate(read_name(action_name))
        obstacle = action if isinstance(action, str) else action.obstacle(states[-1])
        if isinstance(action, str) or obstacle:
            return states, obstacle or ""
        states.append(action.apply(states[-1]))
    return states, ""


def is_plan(world: World, names: Sequence[str], state: State | None = None) -> bool:
    """Whether a sequence of actions leads from a state, else the initial one, to the goal."""
    states, obstacle = played(world, names, state)
    return not obstacle and world.goal_obstacle(states[-1]) is None
