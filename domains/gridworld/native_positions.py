"""The part of the native library that computes with numbers, positions and origins."""

from __future__ import annotations

from ...instances.errors import AutumnError
from .builtins import a_list
from .equality import equal
from .limits import MAX_LIST
from .runtime import Runtime, wrap
from .values import Elem, Items, Obj, Pos, Value


def xy(value: Value) -> tuple[int, int]:
    """The coordinates of a Position."""
    if type(value) is not Pos:
        raise AutumnError("expected a Position")
    return value.x, value.y


def origin(value: Value) -> Pos:
    """The origin of an object."""
    if type(value) is not Obj or type(value.origin) is not Pos:
        raise AutumnError("expected an object")
    return value.origin


def place(value: Value) -> Pos:
    """The position of a drawn cell."""
    if type(value) is not Elem:
        raise AutumnError("expected a RenderedElem")
    return value.position


def position(x: Value, y: Value) -> Pos:
    """``(Position x y)``."""
    if type(x) is not int or type(y) is not int:
        raise AutumnError("Position needs two numbers")
    return Pos(x, y)


def move_pos(rt: Runtime, pos: Value, by: Value) -> Pos:
    """``(movePos pos dir)``."""
    (x, y), (dx, dy) = xy(pos), xy(by)
    return Pos(wrap(x + dx), wrap(y + dy))


def number(value: Value) -> int:
    """A number argument."""
    if type(value) is not int:
        raise AutumnError("expected a number")
    return value


def absolute(rt: Runtime, value: Value) -> int:
    """``(abs x)``."""
    return wrap(abs(number(value)))


def sign_of(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


def sign(rt: Runtime, value: Value) -> int:
    """``(sign x)``; true and false are no numbers beyond being compared with 0."""
    if type(value) is not int:
        if equal(rt, value, 0):
            return 0
        raise AutumnError("expected a number")
    return sign_of(value)


def largest(rt: Runtime, a: Value, b: Value) -> int:
    """``(max a b)``."""
    return max(number(a), number(b))


def smallest(rt: Runtime, a: Value, b: Value) -> int:
    """``(min a b)``."""
    return min(number(a), number(b))


def delta_pos(rt: Runtime, start: Value, end: Value) -> Pos:
    """``(deltaPos pos1 pos2)``: from the first to the second."""
    (ax, ay), (bx, by) = xy(start), xy(end)
    return Pos(wrap(bx - ax), wrap(by - ay))


def rect(rt: Runtime, start: Value, end: Value) -> Items:
    """``(rect pos1 pos2)``: half open, rows first."""
    (x0, y0), (x1, y1) = xy(start), xy(end)
    if ((x1 - x0) * (y1 - y0) > MAX_LIST and x1 > x0 and y1 > y0) or max(x1 - x0, y1 - y0) > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")
    rt.spend(max(0, x1 - x0) * max(0, y1 - y0) + 1)
    return Items(tuple([Pos(x, y) for y in range(y0, y1) for x in range(x0, x1)]))


def distance(rt: Runtime, start: Value, end: Value) -> tuple[int, int]:
    """The absolute differences of two positions."""
    delta = delta_pos(rt, start, end)
    return wrap(abs(delta.x)), wrap(abs(delta.y))


def adjacent_elem(rt: Runtime, a: Value, b: Value) -> bool:
    """``(adjacentElem e1 e2)``."""
    return wrap(sum(distance(rt, place(a), place(b)))) == 1


def adjacent_poss(rt: Runtime, a: Value, b: Value, unit: Value) -> bool:
    """``(adjacentPoss p1 p2 unitSize)``: equal positions count."""
    return wrap(sum(distance(rt, a, b))) <= number(unit)


def adjacent_poss_diag(rt: Runtime, a: Value, b: Value) -> bool:
    """``(adjacentPossDiag p1 p2)``."""
    return max(distance(rt, a, b)) <= 1


def adjacent_two(rt: Runtime, a: Value, b: Value, unit: Value) -> bool:
    """``(adjacentTwoObjs obj1 obj2 unitSize)``, by origins."""
    return adjacent_poss(rt, origin(a), origin(b), unit)


def adjacent_two_diag(rt: Runtime, a: Value, b: Value) -> bool:
    """``(adjacentTwoObjsDiag obj1 obj2)``, by origins."""
    return adjacent_poss_diag(rt, origin(a), origin(b))


def squared(rt: Runtime, a: Value, b: Value) -> int:
    """``(sqdist pos1 pos2)``."""
    delta = delta_pos(rt, a, b)
    return wrap(delta.x * delta.x + delta.y * delta.y)


def unit_towards(rt: Runtime, obj: Value, pos: Value) -> Pos:
    """``(unitVectorObjPos obj pos)``: a diagonal becomes a horizontal step."""
    delta = delta_pos(rt, origin(obj), pos)
    x, y = sign_of(delta.x), sign_of(delta.y)
    return Pos(x, 0) if x and y else Pos(x, y)


def unit_vector(rt: Runtime, obj: Value, target: Value) -> Pos:
    """``(unitVector obj target)``."""
    origin(obj)
    return unit_towards(rt, obj, origin(target))


def unit_vector_single(rt: Runtime, pos: Value) -> Pos:
    """``(unitVectorSinglePos pos)``: diagonals stay."""
    x, y = xy(pos)
    return Pos(sign_of(x), sign_of(y))


def closest(rt: Runtime, obj: Value, objs: Value) -> Value:
    """``(closest obj listObjs)``: of several the last; the object itself for an empty list."""
    items = a_list(objs, "closest")
    rt.spend(len(items))
    if not items:
        return obj
    here, best = origin(obj), items[0]
    for item in items:
        if not squared(rt, origin(best), here) < squared(rt, origin(item), here):
            best = item
    return best


def closest_pos(rt: Runtime, obj: Value, positions: Value) -> Value:
    """``(closestPos obj listPoss)``."""
    items = a_list(positions, "closestPos")
    rt.spend(len(items))
    here = origin(obj)
    if not items:
        return here
    best = items[0]
    for item in items:
        if not squared(rt, best, here) < squared(rt, item, here):
            best = item
    return best


def total(rt: Runtime, value: Value) -> int:
    """``(sum l)``."""
    items = a_list(value, "sum")
    rt.spend(len(items))
    return wrap(sum(map(number, items)))


def delta_elem(rt: Runtime, a: Value, b: Value) -> Pos:
    """``(deltaElem e1 e2)``."""
    return delta_pos(rt, place(a), place(b))


def delta_obj(rt: Runtime, a: Value, b: Value) -> Pos:
    """``(deltaObj obj1 obj2)``."""
    return delta_pos(rt, origin(a), origin(b))
