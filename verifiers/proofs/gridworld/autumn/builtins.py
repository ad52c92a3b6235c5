"""The builtin functions: what the language's library (``library.py``) cannot say in Autumn itself.

Each takes the machine, the caller's environment and its arguments.
"""

from collections.abc import Callable
from functools import partial
from math import isqrt
from typing import Any

from .comparing import appended, equal, inferred, put, sort, truthy, type_text, uniform, wrap
from .running import Running, grid_size
from .text import ProgramError, fail
from .values import CELL, POSITION, Env, Expr, Function, Instance, Items, Native, Value

MAX_LIST = 100_000


def need(value: Value, *sorts: Any) -> Any:
    """The value, which must be of one of the sorts; ``Instance``: of any kind of instances."""
    if type(value) not in sorts and sort(value) not in sorts:
        raise ProgramError(f"{type_text(value).split(' {')[0]}: a value of another type is needed")
    return value


def listed(m: Running, value: Value) -> tuple[Value, ...]:
    """The elements of a list, which count as work."""
    items: tuple[Value, ...] = need(value, Items).items
    m.spend(len(items))
    return items


def positions(m: Running, places: list[tuple[int, int]]) -> Items:
    """A list of positions."""
    short_enough(m, len(places))
    return uniform(tuple([Instance(POSITION, place) for place in places]))


def short_enough(m: Running, length: int) -> None:
    """Refuse a list that is too long; its elements count as work."""
    fail(length > MAX_LIST, f"a list of more than {MAX_LIST} elements")
    m.spend(max(0, length))


def _map(m: Running, env: Env, function: Value, value: Value) -> Items:
    need(function, Function, Native)
    return Items(tuple([m.call(env, function, [item]) for item in listed(m, value)]))


def _filter(m: Running, env: Env, function: Value, value: Value) -> Items:
    need(function, Function, Native)
    return appended(tuple([item for item in listed(m, value) if truthy(m.call(env, function, [item]))]))


def _foldl(m: Running, env: Env, function: Value, so_far: Value, value: Value) -> Value:
    need(function, Function, Native)
    for item in listed(m, value):
        so_far = m.call(env, function, [so_far, item])
    return so_far


def _any(m: Running, env: Env, *given: Value) -> bool:
    items = listed(m, given[-1])
    if len(given) == 1:
        return any(map(truthy, items))
    function = need(given[0], Function, Native)
    return any(truthy(m.call(env, function, [item])) for item in items)


def _concat(m: Running, env: Env, value: Value) -> Items:
    parts = [need(part, Items).items for part in listed(m, value)]
    short_enough(m, sum(map(len, parts)))
    return Items(tuple([item for part in parts for item in part]))


def _at(m: Running, env: Env, value: Value, index: Value) -> Value:
    items, place = need(value, Items).items, need(index, int)
    fail(not 0 <= place < len(items), f"at: index {place} in a list of {len(items)}")
    return items[place]


def _end(place: int, m: Running, env: Env, value: Value) -> Value:
    """``head``, and ``tail``, which is the last element."""
    fail(not need(value, Items).items, "head or tail of an empty list")
    return value.items[place]


def _range(m: Running, env: Env, start: Value, end: Value) -> Items:
    short_enough(m, need(end, int) - need(start, int))
    return uniform(tuple(range(start, end)))


def _array_equal(m: Running, env: Env, left: Value, right: Value) -> Items:
    mine, theirs = listed(m, left), need(right, Items).items
    fail(len(mine) != len(theirs), "arrayEqual needs lists of one length")
    return appended(tuple([equal(a, b) for a, b in zip(mine, theirs, strict=True)]))


def _sqrt(m: Running, env: Env, value: Value) -> int:
    fail(need(value, int) < 0, "sqrt of a negative number")
    return isqrt(value)


def _uniform_choice(m: Running, env: Env, value: Value, count: Value = None) -> Value:
    """One element, or ``count`` of them with replacement; one draw each."""
    items = need(value, Items).items
    fail(not items, "uniformChoice from an empty list")
    if count is None:
        return items[m.source.next(len(items))]
    fail(need(count, int) < 1, "uniformChoice needs a positive number of choices")
    short_enough(m, count)
    return appended(tuple([items[m.source.next(len(items))] for _ in range(count)]))


def _adj_positions(m: Running, env: Env, value: Value) -> Items:
    """The neighbours left, right, up and down that lie in the grid."""
    (x, y), size = need(value, POSITION).values, grid_size(m.globals.names)
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return positions(m, [(a, b) for a, b in near if 0 <= a < size and 0 <= b < size])


def _all_positions(m: Running, env: Env, width: Value, height: Value = None) -> Items:
    rows = width if height is None else height
    if min(need(width, int), need(rows, int)) < 0 or width * rows > MAX_LIST:
        raise ProgramError("allPositions needs numbers that are neither negative nor too large")
    return positions(m, [(x, y) for x in range(width) for y in range(rows)])


def _random_positions(m: Running, env: Env, size: Value, count: Value) -> Items:
    """``count`` positions, x drawn before y."""
    if need(size, int) < 0 or need(count, int) > MAX_LIST or (size == 0 and count > 0):
        raise ProgramError("randomPositions needs a grid that is not empty")
    return positions(m, [(m.source.next(size), m.source.next(size)) for _ in range(count)])


def _is_free_pos(m: Running, env: Env, value: Value) -> bool:
    """Nothing was drawn there when the frame was last drawn."""
    return need(value, POSITION).values not in m.occupied


def _is_within_bounds(m: Running, env: Env, value: Value) -> bool:
    size = grid_size(m.globals.names)
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


def _render_all(m: Running, env: Env) -> Items:
    values = [m.globals.names[name] for name in m.order if name in m.globals.names]
    return m.rendered(Items(tuple(values)), env)


