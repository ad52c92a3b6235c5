"""The builtin functions: what the language's library (``library.py``) cannot say in Autumn itself.

Each takes the machine, the caller's environment and its arguments.
"""

from collections.abc import Callable
from functools import partial
from math import isqrt
from typing import Any

from .comparing import appended, equal, inferred, need, put, truthy, type_text, uniform, wrap
from .evaluate import rendered
from .running import Env, Running, grid_size
from .text import fail
from .values import CELL, FUNCTIONS, POSITION, Expr, Instance, Items, Native, Value

MAX_LIST = 100_000
Values = tuple[Value, ...]


def _short_enough(m: Running, length: int) -> None:
    """Refuse a list that is too long; its elements count as work."""
    fail(length > MAX_LIST, f"a list of more than {MAX_LIST} elements")
    m.spend(max(0, length))


def _positions(m: Running, places: list[tuple[int, int]]) -> Items:
    _short_enough(m, len(places))
    return uniform(tuple([Instance(POSITION, place) for place in places]))


def _map(m: Running, env: Env, function: Value, items: Values) -> Items:
    return Items(tuple([m.call(env, function, item) for item in items]))


def _filter(m: Running, env: Env, function: Value, items: Values) -> Items:
    return appended(tuple([item for item in items if truthy(m.call(env, function, item))]))


def _foldl(m: Running, env: Env, function: Value, so_far: Value, items: Values) -> Value:
    for item in items:
        so_far = m.call(env, function, so_far, item)
    return so_far


def _any(m: Running, env: Env, *given: Value) -> bool:
    items = m.argument("l", given[-1])
    if len(given) == 1:
        return any(map(truthy, items))
    function = m.argument("f", given[0])
    return any(truthy(m.call(env, function, item)) for item in items)


def _concat(m: Running, env: Env, items: Values) -> Items:
    parts = [need(item, Items).items for item in items]
    _short_enough(m, sum(map(len, parts)))
    return Items(tuple([item for part in parts for item in part]))


def _at(m: Running, env: Env, items: Values, place: int) -> Value:
    fail(not 0 <= place < len(items), f"at: index {place} in a list of {len(items)}")
    return items[place]


def _end(place: int, m: Running, env: Env, items: Values) -> Value:
    """``head``, and ``tail``, which is the last element."""
    fail(not items, "head or tail of an empty list")
    return items[place]


def _range(m: Running, env: Env, start: int, end: int) -> Items:
    _short_enough(m, end - start)
    return uniform(tuple(range(start, end)))


def _array_equal(m: Running, env: Env, mine: Values, theirs: Values) -> Items:
    fail(len(mine) != len(theirs), "arrayEqual needs lists of one length")
    return appended(tuple(map(equal, mine, theirs)))


def _sqrt(m: Running, env: Env, value: int) -> int:
    fail(value < 0, "sqrt of a negative number")
    return isqrt(value)


def _uniform_choice(m: Running, env: Env, items: Values, count: int | None = None) -> Value:
    """One element, or ``count`` of them with replacement; one draw each."""
    fail(not items, "uniformChoice from an empty list")
    if count is None:
        return items[m.source.next(len(items))]
    fail(count < 1, "uniformChoice needs a positive number of choices")
    _short_enough(m, count)
    return appended(tuple([items[m.source.next(len(items))] for _ in range(count)]))


def _adj_positions(m: Running, env: Env, place: tuple[int, int]) -> Items:
    """The neighbours left, right, up and down that lie in the grid."""
    (x, y), size = place, grid_size(m.names)
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return _positions(m, [(a, b) for a, b in near if 0 <= a < size and 0 <= b < size])


def _all_positions(m: Running, env: Env, width: int, height: int | None = None) -> Items:
    rows = width if height is None else height
    wrong = min(width, rows) < 0 or width * rows > MAX_LIST
    fail(wrong, "allPositions needs numbers that are neither negative nor too large")
    return _positions(m, [(x, y) for x in range(width) for y in range(rows)])


def _random_positions(m: Running, env: Env, size: int, count: int) -> Items:
    """``count`` positions, x drawn before y."""
    wrong = size < 0 or count > MAX_LIST or (size == 0 and count > 0)
    fail(wrong, "randomPositions needs a grid that is not empty")
    return _positions(m, [(m.source.next(size), m.source.next(size)) for _ in range(count)])


def _is_within_bounds(m: Running, env: Env, value: Value) -> bool:
    size = grid_size(m.names)
    return all(0 <= x < size and 0 <= y < size for x, y, _ in m.cells(value, env))


def _clicked(m: Running, env: Env, value: Value = None) -> bool:
    """Any click in this step, or one on a cell of the value; defines the global ``click``."""
    if m.click is None:
        return False
    m.define("click", Instance(POSITION, m.click))
    if value is None:
        return True
    places = frozenset((x, y) for x, y, _ in m.cells(value, env))
    m.compared.add(places)
    return m.click in places


def _all_objs(m: Running, env: Env) -> Items:
    """The objects of all variables, the variables in the order of the reference's hash table."""
    objects: list[Value] = []
    for name in m.hash_order():
        waiting = [m.names[name]]
        while waiting:
            value = waiting.pop()
            m.spend(1)
            if type(value) is Instance and value.kind.cells:
                objects.append(value)
            elif type(value) is Items:
                waiting += reversed(value.items)
    return Items(tuple(objects))


def _copied(value: Value) -> Value:
    """A copy as addObj and updateObj make it: another identity, all else shared."""
    if type(value) is Items:
        return Items(tuple([_copied(item) for item in value.items]), inferred(value.items))
    if type(value) is not Instance:
        return value
    fail(value.mistyped, f"a field of {value.kind.name} holds a value of another type than declared")
    return Instance(value.kind, value.values)


