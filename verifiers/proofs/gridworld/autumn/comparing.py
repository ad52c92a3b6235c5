"""The types of values, their fields, and when two values are equal."""

from itertools import pairwise
from typing import Any

from .text import ProgramError, fail
from .values import CELLS, POSITION, UNKNOWN_LIST, Expr, Function, Instance, Items, Kind, Native, Value

_TYPES = {int: "Number", bool: "Bool", str: "String", Expr: "Expr"}
_TYPES |= {Function: "AutumnFunc", Native: "AutumnFunc"}


def sort(value: Value) -> Any:
    """The kind of an instance, the class of another value."""
    return value.kind if type(value) is Instance else type(value)


def type_text(value: Value) -> str:
    """The type of a value as the reference prints it, which is how it compares types."""
    if type(value) is Instance:
        return value.kind.text
    return value.kind if type(value) is Items else _TYPES[type(value)]


def inferred(items: tuple[Value, ...]) -> str:
    """The static type of a list made of these elements at once: elements of several types make it Unknown."""
    if not items:
        return UNKNOWN_LIST
    first = f"List<{type_text(items[0])}>"
    if any(type(item) is Items for item in items):
        # each list has a type object of its own, but for those that map and concat make
        fresh = all(type(item) is Items and item.kind == UNKNOWN_LIST for item in items)
        return first if len(items) == 1 or fresh else "Unknown"
    return first if len(set(map(sort, items))) == 1 else "Unknown"


def uniform(items: tuple[Value, ...]) -> Items:
    """A list of elements of one type."""
    return Items(items, f"List<{type_text(items[-1])}>") if items else Items(())


def cells_of(made: Value) -> Items:
    """What the cells of an object evaluate to, as a list."""
    cells = made if type(made) is Items else Items((made,), inferred((made,)))
    fail(cells.kind not in (CELLS, UNKNOWN_LIST), "the cells of an object must be a Cell or a list of Cells")
    return cells


def appended(items: tuple[Value, ...]) -> Items:
    """A list made by appending one element after the other, as filter and range do; checks their types."""
    for before, item in pairwise(items):
        kind = type_text(before)
        if type(item) is not Instance and kind not in (type_text(item), "Unknown"):
            raise ProgramError("a list cannot take an element of another type")
    return uniform(items)


def typed(kind: Kind, place: int, value: Value) -> bool:
    """Whether a value may stand in a declared field; an unknown element type fits all lists."""
    declared, text = kind.types[place], type_text(value)
    return declared is None or text == declared or UNKNOWN_LIST in (text, declared)


def truthy(value: Value) -> bool:
    """Booleans are themselves, a list is true unless empty, all else is true."""
    if type(value) is bool:
        return value
    return bool(value.items) if type(value) is Items else True


def wrap(value: int) -> int:
    """An integer reduced to 32 bits, two's complement."""
    return (value + 2**31) % 2**32 - 2**31


def fields(value: Value) -> dict[str, Value]:
    """The fields of an instance by name."""
    return dict(zip(value.kind.place, value.values, strict=True))


def put(value: Value, field: str, new: Value) -> None:
    """Set a field of an object or of a position; ProgramError for other values and fields."""
    kind = sort(value)
    settable = type(new) is int if kind is POSITION else type(kind) is Kind and kind.cells is not None
    if not settable or field not in kind.place:
        raise ProgramError(f"field {field} of this value cannot be set")
    place = kind.place[field]
    value.values = (*value.values[:place], new, *value.values[place + 1 :])
    if field == "origin":
        value.mistyped = value.mistyped or sort(new) is not POSITION
    elif field != "elems":
        value.mistyped = value.mistyped or not typed(kind, place, new)


def equal(left: Value, right: Value) -> bool:
    """``(== left right)``: numbers, and booleans after them, by value, objects by fields, lists by text."""
    kind = type(left)
    if kind is int:
        return type(right) in (int, bool) and bool(left == int(right))
    if kind is str or kind is bool:
        return type(right) is kind and bool(left == right)
    if left is right:
        return True
    if kind is Items:
        return type(right) is Items and printed(left) == printed(right)
    if kind is not Instance or type(right) is not Instance:
        return False
    if left.kind is POSITION and right.kind is POSITION:
        return bool(left.values == right.values)
    mine, theirs = fields(left), fields(right)
    return mine.keys() == theirs.keys() and all(equal(mine[name], theirs[name]) for name in mine)


def printed(value: Value) -> str:
    """A text that is equal for two values exactly when the reference prints them alike."""
    if type(value) is Items:
        inside = ", ".join([printed(item) for item in value.items])
        fail(len(inside) > 10_000_000, "a list is too long to be compared")
        return f"([{inside}] :{value.kind})"
    if type(value) is Instance:
        inside = ",".join(f"{key}: {printed(item)}" for key, item in fields(value).items())
        return f"{value.kind.name}{{{inside}}}"
    if type(value) is Expr:
        return f"({value.text}: Expr)"
    if type_text(value) == "AutumnFunc":
        return f"<native fn: {value.text}>"
    return f"({value!r}: {type_text(value)})"
