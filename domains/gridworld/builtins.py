"""Autumn's builtin functions on lists and numbers, and the table of all builtins.

A builtin is a Python function of the runtime and its arguments; its table entry holds the numbers of
arguments that it takes.  Each raises AutumnError, whose place the compiler adds.
"""

from collections.abc import Callable
from math import isqrt
from typing import Any

from ...instances.errors import AutumnError
from . import objects
from .drawing import cells_of, grid_size, places_of
from .objects import equal
from .runtime import Runtime, fits, truthy
from .values import POSITION, Elem, Items, Pos, Value, appended, is_function

POSITIONS = f"List<{POSITION}>"


def a_list(value: Value, name: str) -> tuple[Value, ...]:
    """The elements of a list argument."""
    if type(value) is not Items:
        raise AutumnError(f"{name} needs a list")
    items: tuple[Value, ...] = value.items
    return items


def a_function(value: Value, name: str) -> Callable[[Any, tuple[Value, ...]], Value]:
    """How to call a function argument."""
    if not is_function(value):
        raise AutumnError(f"{name} needs a function")
    call: Callable[[Any, tuple[Value, ...]], Value] = value.call
    return call


def a_number(value: Value, name: str) -> int:
    """A number argument."""
    if type(value) is not int:
        raise AutumnError(f"{name} needs a number")
    return value


def map_(rt: Runtime, function: Value, value: Value) -> Items:
    """``(map f l)``."""
    call, items = a_function(function, "map"), a_list(value, "map")
    rt.spend(len(items))
    return Items(tuple([call(rt, (item,)) for item in items]))


def filter_(rt: Runtime, function: Value, value: Value) -> Items:
    """``(filter f l)``."""
    call, items = a_function(function, "filter"), a_list(value, "filter")
    rt.spend(len(items))
    return appended(tuple([item for item in items if truthy(call(rt, (item,)))]))


def foldl(rt: Runtime, function: Value, start: Value, value: Value) -> Value:
    """``(foldl f acc l)``, with ``(f acc x)``."""
    call, items = a_function(function, "foldl"), a_list(value, "foldl")
    rt.spend(len(items))
    for item in items:
        start = call(rt, (start, item))
    return start


def any_(rt: Runtime, *given: Value) -> bool:
    """``(any f l)`` or ``(any l)``."""
    items = a_list(given[-1], "any")
    rt.spend(len(items))
    if len(given) == 1:
        return any(map(truthy, items))
    call = a_function(given[0], "any")
    return any(truthy(call(rt, (item,))) for item in items)


def concat(rt: Runtime, value: Value) -> Items:
    """``(concat listOfLists)``."""
    parts = [a_list(part, "concat") for part in a_list(value, "concat")]
    length = sum(map(len, parts))
    fits(length)
    rt.spend(len(parts) + length)
    return Items(tuple([item for part in parts for item in part]))


def length(rt: Runtime, value: Value) -> int:
    """``(length l)``."""
    return len(a_list(value, "length"))


def head(rt: Runtime, value: Value) -> Value:
    """``(head l)``."""
    items = a_list(value, "head")
    if not items:
        raise AutumnError("head of an empty list")
    return items[0]


def tail(rt: Runtime, value: Value) -> Value:
    """``(tail l)``: the *last element*."""
    items = a_list(value, "tail")
    if not items:
        raise AutumnError("tail of an empty list")
    return items[-1]


def at(rt: Runtime, value: Value, index: Value) -> Value:
    """``(at l i)``."""
    items, place = a_list(value, "at"), a_number(index, "at")
    if not 0 <= place < len(items):
        raise AutumnError(f"at: index {place} in a list of {len(items)}")
    return items[place]


def range_(rt: Runtime, start: Value, end: Value) -> Items:
    """``(range a b)``, without b."""
    first, last = a_number(start, "range"), a_number(end, "range")
    fits(last - first)
    rt.spend(max(0, last - first))
    items = tuple(range(first, last))
    return Items(items, "List<Number>" if items else None)


