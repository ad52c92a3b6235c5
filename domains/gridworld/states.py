"""States as values: keys to compare them by, copies where objects may change in place, identities."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...instances.errors import AutumnError
from .runtime import Globals, Runtime
from .values import INSTANCES, Cell, CellExpr, Elem, Items, Obj, Pos, Value

MAX_NODES = 2_000_000


def marks(g: dict[str, Value]) -> tuple[tuple[Value, int | None], ...]:
    """Every value with an identity that the globals reach, and that identity."""
    return tuple([(value, value.id) for value in _reached(g)])


def put_marks(saved: tuple[tuple[Value, int | None], ...]) -> None:
    """Give identities back."""
    for value, mark in saved:
        value.id = mark


def _reached(g: dict[str, Value]) -> list[Value]:
    """The objects, lists and positions that variables hold, each once."""
    seen: dict[int, Value] = {}
    open_values = list(g.values())
    while open_values:
        value = open_values.pop()
        kind = type(value)
        if (kind is not Items and kind not in INSTANCES) or id(value) in seen:
            continue
        seen[id(value)] = value
        if kind is Items:
            open_values.extend(value.items)
        elif kind is Obj:
            open_values += [*value.values, value.origin]
    return list(seen.values())


def deep(g: Globals) -> Globals:
    """A copy of the globals that shares nothing that can change in place, and shares what was shared."""
    memo: dict[int, Value] = {}

    def copied(value: Value) -> Value:
        kind = type(value)
        if kind is not Items and kind not in INSTANCES:
            return value
        if id(value) in memo:
            return memo[id(value)]
        new: Any
        if kind is Items:
            new = Items(tuple([copied(item) for item in value.items]), value.kind)
        elif kind is Obj:
            values = tuple([copied(item) for item in value.values])
            new = Obj(value.kind, values, copied(value.origin), copied(value.elems))
            new.mistyped = value.mistyped
        elif kind is Pos:
            new = Pos(value.x, value.y)
        elif kind is Elem:
            new = Elem(copied(value.position), value.colour)
        else:
            new = Cell(value.x, value.y, value.colour)
        new.id = value.id
        memo[id(value)] = new
        return new

    try:
        return Globals((name, copied(value)) for name, value in g.items())
    except RecursionError:
        raise AutumnError("values are nested too deep") from None


def key(rt: Runtime, names: tuple[str, ...], list_types: bool) -> Hashable:
    """The globals of some names as a hashable value; objects and lists that cannot change keep their part."""
    encoder = _Encoder(list_types, rt.identity, rt.caching and not rt.identity)
    try:
        held = tuple([encoder.encoded(rt.g[name]) if name in rt.g else None for name in names])
    except RecursionError:
        raise AutumnError("values are nested too deep") from None
    drawn_later = tuple([name for name in rt.order if name in rt.g and name in names])
    return held, drawn_later


class _Encoder:
    """Turns values into hashable ones; identities are numbered in order of appearance."""

    def __init__(self, list_types: bool, identity: bool, keep: bool):
        self.list_types, self.identity, self.keep = list_types, identity, keep
        self.numbers: dict[int, int] = {}
        self.budget = MAX_NODES

    def encoded(self, value: Value) -> Hashable:
        """The part of one value; types are told apart, as 1 and true are."""
        kind = type(value)
        if kind is int:
            number: int = value
            return number
        if kind is str:
            return f"s{value}"
        if kind is bool:
            return "T" if value else "F"
        # a value that is reached in two ways counts twice: hashing a key goes through it twice as well
        self.budget -= 1
        if self.budget < 0:
            raise AutumnError("the state is too large to be compared")
        if self.keep and (kind is Obj or kind is Items):
            if value.key is None:
                before = self.budget
                plain = self.plain(value, kind)
                value.key = (plain, before - self.budget)
            else:
                self.budget -= value.key[1]
            known: Hashable = value.key[0]
            return known
        if self.identity and hasattr(value, "id") and value.id is not None:
            return ("#", self.numbers.setdefault(value.id, len(self.numbers)), self.plain(value, kind))
        return self.plain(value, kind)

    def plain(self, value: Value, kind: type) -> Hashable:
        """The part of one object, list or cell."""
        encoded = self.encoded
        if kind is Pos:
            return ("p", value.x, value.y)
        if kind is Obj:
            elems = () if value.kind.shares else encoded(value.elems)
            return (value.kind.name, encoded(value.origin), elems, *[encoded(item) for item in value.values])
        if kind is Items:
            return ("l", value.kind if self.list_types else None, *[encoded(item) for item in value.items])
        if kind is Cell:
            return ("c", encoded(value.x), encoded(value.y), encoded(value.colour))
        if kind is CellExpr:
            held = [(name, encoded(item)) for name, item in sorted(value.captured.items())]
            return ("e", value.text, *held)
        if kind is Elem:
            return ("d", encoded(value.position), value.colour)
        return ("f", value.text)
