"""Autumn's standard library in Python: what stdlib.sexp says, computed directly.

Each function draws, compares and fails as the text does (a test runs both).  program.py falls back on the
text for a function whose local names or callees the program binds itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.errors import AutumnError
from .builtins import a_list, concat
from .builtins_grid import clicked, is_within_bounds
from .builtins_objects import rotate, with_field
from .drawing import cells_of, elems_of, places_of
from .equality import equal
from .limits import MAX_LIST
from .native_positions import (
    absolute,
    adjacent_elem,
    adjacent_poss,
    adjacent_poss_diag,
    adjacent_two,
    adjacent_two_diag,
    closest,
    closest_pos,
    delta_elem,
    delta_obj,
    delta_pos,
    largest,
    move_pos,
    number,
    origin,
    place,
    position,
    rect,
    sign,
    smallest,
    squared,
    total,
    unit_towards,
    unit_vector,
    unit_vector_single,
    xy,
)
from .objects import all_objs, neighbours
from .runtime import Runtime, wrap
from .values import Items, Obj, Pos, Value, appended


def shifted(rt: Runtime, obj: Value, dx: int, dy: int) -> Obj:
    """An object moved by some columns and rows."""
    if type(obj) is not Obj:
        raise AutumnError("only objects can be moved")
    at = origin(obj)
    x, y = at.x + dx, at.y + dy
    if not (-(2**31) <= x < 2**31 and -(2**31) <= y < 2**31):
        x, y = wrap(x), wrap(y)
    if obj.mistyped:
        return with_field(rt, obj, "origin", Pos(x, y))
    new = Obj(obj.kind, obj.values, Pos(x, y), obj.elems)
    new.shape = obj.shape
    return new


def move(rt: Runtime, obj: Value, by: Value) -> Obj:
    """``(move obj dir)``."""
    return shifted(rt, obj, *xy(by))


def mover(dx: int, dy: int) -> Callable[[Runtime, Value], Obj]:
    """``moveRight`` and its like."""
    return lambda rt, obj: shifted(rt, obj, dx, dy)


def pos_mover(dx: int, dy: int) -> Callable[[Runtime, Value], Pos]:
    """``moveRightPos`` and its like."""
    return lambda rt, pos: move_pos(rt, pos, Pos(dx, dy))


def free_except(rt: Runtime, obj: Value, but: Value) -> bool:
    """``(isFreeExcept obj prev_obj)``: cells that are no cells of the other, colour included, are free."""
    _drawable(but)
    old = cells_of(rt, but)
    _drawable(obj)
    occupied = rt.occupied
    new = cells_of(rt, obj)
    rt.spend(len(new))
    if len(old) < 9:
        return all(cell in old or (cell[0], cell[1]) not in occupied for cell in new)
    known = set(old)
    return all(cell in known or (cell[0], cell[1]) not in occupied for cell in new)


def _drawable(value: Value) -> None:
    """Refuse what ``renderValue`` cannot draw."""
    if type(value) is Items:
        for item in value.items if value.cells is None else ():
            _drawable(item)
    elif type(value) is not Obj:
        raise AutumnError("only objects and lists of objects can be drawn")


def move_no_collision(rt: Runtime, obj: Value, x: Value, y: Value) -> Value:
    """``(moveNoCollision obj x y)``: bounds do not count."""
    moved = move(rt, obj, position(x, y))
    return moved if free_except(rt, moved, obj) else obj


def move_can_collision(rt: Runtime, obj: Value, x: Value, y: Value, other: Value) -> Value:
    """``(moveCanCollision obj x y obj2)``: cells of ``obj2`` do not block either."""
    moved = move(rt, obj, position(x, y))
    return moved if free_except(rt, moved, Items((obj, other))) else obj


def rotate_no_collision(rt: Runtime, obj: Value) -> Value:
    """``(rotateNoCollision obj)``: each call of rotate turns the shared cells once more."""
    if is_within_bounds(rt, rotate(rt, obj)) and free_except(rt, rotate(rt, obj), obj):
        return rotate(rt, obj)
    return obj


def step_no_collision(dx: int, dy: int, both: bool = False) -> Callable[[Runtime, Value], Value]:
    """``moveDownNoCollision`` and its like; ``both`` tests are made even when the first fails."""

    def step(rt: Runtime, obj: Value) -> Value:
        moved = shifted(rt, obj, dx, dy)
        inside = is_within_bounds(rt, moved)
        free = free_except(rt, moved, obj) if inside or both else False
        return moved if inside and free else obj

    return step


def adjacent_objs(rt: Runtime, value: Value, *unit: Value) -> Items:
    """``(adjacentObjs obj|list unitSize)``, ``(adjacentObjsDiag obj|list)``: the object itself included."""
    if type(value) is Obj and type(value.origin) is Pos and (not unit or type(unit[0]) is int):
        found = neighbours(rt, value.origin, unit[0] if unit else 1, diagonal=not unit)
        if found is not None:
            return appended(found)
    near = adjacent_two if unit else adjacent_two_diag
    others = all_objs(rt).items
    mine = value.items if type(value) is Items else (value,)
    rt.spend(len(others) * max(1, len(mine)))
    return appended(tuple([other for other in others if any(near(rt, one, other, *unit) for one in mine)]))


def adj(rt: Runtime, obj: Value, others: Value, unit: Value) -> bool:
    """``(adj obj objs unitSize)``."""
    items = a_list(others, "adj")
    rt.spend(len(items))
    return any(adjacent_two(rt, obj, other, unit) for other in items)


def obj_clicked(rt: Runtime, objs: Value) -> Items:
    """``(objClicked objs)``."""
    return appended(tuple([obj for obj in a_list(objs, "objClicked") if clicked(rt, obj)]))


def render_value(rt: Runtime, value: Value) -> Items:
    """``(renderValue obj|list)``."""
    _drawable(value)
    return elems_of(rt, value)


def intersects_elems(rt: Runtime, a: Value, b: Value) -> bool:
    """``(intersectsElems elems1 elems2)``."""
    mine, theirs = a_list(a, "intersectsElems"), a_list(b, "intersectsElems")
    if not mine or not theirs:
        return False
    rt.spend(len(mine) + len(theirs))
    places = {xy(place(elem)) for elem in theirs}
    return any(xy(place(elem)) in places for elem in mine)


def intersects_pos_elems(rt: Runtime, pos: Value, elems: Value) -> bool:
    """``(intersectsPosElems pos elems)``."""
    items = a_list(elems, "intersectsPosElems")
    rt.spend(len(items))
    return any(equal(rt, place(elem), pos) for elem in items)


def is_in(rt: Runtime, value: Value, items: Value) -> bool:
    """``(in e l)``."""
    found = a_list(items, "in")
    rt.spend(len(found))
    return any(equal(rt, item, value) for item in found)


def intersects_pos_poss(rt: Runtime, pos: Value, positions: Value) -> bool:
    """``(intersectsPosPoss pos poss)``."""
    found = a_list(positions, "intersectsPosPoss")
    rt.spend(len(found))
    return any(equal(rt, pos, item) for item in found)


def intersects(rt: Runtime, a: Value, b: Value) -> bool:
    """``(intersects a b)``: any two cells at one place, off the grid too."""
    _drawable(a)
    mine = places_of(rt, a)
    _drawable(b)
    theirs = places_of(rt, b)
    if len(mine) > len(theirs):
        mine, theirs = theirs, mine
    rt.spend(len(mine) + 1)
    return any(place in theirs for place in mine)


def is_free(rt: Runtime, value: Value) -> bool:
    """``(isFree obj)``."""
    _drawable(value)
    return all((x, y) not in rt.occupied for x, y, _ in cells_of(rt, value))


def is_free_pos_except(rt: Runtime, pos: Value, obj: Value) -> bool:
    """``(isFreePosExceptObj pos obj)``."""
    at = xy(pos)
    if at not in rt.occupied:
        return True
    _drawable(obj)
    return any((x, y) == at for x, y, _ in cells_of(rt, obj))


def is_free_range_except(rt: Runtime, start: Value, end: Value, obj: Value) -> bool:
    """``(isFreeRangeExceptObj start end obj)``: along the top row."""
    first, last = number(start), number(end)
    if last - first > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")
    rt.spend(max(0, last - first))
    _drawable(obj)
    own = {(x, y) for x, y, _ in cells_of(rt, obj)}
    return all((x, 0) in own or (x, 0) not in rt.occupied for x in range(first, last))


def next_liquid(rt: Runtime, obj: Value) -> Value:
    """``(nextLiquid obj)``: fall, or one step towards the nearest hole of the row below."""
    at, size = origin(obj), rt.g["GRID_SIZE"]
    if at.y != wrap(number(size) - 1):
        moved = shifted(rt, obj, 0, 1)
        if is_free(rt, moved):
            return moved
    below = wrap(at.y + 1)
    if size > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")
    rt.spend(max(0, size))
    if below == size or at.y + 2 >= 2**31:
        return obj
    occupied = rt.occupied
    holes = [x for x in range(size) if (x, below) not in occupied and (x, at.y) not in occupied]
    if not holes:
        return obj
    hole = min(reversed(holes), key=lambda x: (x - at.x) * (x - at.x))
    return next_liquid_to(rt, obj, Pos(hole, below))


def next_liquid_closest(rt: Runtime, obj: Value, holes: Value) -> Value:
    """``(nextLiquidClosestHole obj holes)``."""
    return next_liquid_to(rt, obj, closest_pos(rt, obj, holes)) if a_list(holes, "length") else obj


def next_liquid_to(rt: Runtime, obj: Value, hole: Value) -> Value:
    """``(nextLiquidMoveClosestHole obj closestHole)``."""
    above = move_pos(rt, hole, Pos(0, -1))
    step = unit_towards(rt, obj, above)
    moved = shifted(rt, obj, step.x, step.y)
    if xy(above) in rt.occupied or xy(moved.origin) in rt.occupied:
        return obj
    return moved if is_within_bounds(rt, moved) else obj


_DIRECTIONS = {"Right": (1, 0), "Left": (-1, 0), "Up": (0, -1), "Down": (0, 1)}
_BY_ARITY: dict[int, dict[str, Callable[..., Any]]] = {
    1: {
        **{f"move{name}": mover(*by) for name, by in _DIRECTIONS.items()},
        **{f"move{name}Pos": pos_mover(*by) for name, by in _DIRECTIONS.items()},
        **{f"move{n}NoCollision": step_no_collision(*by, n == "Right") for n, by in _DIRECTIONS.items()},
        "nextSolid": step_no_collision(0, 1),
        "rotateNoCollision": rotate_no_collision,
        "abs": absolute,
        "sign": sign,
        "vcat": concat,
        "adjacentObjsDiag": adjacent_objs,
        "objClicked": obj_clicked,
        "unitVectorSinglePos": unit_vector_single,
        "renderValue": render_value,
        "sum": total,
        "isFree": is_free,
        "nextLiquid": next_liquid,
    },
    2: {
        "move": move,
        "movePos": move_pos,
        "deltaPos": delta_pos,
        "displacement": delta_pos,
        "rect": rect,
        "deltaElem": delta_elem,
        "deltaObj": delta_obj,
        "adjacentElem": adjacent_elem,
        "adjacentPossDiag": adjacent_poss_diag,
        "adjacentTwoObjsDiag": adjacent_two_diag,
        "adjacentObjs": adjacent_objs,
        "sqdist": squared,
        "unitVector": unit_vector,
        "unitVectorObjPos": unit_towards,
        "max": largest,
        "min": smallest,
        "closest": closest,
        "closestPos": closest_pos,
        "intersectsElems": intersects_elems,
        "intersectsPosElems": intersects_pos_elems,
        "intersectsPosPoss": intersects_pos_poss,
        "intersects": intersects,
        "in": is_in,
        "isFreeExcept": free_except,
        "isFreePosExceptObj": is_free_pos_except,
        "nextLiquidClosestHole": next_liquid_closest,
        "nextLiquidMoveClosestHole": next_liquid_to,
    },
    3: {
        "moveNoCollision": move_no_collision,
        "adjacentPoss": adjacent_poss,
        "adjacentTwoObjs": adjacent_two,
        "adj": adj,
        "isFreeRangeExceptObj": is_free_range_except,
    },
    4: {"moveCanCollision": move_can_collision},
}


NATIVE: dict[str, tuple[Callable[..., Any], int]] = {
    name: (function, arity) for arity, table in _BY_ARITY.items() for name, function in table.items()
}
"""Name -> (function, number of arguments)."""

import os
if "KERNELS" in os.environ:
    NATIVE = {name: NATIVE[name] for name in os.environ["KERNELS"].split(",") if name}
