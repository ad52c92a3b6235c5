"""The values that Autumn programs compute with.

Integers, booleans and strings are Python's.  The rest are small classes with slots, shared by reference and
never changed in place, except by the two features that do so in the reference too: ``(= (.. o f) v)`` and
``rotate``.  ``id`` is the identity by which removeObj compares; it is given out when first asked for
(runtime.identity) and None until then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from ...instances.errors import AutumnError
from .tree import Function, spell

Value = Any
MAX_OBJECTS = 4_000  # objects of one type that are kept to be used again
Drawn = tuple[tuple[int, int, str], ...]  # coloured cells: x (column), y (row, downwards), colour


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


class ObjectKind:
    """An object type: ``fields`` are the declared ones, ``types`` their types as text, None if unchecked."""

    def __init__(self, name: str, fields: tuple[str, ...], types: tuple[str | None, ...]):
        self.name, self.fields, self.types = name, fields, types
        self.index = {field: place for place, field in enumerate(fields)}
        self.cells: Callable[..., Value] = _no_cells  # makes the cells from runtime, fields and origin
        self.cost = 0  # what making them takes of MAX_CALL_COST
        self.pushed: tuple[str, ...] = ()
        self.shares = self.fixed = False
        """Whether all objects can have the same cells, and whether these always look the same."""
        self.shared: Items | None = None
        self.shapes: dict[tuple[Value, ...], Drawn] | None = None
        """What shared cells look like by the values of the fields, where all of these are plain."""
        self.objects: dict[tuple[Value, ...], Obj] | None = None
        """Objects by fields and origin, where equal ones may be one: nothing changes them, or asks which."""
        self.visible = frozenset((*fields, "origin"))  # the names of an object that its look may hang on
        classes = tuple([_PLAIN.get(kind) for kind in types if kind is not None])
        self.plain = classes if len(classes) == len(types) and None not in classes else None
        """The Python types of the fields, where all are declared as numbers, booleans and strings."""
        inside = "".join(f"{field}: {kind}, " for field, kind in zip(fields, types, strict=True))
        self.text = f"class {name} {{{inside}origin: {POSITION}, elems: {CELLS}, }}"
        self.list_text = f"List<{self.text}>"

    def make(self, rt: Any, arguments: tuple[Value, ...]) -> Obj:
        """An object from the values of its fields and its origin; AutumnError for wrong ones."""
        count = len(self.fields) + 1
        if len(arguments) < count:
            raise AutumnError(f"{self.name} takes {count} arguments, the origin last, not {len(arguments)}")
        values, origin = arguments[: count - 1], arguments[count - 1]
        if type(origin) is not Pos:
            raise AutumnError(f"the last argument of {self.name} must be a Position")
        if self.plain is None or tuple(map(type, values)) != self.plain:
            for place, value in enumerate(values):
                if not typed(self, place, value):
                    raise AutumnError(f"field {self.fields[place]} of {self.name} has another type")
        if self.shared is not None and (self.fixed or not rt.instances):
            return self.standing(values, origin)
        elems = self._elems(rt, (*values, origin))
        if self.shares and (self.fixed or not rt.instances):
            self.shared = elems
        return Obj(self, values, origin, elems)

    def standing(self, values: tuple[Value, ...], origin: Pos) -> Obj:
        """The object with the shared cells; the values are of the declared types."""
        if self.objects is None:
            return Obj(self, values, origin, self.shared)
        key = (*values, origin.x, origin.y)
        known = self.objects.get(key)
        if known is None:
            known = Obj(self, values, origin, self.shared)
            if len(self.objects) < MAX_OBJECTS:
                self.objects[key] = known
        return known

    def _elems(self, rt: Any, arguments: tuple[Value, ...]) -> Items:
        before = rt.enter(self.cost)
        rt.instances += 1
        if rt.instances == 1:
            rt.skipped = {name: len(rt.stacks[name]) for name in self.pushed}
        made = self.cells(rt, *arguments)
        rt.depth = before
        rt.instances -= 1
        elems = made if type(made) is Items else Items((made,), inferred((made,)))
        if (elems.kind or UNKNOWN_LIST) not in (CELLS, UNKNOWN_LIST):
            raise AutumnError(f"the cells of {self.name} must be a Cell or a list of Cells")
        return elems


def _no_cells(*ignored: Value) -> Value:
    raise AutumnError("the cells of an object type are made before it is compiled")


class Obj:
    """An object: an instance of a Kind.

    ``shape`` caches its cells relative to its origin, ``drawn`` their absolute places, where both may be
    kept, ``places`` what follows; ``mistyped``: some field holds a value of another type than declared.
    """

    __slots__ = ("drawn", "elems", "id", "key", "kind", "mistyped", "origin", "places", "shape", "values")

    def __init__(self, kind: ObjectKind, values: tuple[Value, ...], origin: Value, elems: Value):
        self.kind, self.values, self.origin, self.elems = kind, values, origin, elems
        self.id: int | None = None
        self.shape: Drawn | None = None
        self.drawn: Drawn | None = None
        self.places: frozenset[tuple[int, int]] | None = None
        self.mistyped = False
        self.key: Any = None


@dataclass(eq=False, slots=True)
class CellExpr:
    """One of the three expressions of a cell, with the values that it captured at construction."""

    constant: int | None
    run: Callable[..., Value] | None
    captured: dict[str, Value]
    text: str
    wants: frozenset[str] | None


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


@dataclass(eq=False, slots=True)
class Callable_:  # noqa: N801 -- ``Callable`` is taken by typing
    """A builtin or library function as a value: ``call(runtime, arguments)``."""

    call: Callable[[Any, tuple[Value, ...]], Value]
    text: str


class CompiledFunction:
    """A compiled function of a program; ``run`` takes the runtime and the arguments."""

    def __init__(self, node: Function):
        self.node, self.arity = node, len(node.parameters)
        self.run: Callable[..., Value] = _no_cells

    @cached_property
    def text(self) -> str:
        """The function's text, spelt once."""
        return spell(self.node)


