"""Equality as the reference decides it.

Numbers equal numbers, and booleans on their right by 0 and 1; objects are equal when they have the same
fields with equal values, whatever their types are called; lists compare by their printed text, which holds
the static type of each list and of each element.
"""

from __future__ import annotations

from ...instances.errors import AutumnError
from .runtime import Runtime
from .values import Callable_, Cell, CellExpr, Elem, Items, Lambda, Obj, Pos, Value, type_text


def equal(rt: Runtime, left: Value, right: Value) -> bool:
    """``(== left right)``."""
    kind = type(left)
    if kind is int:
        return (type(right) is int or type(right) is bool) and bool(left == right)
    if kind is str or kind is bool:
        return type(right) is kind and bool(left == right)
    if kind is Pos and type(right) is Pos:
        return bool(left.x == right.x and left.y == right.y)
    if kind is Elem and type(right) is Elem:
        return left.colour == right.colour and equal(rt, left.position, right.position)
    if left is right:
        return True
    if kind is Items:
        return type(right) is Items and printed(rt, left) == printed(rt, right)
    if kind is CellExpr or kind is Lambda or kind is Callable_:
        return False
    return _same_fields(rt, left, right)


def _fields(value: Value) -> dict[str, Value]:
    """The fields of an instance by name."""
    kind = type(value)
    if kind is Obj:
        named = dict(zip(value.kind.fields, value.values, strict=True))
        return {**named, "origin": value.origin, "elems": value.elems}
    if kind is Pos:
        return {"x": value.x, "y": value.y}
    if kind is Elem:
        return {"position": value.position, "color": value.colour}
    if kind is Cell:
        return {"x": value.x, "y": value.y, "color": value.colour}
    return {}


def _same_fields(rt: Runtime, left: Value, right: Value) -> bool:
    """Whether two instances have the same field names with equal values."""
    rt.spend(1)
    if type(left) is Obj and type(right) is Obj and left.kind is right.kind:
        if not all(map(equal, [rt] * len(left.values), left.values, right.values)):
            return False
        return equal(rt, left.origin, right.origin) and equal(rt, left.elems, right.elems)
    if type(right) not in (Obj, Pos, Elem, Cell):
        return False
    mine, theirs = _fields(left), _fields(right)
    return mine.keys() == theirs.keys() and all(equal(rt, mine[name], theirs[name]) for name in mine)


def printed(rt: Runtime, value: Value) -> str:
    """A text that is equal for two values exactly when the reference prints them alike."""
    rt.spend(1)
    kind = type(value)
    if kind is Items:
        inside = ", ".join([printed(rt, item) for item in value.items])
        if len(inside) > 10_000_000:
            raise AutumnError("a list is too long to be compared")
        return f"([{inside}] :{type_text(value)})"
    if kind is Obj or kind is Pos or kind is Elem or kind is Cell:
        name = value.kind.name if kind is Obj else {Pos: "Position", Elem: "RenderedElem", Cell: "Cell"}[kind]
        return f"{name}{{{','.join(f'{key}: {printed(rt, item)}' for key, item in _fields(value).items())}}}"
    if kind is CellExpr:
        return f"({value.text}: Expr)"
    if kind is Lambda or kind is Callable_:
        return f"<native fn: {value.text}>"
    return f"({value!r}: {type_text(value)})"
