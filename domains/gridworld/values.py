"""The values that Autumn programs compute with.

Integers, booleans and strings are Python's.  The rest are small classes with slots, shared by reference and
never changed in place, except by the two features that do so in the reference too: ``(= (.. o f) v)`` and
``rotate``.  ``id`` is the identity by which removeObj compares; it is given out when first asked for
(runtime.identity) and None until then.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ...instances.errors import AutumnError

Value = Any
"""int, bool, str, or one of the classes below."""
Drawn = tuple[tuple[int, int, str], ...]
"""Coloured cells: x (column), y (row, downwards), colour."""


class Pos:
    """A Position."""

    __slots__ = ("id", "x", "y")

    def __init__(self, x: int, y: int):
        self.x, self.y, self.id = x, y, None


class Items:
    """A list.

    ``kind`` is its static type as the reference prints it; None is the ``List<Unknown>`` with which lists
    made by map and concat begin.  ``cells`` and ``places`` cache what its objects draw, ``key`` its part of a
    state's key.
    """

    __slots__ = ("cells", "id", "items", "key", "kind", "places")

    def __init__(self, items: tuple[Value, ...], kind: str | None = None):
        self.items, self.kind, self.id = items, kind, None
        self.cells: Drawn | None = None
        self.places: frozenset[tuple[int, int]] | None = None
        self.key: Any = None


class Kind:
    """An object type: ``fields`` are the declared ones, ``types`` their types as text, None if unchecked."""

    __slots__ = ("cells", "fields", "index", "name", "text", "types")

    def __init__(self, name: str, fields: tuple[str, ...], types: tuple[str | None, ...]):
        self.name, self.fields, self.types = name, fields, types
        self.index = {field: place for place, field in enumerate(fields)}
        self.cells: Any = None
        """The compiled constructor of the cells (cells.CellsCode)."""
        inside = "".join(f"{field}: {kind}, " for field, kind in zip(fields, types, strict=True))
        self.text = f"class {name} {{{inside}origin: {POSITION}, elems: {CELLS}, }}"


class Obj:
    """An object: an instance of a Kind.

    ``shape`` caches its cells relative to its origin, ``drawn`` their absolute places, where both may be
    kept; ``mistyped`` says that some field holds a value of another type than declared.
    """

    __slots__ = ("drawn", "elems", "id", "key", "kind", "mistyped", "origin", "shape", "values")

    def __init__(self, kind: Kind, values: tuple[Value, ...], origin: Value, elems: Value):
        self.kind, self.values, self.origin, self.elems = kind, values, origin, elems
        self.id: int | None = None
        self.shape: Drawn | None = None
        self.drawn: Drawn | None = None
        self.mistyped = False
        self.key: Any = None


class CellExpr:
    """One of the three expressions of a cell, with the values that it captured at construction."""

    __slots__ = ("captured", "constant", "run", "text", "wants")

    def __init__(
        self,
        constant: int | None,
        run: Callable[[list[Any]], Value] | None,
        captured: dict[str, Value],
        text: str,
        wants: frozenset[str] | None,
    ):
        self.constant, self.run, self.captured, self.text, self.wants = constant, run, captured, text, wants


class Cell:
    """A cell of an object, with expressions relative to the object's origin."""

    __slots__ = ("colour", "id", "x", "y")

    def __init__(self, x: CellExpr, y: CellExpr, colour: CellExpr):
        self.x, self.y, self.colour, self.id = x, y, colour, None


class Elem:
    """A drawn cell (RenderedElem): its Position and colour."""

    __slots__ = ("colour", "id", "position")

    def __init__(self, position: Pos, colour: str):
        self.position, self.colour, self.id = position, colour, None


class Callable_:  # noqa: N801 -- ``Callable`` is taken by typing
    """What a program can call: ``call(runtime, arguments)``."""

    __slots__ = ("call", "text")

    def __init__(self, call: Callable[[Any, tuple[Value, ...]], Value], text: str):
        self.call, self.text = call, text


class Lambda(Callable_):
    """A function of the program.

    ``arity`` parameters stand in the slots from 2 on of a frame that ``pad`` completes; ``cost`` is the
    nesting of its body.  ``plain`` says that no name of it lives on a dynamic stack, so that a caller may
    fill the frame itself.
    """

    __slots__ = ("arity", "body", "cost", "pad", "plain")

    def __init__(
        self,
        call: Callable[[Any, tuple[Value, ...]], Value],
        text: str,
        arity: int,
        body: Callable[[list[Any]], Value],
        pad: list[Any],
        cost: int,
        plain: bool,
    ):
        super().__init__(call, text)
        self.arity, self.body, self.pad, self.cost, self.plain = arity, body, pad, cost, plain


POSITION = "class Position {x: Number, y: Number, }"
CELL = "class Cell {x: Expr, y: Expr, color: Expr, }"
ELEM = f"class RenderedElem {{position: {POSITION}, color: String, }}"
CELLS = f"List<{CELL}>"
UNKNOWN_LIST = "List<Unknown>"
INSTANCES = (Pos, Obj, Cell, Elem)

_TYPES: dict[type, str] = {
    int: "Number",
    bool: "Bool",
    str: "String",
    Pos: POSITION,
    Cell: CELL,
    Elem: ELEM,
    Lambda: "AutumnFunc",
    Callable_: "AutumnFunc",
    CellExpr: "Expr",
}


def type_text(value: Value) -> str:
    """The type of a value as the reference prints it, which is how it compares types."""
    if type(value) is Obj:
        text: str = value.kind.text
        return text
    if type(value) is Items:
        return value.kind or UNKNOWN_LIST
    return _TYPES[type(value)]


def inferred(items: tuple[Value, ...]) -> str:
    """The static type of a list made of these elements at once.

    Elements of different types make the type a plain ``Unknown``; so do two lists, since each list has a type
    of its own, unless all are as map and concat make them.
    """
    kinds = {type(item) for item in items}
    if not items:
        return UNKNOWN_LIST
    if Items in kinds:
        fresh = len(items) > 1 and not all(type(item) is Items and item.kind is None for item in items)
        return "Unknown" if fresh else f"List<{type_text(items[0])}>"
    if len(kinds) > 1 or (Obj in kinds and len({item.kind for item in items}) > 1):
        return "Unknown"
    return f"List<{type_text(items[0])}>"


def appended(items: tuple[Value, ...]) -> Items:
    """A list made by appending one element after the other, as filter and range do; checks their types."""
    if not items:
        return Items(items)
    if len(set(map(type, items))) > 1 or type(items[0]) is Items:
        for before, item in pairwise(items):
            kind = type_text(before)
            if type(item) not in INSTANCES and kind not in (type_text(item), "Unknown"):
                raise AutumnError(f"a list of {kind} cannot take an element of type {type_text(item)}")
    return Items(items, f"List<{type_text(items[-1])}>")
