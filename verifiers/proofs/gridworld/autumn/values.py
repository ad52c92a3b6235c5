"""The values that Autumn programs compute with.

Numbers, booleans and strings are Python's.  A value of the other sorts has an identity (``id``), which is
given out when first asked for: removeObj tells objects apart by it.
"""

from collections.abc import Callable
from typing import Any

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


class Fixed:
    """What never changes: copies of a state share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> "Fixed":
        return self


class Kind(Fixed):
    """An object type; ``types`` are the declared types of the fields as text, None for one not checked."""

    def __init__(self, name: str, fields: tuple[str, ...], types: tuple[str | None, ...]):
        self.name, self.fields, self.types = name, fields, types
        self.place = {field: place for place, field in enumerate(fields)}
        self.cells: Callable[[Any], Value] = lambda env: None
        inside = "".join(f"{field}: {kind}, " for field, kind in zip(fields, types, strict=True))
        self.text = f"class {name} {{{inside}origin: {POSITION}, elems: {CELLS}, }}"


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


class Function(Fixed):
    """A function of the program: it has no closure, since scope is dynamic."""

    __slots__ = ("body", "parameters", "text")

    def __init__(self, parameters: tuple[str, ...], body: Any, text: str):
        self.parameters, self.body, self.text = parameters, body, text


class Native(Fixed):
    """A builtin function: ``call(env, *arguments)`` with ``fewest`` to ``most`` arguments."""

    __slots__ = ("call", "fewest", "most", "text")

    def __init__(self, call: Any, fewest: int, most: int, text: str):
        self.call, self.fewest, self.most, self.text = call, fewest, most, text


POSITION = "class Position {x: Number, y: Number, }"
CELL = "class Cell {x: Expr, y: Expr, color: Expr, }"
ELEM = f"class RenderedElem {{position: {POSITION}, color: String, }}"
CELLS = f"List<{CELL}>"
UNKNOWN_LIST = "List<Unknown>"
INSTANCES = (Pos, Obj, Cell, Elem)
TYPES = {
    int: "Number", bool: "Bool", str: "String", Pos: POSITION, Cell: CELL, Elem: ELEM, Expr: "Expr",
    Function: "AutumnFunc", Native: "AutumnFunc",
}  # fmt: skip