def is_list(rt: Runtime, value: Value) -> bool:
    """``(isList v)``."""
    return type(value) is Items


def array_equal(rt: Runtime, left: Value, right: Value) -> Items:
    """``(arrayEqual a b)``: a list of booleans."""
    mine, theirs = a_list(left, "arrayEqual"), a_list(right, "arrayEqual")
    if len(mine) != len(theirs):
        raise AutumnError("arrayEqual needs lists of one length")
    rt.spend(len(mine))
    return appended(tuple([equal(rt, a, b) for a, b in zip(mine, theirs, strict=True)]))


def sqrt(rt: Runtime, value: Value) -> int:
    """``(sqrt n)``, rounded down."""
    number = a_number(value, "sqrt")
    if number < 0:
        raise AutumnError("sqrt of a negative number")
    return isqrt(number)


def print_(rt: Runtime, value: Value) -> Value:
    """``(print v)``: its argument; nothing is printed here."""
    return value


def uniform_choice(rt: Runtime, value: Value, count: Value = None) -> Value:
    """``(uniformChoice l)``: one element; ``(uniformChoice l n)``: n of them, with replacement."""
    items = a_list(value, "uniformChoice")
    if not items:
        raise AutumnError("uniformChoice from an empty list")
    if count is None:
        return items[rt.source.next(len(items))]
    number = a_number(count, "uniformChoice")
    if number < 1:
        raise AutumnError("uniformChoice needs a positive number of choices")
    fits(number)
    rt.spend(number)
    return appended(tuple([items[rt.source.next(len(items))] for _ in range(number)]))


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
    fits(width * rows)
    rt.spend(width * rows)
    places = tuple([Pos(x, y) for x in range(width) for y in range(rows)])
    return Items(places, POSITIONS if places else None)


def random_positions(rt: Runtime, size: Value, count: Value) -> Items:
    """``(randomPositions n k)``: k positions, x drawn before y."""
    if type(size) is not int or type(count) is not int or size < 0:
        raise AutumnError("randomPositions needs two numbers, the first not negative")
    fits(count)
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
    return (value.x, value.y) not in rt.drawn.places


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


BUILTINS: dict[str, tuple[Callable[..., Value], int, int]] = {
    "map": (map_, 2, 2),
    "filter": (filter_, 2, 2),
    "foldl": (foldl, 3, 3),
    "any": (any_, 1, 2),
    "concat": (concat, 1, 1),
    "length": (length, 1, 1),
    "head": (head, 1, 1),
    "tail": (tail, 1, 1),
    "at": (at, 2, 2),
    "range": (range_, 2, 2),
    "isList": (is_list, 1, 1),
    "arrayEqual": (array_equal, 2, 2),
    "sqrt": (sqrt, 1, 1),
    "print": (print_, 1, 1),
    "uniformChoice": (uniform_choice, 1, 2),
    "adjPositions": (adj_positions, 1, 1),
    "allPositions": (all_positions, 1, 2),
    "randomPositions": (random_positions, 2, 2),
    "isFreePos": (is_free_pos, 1, 1),
    "isWithinBounds": (is_within_bounds, 1, 1),
    "clicked": (clicked, 0, 1),
    "left": (pressed("left"), 0, 9),
    "right": (pressed("right"), 0, 9),
    "up": (pressed("up"), 0, 9),
    "down": (pressed("down"), 0, 9),
    "renderAll": (render_all, 0, 0),
    "allObjs": (objects.all_objs, 0, 0),
    "addObj": (objects.add_obj, 2, 2),
    "removeObj": (objects.remove_obj, 1, 2),
    "updateObj": (objects.update_obj, 2, 3),
    "rotate": (objects.rotate, 1, 1),
    "defined": (objects.defined, 1, 1),
    "prev": (objects.prev, 1, 1),
}
"""Name -> (function, fewest arguments, most arguments)."""