def _all_objs(m: Running, env: Env) -> Items:
    """The objects of all variables, the variables in the order of the reference's hash table."""
    objects: list[Value] = []
    for name in m.hash_order():
        waiting = [m.globals.names[name]]
        while waiting:
            value = waiting.pop()
            m.spend(1)
            if type(value) is Instance and value.kind.cells:
                objects.append(value)
            elif type(value) is Items:
                waiting += reversed(value.items)
    return Items(tuple(objects))


def copied(value: Value) -> Value:
    """A copy as addObj and updateObj make it: another identity, all else shared."""
    if type(value) is Items:
        return Items(tuple([copied(item) for item in value.items]), inferred(value.items))
    if type(value) is not Instance:
        return value
    fail(value.mistyped, f"a field of {value.kind.name} holds a value of another type than declared")
    return Instance(value.kind, value.values)


def _add_obj(m: Running, env: Env, value: Value, added: Value) -> Items:
    """Elements of the list are copied, so that they get another identity."""
    items = tuple([copied(item) for item in listed(m, value)])
    if type(added) is Items:
        short_enough(m, len(items) + len(added.items))
        return Items(items + added.items, inferred(items))
    need(added, Instance)
    short_enough(m, len(items) + 1)
    fail(inferred(items) == "Unknown", "addObj to a list of objects of several types")
    return Items((*items, added), f"List<{type_text(added)}>")


def _remove_obj(m: Running, env: Env, value: Value, removed: Value = None) -> Value:
    """By a test or by identity; with one argument, the first global variable that holds the value."""
    if removed is None:
        mark = m.identity(need(value, Items, Instance))
        held = [name for name in m.hash_order() if m.identity(m.globals.names[name]) == mark]
        if held:
            del m.globals.names[held[0]]
        return value
    items = listed(m, value)
    if type(removed) in (Function, Native):
        rest = tuple([item for item in items if not truthy(m.call(env, removed, [item]))])
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
        if third is None:
            return _map(m, env, second, value)
        need(second, Function, Native), need(third, Function, Native)
        changed = [
            m.call(env, second, [item]) if truthy(m.call(env, third, [item])) else item
            for item in listed(m, value)
        ]
        return appended(tuple(changed))
    need(value, Instance)
    if third is None:
        return m.call(env, need(second, Function, Native), [value])
    new = copied(value)
    put(new, need(second, str).strip('"'), third)
    return new


def _rotate(m: Running, env: Env, value: Value) -> Value:
    """A copy of the object; the cells, which both share, are turned in place: x' = -y, y' = x."""
    new = copied(need(value, Instance))
    fail(not value.kind.cells, "rotate needs an object")
    for cell in listed(m, value.values[-1]):
        x, y, colour = need(cell, CELL).values
        cell.values = (_negated(y), x, colour)
    return new


def _negated(expr: Expr) -> Expr:
    if type(expr.constant) is int:
        return Expr(wrap(-expr.constant), None, {}, f"(- {expr.text})")
    return Expr(None, lambda env: wrap(-need(expr.run(env), int)), expr.captured, f"(- {expr.text})")


def _prev(m: Running, env: Env, value: Value) -> Value:
    """A global at the start of the step: by its name, or the one with the identity of the value."""
    if type(value) is str:
        return m.previous(value)
    if m.prev is None:
        raise ProgramError("prev before the first step")
    mark = m.identity(need(value, Items, Instance))
    for name in m.order:
        if name in m.prev and hasattr(m.prev[name], "id") and m.prev[name].id == mark:
            return m.prev[name]
    raise ProgramError("prev: no variable holds this value")


def _pressed(key: str, m: Running, env: Env, *ignored: Value) -> bool:
    return m.key == key


_TABLE: dict[str, tuple[Callable[..., Value], int, int]] = {
    "map": (_map, 2, 2),
    "concat": (_concat, 1, 1),
    "filter": (_filter, 2, 2),
    "foldl": (_foldl, 3, 3),
    "length": (lambda m, env, value: len(need(value, Items).items), 1, 1),
    "head": (partial(_end, 0), 1, 1),
    "at": (_at, 2, 2),
    "tail": (partial(_end, -1), 1, 1),
    "renderAll": (_render_all, 0, 0),
    "defined": (lambda m, env, value: need(value, str) in m.globals.names, 1, 1),
    "arrayEqual": (_array_equal, 2, 2),
    "sqrt": (_sqrt, 1, 1),
    "prev": (_prev, 1, 1),
    "any": (_any, 1, 2),
    "isList": (lambda m, env, value: type(value) is Items, 1, 1),
    "uniformChoice": (_uniform_choice, 1, 2),
    "adjPositions": (_adj_positions, 1, 1),
    "addObj": (_add_obj, 2, 2),
    "isFreePos": (_is_free_pos, 1, 1),
    "range": (_range, 2, 2),
    "print": (lambda m, env, value: value, 1, 1),
    "removeObj": (_remove_obj, 1, 2),
    "updateObj": (_update_obj, 2, 3),
    "randomPositions": (_random_positions, 2, 2),
    "allPositions": (_all_positions, 1, 2),
    "clicked": (_clicked, 0, 1),
    **{key: (partial(_pressed, key), 0, 9) for key in ("left", "right", "up", "down")},
    "isWithinBounds": (_is_within_bounds, 1, 1),
    "allObjs": (_all_objs, 0, 0),
    "rotate": (_rotate, 1, 1),
}
"""Name -> (function, fewest arguments, most), in the order in which the reference defines them."""


def table(m: Running) -> dict[str, Native]:
    """The builtins of one machine."""
    return {
        name: Native(partial(function, m), fewest, most, name)
        for name, (function, fewest, most) in _TABLE.items()
    }
