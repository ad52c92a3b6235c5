"""What the tasks of planning share: closed-world truths, actions by name, and sequences of them.

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
from .cases import GroundAction, text
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
    outside = [item for item in (*stated.items, *stated.undecided) if item not in inside]
    for item in outside:
        refuse(not legal_item(knowledge.world, item, noun), f"truth: {item} is no legal {noun}")
    listed_reachable = stated.listed == "reachable"
    for item, answer in inside.items():
        if item not in undecided:
            ledger.claim(f"{item} is reachable", (item in items) is listed_reachable, *answer)
    if listed_reachable and not items.isdisjoint(outside):
        raise RefusedError(f"truth: {min(items & set(outside))} is listed as reachable, but lies outside")
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


def instance(world: World, name: str) -> GroundAction | str:
    """The ground action that a text names, or the reason why it can never be applied."""
    parts = read_name(name)
    return world.instantiate(parts) if parts else f"{name} is no action"


def step(world: World, name: str, state: State) -> State | str:
    """The successor of a state by the action that a text names, or why it is not applicable."""
    action = instance(world, name)
    obstacle = action if isinstance(action, str) else action.obstacle(state)
    return obstacle if isinstance(action, str) or obstacle is not None else action.apply(state)  # type: ignore[return-value]


def replayed(world: World, names: Sequence[str]) -> tuple[int | None, State]:
    """Where in a sequence the first action stands that is not applicable, and the last state before it."""
    state = world.init
    for position, action in enumerate(names):
        after = step(world, action, state)
        if isinstance(after, str):
            return position, state
        state = after
    return None, state


def successor(world: World, name: str) -> State:
    """The state after an action; RefusedError where it is not applicable."""
    after = step(world, name, world.init)
    if isinstance(after, str):
        raise RefusedError(f"query: {name} is not applicable: {after}")
    return after
