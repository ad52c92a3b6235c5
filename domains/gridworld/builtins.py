"""Autumn's builtin functions on lists and numbers, and the table of all builtins.

A builtin is a Python function of the runtime and its arguments; its table entry holds the numbers of
arguments that it takes.  Each raises AutumnError, whose place the compiler adds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any

from ...instances.errors import AutumnError
from . import builtins_grid as grid
from . import builtins_objects as objects
from .equality import equal
from .limits import MAX_LIST
from .objects import all_objs
from .runtime import Runtime, truthy
from .values import Callable_, Items, Lambda, Value, appended


def a_list(value: Value, name: str) -> tuple[Value, ...]:
    """The elements of a list argument."""
    if type(value) is not Items:
        raise AutumnError(f"{name} needs a list")
    items: tuple[Value, ...] = value.items
    return items


def a_function(value: Value, name: str) -> Callable[[Any, tuple[Value, ...]], Value]:
    """How to call a function argument."""
    if type(value) is not Lambda and type(value) is not Callable_:
        raise AutumnError(f"{name} needs a function")
    call: Callable[[Any, tuple[Value, ...]], Value] = value.call
    return call


def a_number(value: Value, name: str) -> int:
    """A number argument."""
    if type(value) is not int:
        raise AutumnError(f"{name} needs a number")
    return value


def fits(length: int) -> None:
    """Refuse a list longer than MAX_LIST."""
    if length > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")


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
    "adjPositions": (grid.adj_positions, 1, 1),
    "allPositions": (grid.all_positions, 1, 2),
    "randomPositions": (grid.random_positions, 2, 2),
    "isFreePos": (grid.is_free_pos, 1, 1),
    "isWithinBounds": (grid.is_within_bounds, 1, 1),
    "clicked": (grid.clicked, 0, 1),
    "left": (grid.pressed("left"), 0, 9),
    "right": (grid.pressed("right"), 0, 9),
    "up": (grid.pressed("up"), 0, 9),
    "down": (grid.pressed("down"), 0, 9),
    "renderAll": (grid.render_all, 0, 0),
    "allObjs": (all_objs, 0, 0),
    "addObj": (objects.add_obj, 2, 2),
    "removeObj": (objects.remove_obj, 1, 2),
    "updateObj": (objects.update_obj, 2, 3),
    "rotate": (objects.rotate, 1, 1),
    "defined": (objects.defined, 1, 1),
    "prev": (objects.prev, 1, 1),
}
"""Name -> (function, fewest arguments, most arguments)."""


def call_builtin(name: str, rt: Runtime, arguments: tuple[Value, ...]) -> Value:
    """Call a builtin as a value, with its number of arguments checked."""
    function, fewest, most = BUILTINS[name]
    if not fewest <= len(arguments) <= most:
        raise AutumnError(f"{name} takes {fewest} to {most} arguments, not {len(arguments)}")
    return function(rt, *arguments)
