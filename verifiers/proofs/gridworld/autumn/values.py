"""The values that Autumn programs compute with, their types, and when two are equal.

Numbers, booleans and strings are Python's.  Lists and instances have an identity (``id``), which is given out
when first asked for: removeObj tells objects apart by it.  ``key`` is a number that equal values share,
``drawn`` the cells of a value where these are constants.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .text import Node, ProgramError, fail

Value = Any  # int, bool, str, or one of the classes below
Drawn = tuple[int, int, str]  # a coloured cell: column, row (downwards), colour


class Fixed:
    """What never changes: copies of a state share it."""

    def __deepcopy__(self, memo: Any) -> "Fixed":
        return self


class Kind(Fixed):
    """A type of instances: its fields, with the types declared for them, None for one that is not checked.

    An object type of the program has ``origin`` and ``elems`` after its own fields, and ``cells``, the code
    that makes the latter.
    """

    def __init__(self, name: str, types: dict[str, str | None], cells: Any = None):
        self.name, self.types, self.cells, self.text = name, types, cells, f"class {name}"
        self.place = {field: place for place, field in enumerate(types)}


@dataclass(eq=False, slots=True)
class Items:
    """A list, with its static type as the reference has it."""

    items: tuple[Value, ...]
    kind: str = "List<Unknown>"
    id: int | None = None
    key: int | None = None
    drawn: list[Drawn] | None = None


@dataclass(eq=False, slots=True)
class Instance:
    """A value with fields; ``mistyped``: some field holds a value of another type than declared."""

    kind: Kind
    values: tuple[Value, ...]
    id: int | None = None
    key: int | None = None
    drawn: list[Drawn] | None = None
    mistyped: bool = False


@dataclass(eq=False, slots=True)
class Expr:
    """An expression of a cell: a constant, or code that runs among the variables it captured."""

    node: Node
    code: Any
    captured: dict[str, Value]
    constant: Value = None
    key: int | None = None


@dataclass(eq=False)
class Function(Fixed):
    """A function of the program, as it was read and as it runs; no closure, since scope is dynamic."""

    parameters: tuple[str, ...]
    node: Node
    body: Any
    key: int | None = None


@dataclass(eq=False)
class Native(Fixed):
    """A builtin function, the fewest of its arguments, and the sorts of all that it may take."""

    name: str
    fewest: int
    sorts: str
    body: Any


FUNCTIONS = (Function, Native)
POSITION = Kind("Position", {"x": None, "y": None})
CELL = Kind("Cell", {"x": None, "y": None, "color": None})
ELEM = Kind("RenderedElem", {"position": None, "color": None})  # a drawn cell
UNKNOWN_LIST, CELLS = "List<Unknown>", f"List<{CELL.text}>"
_TYPES = {int: "Number", bool: "Bool", str: "String", Expr: "Expr"} | dict.fromkeys(FUNCTIONS, "AutumnFunc")


def sort(value: Value) -> Any:
    """The kind of an instance, the class of another value."""
    return value.kind if type(value) is Instance else type(value)


def type_text(value: Value) -> str:
    """The type of a value, a text that is equal for two values exactly when the reference's are."""
    if type(value) is Instance:
        return value.kind.text
    return value.kind if type(value) is Items else _TYPES[type(value)]


def need(value: Value, *sorts: Any) -> Any:
    """The value, which must be of one of the sorts; ``Instance``: of any kind of instances."""
    if type(value) not in sorts and sort(value) not in sorts:
        raise ProgramError(f"{type_text(value)}: a value of another type is needed")
    return value


def inferred(items: tuple[Value, ...]) -> str:
    """The static type of a list made of these elements at once: elements of several types make it Unknown.

    Each list has a type object of its own, but for those that map and concat make.
    """
    if not items:
        return UNKNOWN_LIST
    sorts = set(map(sort, items))
    if Items in sorts and len(items) > 1:
        alone = all(type(item) is Items and item.kind == UNKNOWN_LIST for item in items)
    else:
        alone = len(sorts) == 1
    return f"List<{type_text(items[0])}>" if alone else "Unknown"


def appended(items: tuple[Value, ...]) -> Items:
    """A list made by appending one element after the other, as filter and range do; checks their types."""
    for before, item in pairwise(items):
        other = type(item) is not Instance and type_text(before) not in (type_text(item), "Unknown")
        fail(other, "a list cannot take an element of another type")
    return Items(items, f"List<{type_text(items[-1])}>" if items else UNKNOWN_LIST)


def typed(kind: Kind, field: str, value: Value) -> bool:
    """Whether a value may stand in a declared field; an unknown element type fits all lists."""
    declared, text = kind.types[field], type_text(value)
    return declared is None or text == declared or UNKNOWN_LIST in (text, declared)


def truthy(value: Value) -> bool:
    """Booleans are themselves, a list is true unless empty, all else is true."""
    return value if type(value) is bool else type(value) is not Items or bool(value.items)


def wrap(value: int) -> int:
    """An integer reduced to 32 bits, two's complement."""
    return (value + 2**31) % 2**32 - 2**31


def put(value: Value, field: str, new: Value) -> None:
    """Set a field of an object or of a position; ProgramError for other values and fields."""
    kind = sort(value)
    settable = type(new) is int if kind is POSITION else type(kind) is Kind and kind.cells
    fail(not settable or field not in kind.place, f"field {field} of this value cannot be set")
    place = kind.place[field]
    value.values = (*value.values[:place], new, *value.values[place + 1 :])
    fits = sort(new) is POSITION if field == "origin" else field == "elems" or typed(kind, field, new)
    value.mistyped = value.mistyped or not fits


def copied(value: Value) -> Value:
    """A copy as addObj and updateObj make it: another identity, all else shared."""
    if type(value) is Items:
        return Items(tuple(map(copied, value.items)), inferred(value.items))
    if type(value) is not Instance:
        return value
    fail(value.mistyped, f"a field of {value.kind.name} holds a value of another type than declared")
    return Instance(value.kind, value.values)


def equal(left: Value, right: Value) -> bool:
    """``(== left right)``: numbers, and booleans after them, by value, objects by fields."""
    kind = type(left)
    if kind is int:
        return type(right) in (int, bool) and bool(left == int(right))
    if kind is not type(right):
        return False
    if kind is Items:
        return _alike(left, right, set())
    if kind is Function:
        return left.body is right.body
    if kind is not Instance or left.kind is right.kind is POSITION:
        return bool(left.values == right.values if kind is Instance else left == right)
    mine, theirs = left.kind.place, right.kind.place
    return mine.keys() == theirs.keys() and all(
        equal(left.values[place], right.values[theirs[name]]) for name, place in mine.items()
    )


def parts(value: Value) -> tuple[tuple[Any, ...], tuple[Value, ...]]:
    """What a value is, as the reference prints it, and the values in it."""
    if type(value) is Items:
        return (Items, value.kind), value.items
    if type(value) is Instance:
        return (Instance, value.kind.name), value.values
    if type(value) is Function:
        return (Function, value.parameters, value.node), ()
    return (type(value), value.node if type(value) is Expr else value), ()


def _alike(left: Value, right: Value, met: set[tuple[int, int]]) -> bool:
    """Whether the reference prints two values alike; ``met``: pairs that are known to be."""
    if (id(left), id(right)) not in met:
        (mine, inside), (theirs, others) = parts(left), parts(right)
        if mine != theirs or len(inside) != len(others):
            return False
        if not all(_alike(one, other, met) for one, other in zip(inside, others, strict=True)):
            return False
        met.add((id(left), id(right)))
    return True