def _add_obj(m: Running, env: Env, items: Values, added: Value) -> Items:
    """Elements of the list are copied, so that they get another identity."""
    items = tuple([_copied(item) for item in items])
    new = added.items if type(added) is Items else (m.argument("o", added),)
    _short_enough(m, len(items) + len(new))
    if type(added) is Items:
        return Items(items + new, inferred(items))
    fail(inferred(items) == "Unknown", "addObj to a list of objects of several types")
    return Items(items + new, f"List<{type_text(added)}>")


def _remove_obj(m: Running, env: Env, value: Value, removed: Value = None) -> Value:
    """By a test or by identity; with one argument, the first global variable that holds the value."""
    if removed is None:
        mark = m.identity(need(value, Items, Instance))
        held = [name for name in m.hash_order() if m.identity(m.names[name]) == mark]
        for name in held[:1]:
            del m.names[name]
        return value
    items = m.argument("l", value)
    if type(removed) in FUNCTIONS:
        rest = tuple([item for item in items if not truthy(m.call(env, removed, item))])
    else:
        need(removed, Items, Instance)
        gone = {_mark(m, item) for item in (removed.items if type(removed) is Items else (removed,))}
        rest = tuple([item for item in items if _mark(m, item) not in gone])
    return Items(rest, inferred(rest))


def _mark(m: Running, value: Value) -> Any:
    """What removeObj compares: numbers, booleans and strings have no identity here but their value."""
    return m.identity(value) if hasattr(value, "id") else (type(value).__name__, value)


def _update_obj(m: Running, env: Env, value: Value, second: Value, third: Value = None) -> Value:
    """``(obj "field" v)``, ``(obj f)``, ``(list f)`` or ``(list f test)``."""
    if type(value) is Items:
        items = m.argument("l", value)
        if third is None:
            return _map(m, env, m.argument("f", second), items)
        need(second, *FUNCTIONS), need(third, *FUNCTIONS)
        changed = [m.call(env, second, item) if truthy(m.call(env, third, item)) else item for item in items]
        return appended(tuple(changed))
    need(value, Instance)
    if third is None:
        return m.call(env, need(second, *FUNCTIONS), value)
    new = _copied(value)
    put(new, need(second, str).strip('"'), third)
    return new


def _rotate(m: Running, env: Env, value: Value) -> Value:
    """A copy of the object; the cells, which both share, are turned in place: x' = -y, y' = x."""
    new = _copied(value)
    fail(not value.kind.cells, "rotate needs an object")
    for cell in m.argument("l", value.values[-1]):
        x, y, colour = need(cell, CELL).values
        turned = wrap(-y.constant) if type(y.constant) is int else None
        cell.values = (Expr(("unary", "-", y.node), y.captured, turned), x, colour)
    return new


def _prev(m: Running, env: Env, value: Value) -> Value:
    """A global at the start of the step: by its name, or the one with the identity of the value."""
    if type(value) is str:
        return m.previous(value)
    fail(m.prev is None, "prev before the first step")
    mark, held = m.identity(need(value, Items, Instance)), m.prev or {}
    found = [held[name] for name in m.order if getattr(held.get(name), "id", None) == mark]
    fail(not found, "prev: no variable holds this value")
    return found[0]


_KEY = "?vvvvvvvvv"
_TABLE: dict[str, tuple[str, Callable[..., Value]]] = {
    "map": ("fl", _map),
    "concat": ("l", _concat),
    "filter": ("fl", _filter),
    "foldl": ("fvl", _foldl),
    "length": ("n", lambda m, env, items: len(items)),
    "head": ("n", partial(_end, 0)),
    "at": ("ni", _at),
    "tail": ("n", partial(_end, -1)),
    "renderAll": ("", lambda m, env: rendered(m, m.shown(), env)),
    "defined": ("s", lambda m, env, name: name in m.names),
    "arrayEqual": ("ln", _array_equal),
    "sqrt": ("i", _sqrt),
    "prev": ("v", _prev),
    "any": ("v?v", _any),
    "isList": ("v", lambda m, env, value: type(value) is Items),
    "uniformChoice": ("n?i", _uniform_choice),
    "adjPositions": ("p", _adj_positions),
    "addObj": ("lv", _add_obj),
    "isFreePos": ("p", lambda m, env, place: place not in m.occupied),
    "range": ("ii", _range),
    "print": ("v", lambda m, env, value: value),
    "removeObj": ("v?v", _remove_obj),
    "updateObj": ("vv?v", _update_obj),
    "randomPositions": ("ii", _random_positions),
    "allPositions": ("i?i", _all_positions),
    "clicked": ("?v", _clicked),
    "left": (_KEY, lambda m, env, *ignored: m.key == "left"),
    "right": (_KEY, lambda m, env, *ignored: m.key == "right"),
    "up": (_KEY, lambda m, env, *ignored: m.key == "up"),
    "down": (_KEY, lambda m, env, *ignored: m.key == "down"),
    "isWithinBounds": ("v", _is_within_bounds),
    "allObjs": ("", _all_objs),
    "rotate": ("o", _rotate),
}
"""Name -> (sorts of arguments, ``?`` before those that may be left out; function), in the reference's order."""


def table() -> dict[str, Native]:
    """The builtins by name."""
    return {
        name: Native(name, len(sorts.partition("?")[0]), sorts.replace("?", ""), body)
        for name, (sorts, body) in _TABLE.items()
    }