@dataclass(eq=False, slots=True)
class Lambda:
    """A function of the program as a value."""

    code: CompiledFunction

    @property
    def text(self) -> str:
        """The function's text."""
        return self.code.text

    def call(self, rt: Any, arguments: tuple[Value, ...]) -> Value:
        """Call it; arguments too many are left out."""
        code = self.code
        if len(arguments) < code.arity:
            raise AutumnError(f"the function takes {code.arity} arguments, {len(arguments)} are given")
        return code.run(rt, *arguments[: code.arity])


POSITION = "class Position {x: Number, y: Number, }"
CELL = "class Cell {x: Expr, y: Expr, color: Expr, }"
ELEM = f"class RenderedElem {{position: {POSITION}, color: String, }}"
CELLS = f"List<{CELL}>"
UNKNOWN_LIST = "List<Unknown>"
INSTANCES = (Pos, Obj, Cell, Elem)

_PLAIN: dict[str | None, type] = {"Number": int, "Bool": bool, "String": str}
_TYPES: dict[type, str] = {
    **{kind: str(text) for text, kind in _PLAIN.items()},
    Pos: POSITION,
    Cell: CELL,
    Elem: ELEM,
    CellExpr: "Expr",
    **dict.fromkeys((Lambda, Callable_), "AutumnFunc"),
}
_LISTS = {kind: f"List<{text}>" for kind, text in _TYPES.items()}
FIELDS = {
    Obj: {"origin": "origin", "elems": "elems"},
    Pos: {"x": "x", "y": "y"},
    Elem: {"position": "position", "color": "colour"},
    Cell: {"x": "x", "y": "y", "color": "colour"},
}
"""The attributes of instances by the names of the fields; an object has those of its type before them."""


def is_function(value: Value) -> bool:
    """Whether a value can be called with ``call``."""
    return type(value) is Lambda or type(value) is Callable_


def type_text(value: Value) -> str:
    """The type of a value as the reference prints it, which is how it compares types."""
    if type(value) is Obj:
        text: str = value.kind.text
        return text
    if type(value) is Items:
        return value.kind or UNKNOWN_LIST
    return _TYPES[type(value)]


def list_text(item: Value) -> str:
    """The type of a list of such elements."""
    kind = type(item)
    if kind is Obj:
        text: str = item.kind.list_text
        return text
    return _LISTS.get(kind) or f"List<{type_text(item)}>"


def inferred(items: tuple[Value, ...]) -> str:
    """The static type of a list made of these elements at once: ``Unknown`` for different ones, or lists."""
    if not items:
        return UNKNOWN_LIST
    kinds = set(map(type, items))
    if Items in kinds:
        fresh = len(items) > 1 and not all(type(item) is Items and item.kind is None for item in items)
        return "Unknown" if fresh else list_text(items[0])
    if len(kinds) > 1 or (Obj in kinds and len({item.kind for item in items}) > 1):
        return "Unknown"
    return list_text(items[0])


def typed(kind: ObjectKind, place: int, value: Value) -> bool:
    """Whether a value may stand in a declared field; an unknown element type fits all lists."""
    declared = kind.types[place]
    if declared is None or _TYPES.get(type(value)) == declared:
        return True
    text = type_text(value)
    return text == declared or UNKNOWN_LIST in (text, declared)


def appended(items: tuple[Value, ...]) -> Items:
    """A list made by appending one element after the other, as filter and range do; checks their types."""
    if not items:
        return Items(items)
    if len(set(map(type, items))) > 1 or type(items[0]) is Items:
        for before, item in pairwise(items):
            kind = type_text(before)
            if type(item) not in INSTANCES and kind not in (type_text(item), "Unknown"):
                raise AutumnError(f"a list of {kind} cannot take an element of type {type_text(item)}")
    return Items(items, list_text(items[-1]))
