"""The types of values, their fields, and when two values are equal."""

from itertools import pairwise
from typing import Any

from .text import ProgramError, fail
from .values import CELLS, FUNCTIONS, POSITION, UNKNOWN_LIST, Expr, Function, Instance, Items, Kind, Value

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


def listed(items: tuple[Value, ...]) -> Items:
    """A list of elements that are given at once."""
    return Items(items, inferred(items))


def as_list(made: Value) -> Items:
    """What the cells of an object evaluate to, as a list."""
    cells = made if type(made) is Items else listed((made,))
    fail(cells.kind not in (CELLS, UNKNOWN_LIST), "the cells of an object must be a Cell or a list of Cells")
    return cells


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


def put(value: Value, field: str, new: Value) -> Value:
    """Set a field of an object or of a position to what is returned; ProgramError elsewhere."""
    kind = sort(value)
    settable = type(new) is int if kind is POSITION else type(kind) is Kind and kind.cells
    fail(not settable or field not in kind.place, f"field {field} of this value cannot be set")
    place = kind.place[field]
    value.values = (*value.values[:place], new, *value.values[place + 1 :])
    fits = sort(new) is POSITION if field == "origin" else field == "elems" or typed(kind, field, new)
    value.mistyped = value.mistyped or not fits
    return new


def copied(value: Value) -> Value:
    """A copy as addObj and updateObj make it: another identity, all else shared."""
    if type(value) is Items:
        return listed(tuple(map(copied, value.items)))
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
