"""The values that Autumn programs compute with.

Numbers, booleans and strings are Python's.  Lists and instances have an identity (``id``), which is given out
when first asked for: removeObj tells objects apart by it.  ``key`` is a number that equal values share.
"""

from dataclasses import dataclass
from typing import Any

from .text import Node

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


@dataclass(eq=False, slots=True)
class Instance:
    """A value with fields; ``mistyped``: some field holds a value of another type than declared.

    ``drawn``: the cells of an object, where these are constants.
    """

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
