"""The three forms of a question: ``gen`` has a truth record of its task, ``bool`` one item, ``mcq`` several.

The unit of the grades is the claim: one for the truth of app, prog, val and just as a whole, one an item
inside the closure and one for all outside it for reach, areach and land, one for h* and one an applicable
action for nexta, one for a degenerate state, one for bool, one an option for mcq.

In the closed-world records of reach and areach every legal item is on one of three sides: listed, undecided,
or (all others) the other side.  An item inside the delete-relaxed closure is discharged one by one: reachable
by a run or plan that visits it, unreachable by a cube or by the explored space.  Items outside the closure
are unreachable by the `closure` certificate; there may be too many to enumerate, so they are counted: legal
items minus legal items inside.
"""

from collections.abc import Callable, Collection, Sequence

from ..claims import Ledger
from ..fields import Stated, ascending, boolean, constant, exactly, listing, name, optional, string
from ..record import Json, Record
from ..refused import RefusedError, UnknownKindError, refuse
from .cases import Action, AdlAction, text
from .ground import State
from .knowledge import OPEN, Answer, Knowledge
from .world import World, read_name

Whole = Callable[[Knowledge, Record, Ledger], None]
Item = Callable[[Knowledge, Json], "tuple[str, Answer]"]
"""What the query of one item asks, as a sentence, and what is known of it."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_BOOL = exactly(kind=constant("bool"), answer=optional(boolean))
_CHOICE = exactly(
    kind=constant("mcq"), answer=optional(string(1)), values=listing(optional(boolean), len(LETTERS))
)


def by_form(whole: Whole, item: Item | None) -> Whole:
    """What discharges the records of a task: as a whole, or item by item."""

    def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
        if record.form == "gen":
            whole(knowledge, record, ledger)
        elif record.form == "bool" and item is not None:
            stated = _BOOL("truth", record.truth)
            _enter(ledger, "the answer", stated.answer, *item(knowledge, record.query))
        elif record.form == "mcq" and item is not None:
            _choice(knowledge, record, ledger, item)
        else:
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")

    return discharge


def _choice(knowledge: Knowledge, record: Record, ledger: Ledger, item: Item) -> None:
    stated, options = _CHOICE("truth", record.truth), record.query.get("options")
    if not isinstance(options, list) or not 2 <= len(options) <= len(LETTERS):
        raise RefusedError("query: a multiple-choice question has 2 to 26 options")
    if len(stated.values) != len(options):
        raise RefusedError(f"truth: {len(stated.values)} values for {len(options)} options")
    shared = {key: value for key, value in record.query.items() if key != "options"}
    for letter, option, value in zip(LETTERS, options, stated.values, strict=False):
        if not isinstance(option, dict) or option.keys() & shared.keys():
            raise RefusedError(f"query: option {letter} is no object, or names what the question names")
        _enter(ledger, f"option {letter}", value, *item(knowledge, {**shared, **option}))
    right = [letter for letter, value in zip(LETTERS, stated.values, strict=False) if value]
    decided = len(right) == 1 and None not in stated.values
    if stated.answer != (right[0] if decided else None) or (not decided and None not in stated.values):
        raise RefusedError(f"truth answer: {stated.answer} is stated, the options that hold are {right}")


def _enter(ledger: Ledger, place: str, stated: bool | None, sentence: str, answer: Answer) -> None:
    if stated is None:
        ledger.undecided += 1
    else:
        ledger.claim(f"{place}: {sentence}", stated, *answer)


_SIDES = exactly(
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
    stated = _SIDES("truth", truth)
    items, undecided = disjoint(stated)
    outside = [item for item in (*stated.items, *stated.undecided) if item not in inside]
    for item in outside:
        refuse(not legal_item(knowledge.world, item, noun), f"truth: {item} is no legal {noun}")
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


def instance(world: World, name: str) -> Action | AdlAction | str:
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


def evaluated(knowledge: Knowledge, value: bool) -> Answer:
    """A value that evaluating a definition gives, where the record says that this is to be done."""
    return (value, knowledge.evaluated) if knowledge.evaluated else OPEN


def successor(world: World, name: str) -> State:
    """The state after an action; RefusedError where it is not applicable."""
    after = step(world, name, world.init)
    if isinstance(after, str):
        raise RefusedError(f"query: {name} is not applicable: {after}")
    return after
