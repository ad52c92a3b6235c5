"""Builtins that look at the grid and at the input: positions, bounds, occupancy, clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.errors import AutumnError
from .drawing import cells_of, grid_size, places_of
from .limits import MAX_LIST
from .runtime import Runtime
from .values import POSITION, Elem, Items, Pos, Value

POSITIONS = f"List<{POSITION}>"


def adj_positions(rt: Runtime, value: Value) -> Items:
    """``(adjPositions p)``: the neighbours left, right, up and down that lie in the grid."""
    if type(value) is not Pos:
        raise AutumnError("adjPositions needs a Position")
    x, y, size = value.x, value.y, grid_size(rt)
    near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return Items(tuple([Pos(a, b) for a, b in near if 0 <= a < size and 0 <= b < size]), POSITIONS)


def all_positions(rt: Runtime, width: Value, height: Value = None) -> Items:
    """``(allPositions n)`` or ``(allPositions n m)``: x is the outer loop."""
    rows = width if height is None else height
    if type(width) is not int or type(rows) is not int or width < 0 or rows < 0:
        raise AutumnError("allPositions needs numbers that are not negative")
    if width * rows > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")
    rt.spend(width * rows)
    places = tuple([Pos(x, y) for x in range(width) for y in range(rows)])
    return Items(places, POSITIONS if places else None)


def random_positions(rt: Runtime, size: Value, count: Value) -> Items:
    """``(randomPositions n k)``: k positions, x drawn before y."""
    if type(size) is not int or type(count) is not int or size < 0:
        raise AutumnError("randomPositions needs two numbers, the first not negative")
    if count > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")
    if size == 0 and count > 0:
        raise AutumnError("randomPositions in a grid of size 0")
    rt.spend(max(0, count))
    places = []
    for _ in range(count):
        x = rt.source.next(size)
        places.append(Pos(x, rt.source.next(size)))
    return Items(tuple(places), POSITIONS if places else None)


def is_free_pos(rt: Runtime, value: Value) -> bool:
    """``(isFreePos p)``: nothing was drawn there when the frame was last drawn."""
    if type(value) is not Pos:
        raise AutumnError("isFreePos needs a Position")
    return (value.x, value.y) not in rt.occupied


def is_within_bounds(rt: Runtime, value: Value) -> bool:
    """``(isWithinBounds obj|list)``: all cells lie in the grid."""
    size = grid_size(rt)
    for x, y, _ in cells_of(rt, value):  # noqa: SIM110 -- a generator would cost as much again
        if not (0 <= x < size and 0 <= y < size):
            return False
    return True


def clicked(rt: Runtime, value: Value = None) -> bool:
    """``clicked``: any click in this step; ``(clicked obj|list)``: a click on one of its cells.

    While a click is pending each call defines the global ``click``.
    """
    if rt.click is None:
        return False
    rt.define("click", Pos(*rt.click))
    if value is None:
        return True
    place = rt.click
    places = places_of(rt, value)
    if rt.probe is not None:
        rt.probe.append(places)
    return place in places


def pressed(key: str) -> Callable[..., bool]:
    """``left``, ``right``, ``up`` or ``down``; arguments are ignored."""

    def is_pressed(rt: Runtime, *ignored: Any) -> bool:
        return rt.keys == key

    return is_pressed


def render_all(rt: Runtime) -> Items:
    """``((renderAll))``: the cells of all variables; the occupancy stays as it was."""
    cells = [cell for name in rt.order if name in rt.g for cell in cells_of(rt, rt.g[name])]
    return Items(tuple([Elem(Pos(x, y), colour) for x, y, colour in cells]))
