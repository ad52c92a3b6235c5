"""Copies of states where objects may change in place, and the identities of objects."""

from __future__ import annotations

from typing import Any

from ...instances.errors import AutumnError
from .runtime import Globals
from .values import INSTANCES, Cell, Elem, Items, Obj, Pos, Value


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
