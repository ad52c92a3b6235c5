"""The values that Autumn programs compute with, their types, and when two are equal.

Numbers, booleans and strings are Python's.  A value of the other sorts has an identity (``id``), which is
given out when first asked for: removeObj tells objects apart by it.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from .text import ProgramError, fail

Value = Any
"""int, bool, str, or one of the classes below."""
Drawn = tuple[int, int, str]
"""A coloured cell: column, row (downwards), colour."""


class Env:
    """Variables, inside of the caller's."""

    __slots__ = ("instance", "names", "parent")

    def __init__(self, names: dict[str, Value], parent: "Env | None", instance: bool = False):
        self.names, self.parent, self.instance = names, parent, instance

    def find(self, word: str) -> "Env | None":
        """The nearest environment that has a variable."""
        env: Env | None = self
        while env is not None and word not in env.names:
            env = env.parent
        return env


class Captured(Env):
    """The variables that a cell captured, which its expressions may read and not assign."""

    __slots__ = ()


class Pos:
    """A Position."""

    __slots__ = ("id", "key", "x", "y")

    def __init__(self, x: int, y: int):
        self.x, self.y, self.id, self.key = x, y, None, None


class Items:
    """A list, with its static type as the reference prints it."""

    __slots__ = ("id", "items", "key", "kind")

    def __init__(self, items: tuple[Value, ...], kind: str = "List<Unknown>"):
        self.items, self.kind, self.id, self.key = items, kind, None, None


class Kind:
    """An object type; ``types`` are the declared types of the fields as text, None for one not checked."""

    def __init__(self, name: str, fields: tuple[str, ...], types: tuple[str | None, ...]):
        self.name, self.fields, self.types = name, fields, types
        self.place = {field: place for place, field in enumerate(fields)}
        self.cells: Callable[[Any], Value] = lambda env: None
        inside = "".join(f"{field}: {kind}, " for field, kind in zip(fields, types, strict=True))
        self.text = f"class {name} {{{inside}origin: {POSITION}, elems: {CELLS}, }}"

    def __deepcopy__(self, memo: Any) -> "Kind":
        return self


class Obj:
    """An object; ``mistyped``: some field holds a value of another type than declared."""

    __slots__ = ("elems", "id", "key", "kind", "mistyped", "origin", "values")

    def __init__(self, kind: Kind, values: tuple[Value, ...], origin: Value, elems: Value):
        self.kind, self.values, self.origin, self.elems = kind, values, origin, elems
        self.id, self.key, self.mistyped = None, None, False


class Cell:
    """A cell of an object: three expressions relative to the object's origin."""

    __slots__ = ("colour", "id", "key", "x", "y")

    def __init__(self, x: "Expr", y: "Expr", colour: "Expr"):
        self.x, self.y, self.colour, self.id, self.key = x, y, colour, None, None


class Expr:
    """An expression of a cell: a constant, or code that runs among the variables it captured."""

    __slots__ = ("captured", "constant", "key", "run", "text")

    def __init__(self, constant: Value, run: Any, captured: dict[str, Value], text: str):
        self.constant, self.run, self.captured, self.text, self.key = constant, run, captured, text, None


class Elem:
    """A drawn cell (RenderedElem)."""

    __slots__ = ("colour", "id", "key", "position")

    def __init__(self, position: Pos, colour: str):
        self.position, self.colour, self.id, self.key = position, colour, None, None


class Function:
    """A function of the program: it has no closure, since scope is dynamic."""

    __slots__ = ("body", "parameters", "text")

    def __init__(self, parameters: tuple[str, ...], body: Any, text: str):
        self.parameters, self.body, self.text = parameters, body, text

    def __deepcopy__(self, memo: Any) -> "Function":
        return self


class Native:
    """A builtin function: ``call(env, *arguments)`` with ``fewest`` to ``most`` arguments."""

    __slots__ = ("call", "fewest", "most", "text")

    def __init__(self, call: Any, fewest: int, most: int, text: str):
        self.call, self.fewest, self.most, self.text = call, fewest, most, text

    def __deepcopy__(self, memo: Any) -> "Native":
        return self


POSITION = "class Position {x: Number, y: Number, }"
CELL = "class Cell {x: Expr, y: Expr, color: Expr, }"
ELEM = f"class RenderedElem {{position: {POSITION}, color: String, }}"
CELLS = f"List<{CELL}>"
UNKNOWN_LIST = "List<Unknown>"
INSTANCES = (Pos, Obj, Cell, Elem)
_TYPES = {
    int: "Number", bool: "Bool", str: "String", Pos: POSITION, Cell: CELL, Elem: ELEM, Expr: "Expr",
    Function: "AutumnFunc", Native: "AutumnFunc",
}  # fmt: skip


def type_text(value: Value) -> str:
    """The type of a value as the reference prints it, which is how it compares types."""
    if type(value) is Obj:
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
    kinds = {item.kind if type(item) is Obj else type(item) for item in items}
    return first if len(kinds) == 1 else "Unknown"


def appended(items: tuple[Value, ...]) -> Items:
    """A list made by appending one element after the other, as filter and range do; checks their types."""
    for before, item in pairwise(items):
        kind = type_text(before)
        if type(item) not in INSTANCES and kind not in (type_text(item), "Unknown"):
            raise ProgramError("a list cannot take an element of another type")
    return Items(items, f"List<{type_text(items[-1])}>") if items else Items(())


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
    if type(value) is Obj:
        named = dict(zip(value.kind.fields, value.values, strict=True))
        return {**named, "origin": value.origin, "elems": value.elems}
    if type(value) is Pos:
        return {"x": value.x, "y": value.y}
    if type(value) is Elem:
        return {"position": value.position, "color": value.colour}
    return {"x": value.x, "y": value.y, "color": value.colour}


def put(value: Value, field: str, new: Value) -> None:
    """Set a field of an object or of a position; ProgramError for other values and fields."""
    if type(value) is Pos and field in ("x", "y") and type(new) is int:
        setattr(value, field, new)
    elif type(value) is Obj and field in value.kind.place:
        place = value.kind.place[field]
        value.values = (*value.values[:place], new, *value.values[place + 1 :])
        value.mistyped = value.mistyped or not typed(value.kind, place, new)
    elif type(value) is Obj and field == "origin":
        value.origin, value.mistyped = new, value.mistyped or type(new) is not Pos
    elif type(value) is Obj and field == "elems":
        value.elems = new
    else:
        raise ProgramError(f"field {field} of this value cannot be set")


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
    if kind not in INSTANCES or type(right) not in INSTANCES:
        return False
    if kind is Pos and type(right) is Pos:
        return bool(left.x == right.x and left.y == right.y)
    mine, theirs = fields(left), fields(right)
    return mine.keys() == theirs.keys() and all(equal(mine[name], theirs[name]) for name in mine)


def printed(value: Value) -> str:
    """A text that is equal for two values exactly when the reference prints them alike."""
    if type(value) is Items:
        inside = ", ".join([printed(item) for item in value.items])
        fail(len(inside) > 10_000_000, "a list is too long to be compared")
        return f"([{inside}] :{value.kind})"
    if type(value) in INSTANCES:
        name = value.kind.name if type(value) is Obj else type(value).__name__
        return f"{name}{{{','.join(f'{key}: {printed(item)}' for key, item in fields(value).items())}}}"
    if type(value) is Expr:
        return f"({value.text}: Expr)"
    if type(value) is Function or type(value) is Native:
        return f"<native fn: {value.text}>"
    return f"({value!r}: {type_text(value)})"
