"""The builtin functions: what the language's library (``library.py``) cannot say in Autumn itself."""

from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import chain
from math import isqrt
from typing import Any, ClassVar

from .comparing import appended, copied, equal, inferred, listed, need, put, truthy, type_text, wrap
from .evaluate import compiled, rendered
from .program import walked
from .running import Env, Running
from .text import fail
from .values import CELL, FUNCTIONS, POSITION, Expr, Instance, Items, Value

MAX_LIST = 100_000
Values = tuple[Value, ...]
Place = tuple[int, int]


class Builtins(Running):
    """The functions: each is given the caller's environment and its arguments."""

    def _short_enough(self, length: int) -> None:
        """Refuse a list that is too long; its elements count as work."""
        fail(length > MAX_LIST, f"a list of more than {MAX_LIST} elements")
        self.spend(length)

    def _positions(self, places: list[Place]) -> Items:
        self._short_enough(len(places))
        return appended(tuple([Instance(POSITION, place) for place in places]))

    def _range(self, env: Env, start: int, end: int) -> Items:
        self._short_enough(len(range(start, end)))
        return appended(tuple(range(start, end)))

    def _in_order(self) -> dict[str, Value]:
        """All global variables, in the order of the reference's table."""
        held = {**self.predefined, **self.names}
        return {name: held[name] for name in walked(tuple(held))}

    def _any(self, env: Env, *given: Value) -> bool:
        items = self.argument("l", given[-1])
        test = self.argument("f", given[0]) if given[1:] else None
        return any(truthy(self.call(env, test, item) if test else item) for item in items)

    def _filter(self, env: Env, test: Value, items: Values) -> Items:
        return appended(tuple([item for item in items if truthy(self.call(env, test, item))]))

    def _concat(self, env: Env, items: Values) -> Items:
        parts = [need(item, Items).items for item in items]
        self._short_enough(sum(map(len, parts)))
        return Items(tuple(chain(*parts)))

    def _at(self, env: Env, items: Values, place: int) -> Value:
        fail(not 0 <= place < len(items), f"at: index {place} in a list of {len(items)}")
        return items[place]

    def _array_equal(self, env: Env, mine: Values, theirs: Values) -> Items:
        fail(len(mine) != len(theirs), "arrayEqual needs lists of one length")
        return appended(tuple(map(equal, mine, theirs)))

    def _sqrt(self, env: Env, value: int) -> int:
        fail(value < 0, "sqrt of a negative number")
        return isqrt(value)

    def _uniform_choice(self, env: Env, items: Values, count: int | None = None) -> Value:
        """One element, or ``count`` of them with replacement; one draw each."""
        fail(not items, "uniformChoice from an empty list")
        if count is None:
            return items[self.source.next(len(items))]
        fail(count < 1, "uniformChoice needs a positive number of choices")
        self._short_enough(count)
        return appended(tuple([items[self.source.next(len(items))] for _ in range(count)]))

    def _adj_positions(self, env: Env, place: Place) -> Items:
        """The neighbours left, right, up and down that lie in the grid."""
        (x, y), inside = place, range(self.size(self.names))
        near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return self._positions([(x, y) for x, y in near if x in inside and y in inside])

    def _all_positions(self, env: Env, width: int, height: int | None = None) -> Items:
        rows = width if height is None else height
        wrong = min(width, rows) < 0 or width * rows > MAX_LIST
        fail(wrong, "allPositions needs numbers that are neither negative nor too large")
        return self._positions([(x, y) for x in range(width) for y in range(rows)])

    def _random_positions(self, env: Env, size: int, count: int) -> Items:
        """``count`` positions, x drawn before y."""
        wrong = size < 0 or count > MAX_LIST or (size == 0 and count > 0)
        fail(wrong, "randomPositions needs a grid that is not empty")
        return self._positions([(self.source.next(size), self.source.next(size)) for _ in range(count)])

    def _is_within_bounds(self, env: Env, value: Value) -> bool:
        inside = range(self.size(self.names))
        return all(x in inside and y in inside for x, y, _ in self.cells(value, env))

    def _clicked(self, env: Env, value: Value = None) -> bool:
        """Any click in this step, or one on a cell of the value; defines the global ``click``."""
        if self.click is not None:
            self.define("click", Instance(POSITION, self.click))
        if self.click is None or value is None:
            return self.click is not None
        places = frozenset((x, y) for x, y, _ in self.cells(value, env))
        self.compared.add(places)
        return self.click in places

    def _objects(self, value: Value) -> Iterator[Value]:
        """The value if it is an object, or those in it."""
        self.spend(1)
        if type(value) is Instance and value.kind.cells:
            yield value
        elif type(value) is Items:
            for item in value.items:
                yield from self._objects(item)

    def _add_obj(self, env: Env, items: Values, added: Value) -> Items:
        """Elements of the list are copied, so that they get another identity."""
        items, single = tuple(map(copied, items)), type(added) is not Items
        more = (self.argument("o", added),) if single else added.items
        self._short_enough(len(items) + len(more))
        fail(single and inferred(items) == "Unknown", "addObj to a list of objects of several types")
        return Items(items + more, f"List<{type_text(added)}>" if single else inferred(items))

    def _remove_obj(self, env: Env, value: Value, removed: Value = None) -> Value:
        """By a test or by identity; with one argument, the first global variable that holds the value."""
        if removed is None:
            mark = self.identity(need(value, Items, Instance))
            held = [name for name, other in self._in_order().items() if self.identity(other) == mark]
            fail(self.predefined.keys() & held[:1], "a variable of the library is removed")
            for name in held[:1]:
                del self.names[name]
            return value
        items = self.argument("l", value)
        if type(removed) in FUNCTIONS:
            gone = [truthy(self.call(env, removed, item)) for item in items]
        else:
            others = removed.items if type(removed) is Items else (self.argument("o", removed),)
            marks = {self._mark(other) for other in others}
            gone = [self._mark(item) in marks for item in items]
        rest = tuple([item for item, out in zip(items, gone, strict=True) if not out])
        return listed(rest)

    def _mark(self, value: Value) -> Any:
        """What removeObj compares: numbers, booleans and strings have no identity here but their value."""
        return self.identity(value) if hasattr(value, "id") else (type(value).__name__, value)

    def _update_obj(self, env: Env, value: Value, second: Value, third: Value = None) -> Value:
        """``(obj "field" v)``, ``(obj f)``, ``(list f)`` or ``(list f test)``."""
        if type(value) is Items:
            items, function = self.argument("l", value), self.argument("f", second)
            if third is None:
                return Items(tuple([self.call(env, function, item) for item in items]))
            test = self.argument("f", third)
            changed = [self.call(env, function, i) if truthy(self.call(env, test, i)) else i for i in items]
            return appended(tuple(changed))
        need(value, Instance)
        if third is None:
            return self.call(env, self.argument("f", second), value)
        new = copied(value)
        put(new, need(second, str).strip('"'), third)
        return new

    def _rotate(self, env: Env, value: Value) -> Value:
        """A copy of the object; the cells, which both share, are turned in place: x' = -y, y' = x."""
        new = copied(value)
        fail(not value.kind.cells, "rotate needs an object")
        for cell in self.argument("l", value.values[-1]):
            x, y, colour = need(cell, CELL).values
            turned, node = wrap(-y.constant) if type(y.constant) is int else None, ("unary", "-", y.node)
            cell.values = (Expr(node, compiled(node), y.captured, turned), x, colour)
        return new

    def _prev(self, env: Env, value: Value) -> Value:
        """A global at the start of the step: by its name, or the one with the identity of the value."""
        held = self.prev or {}
        if type(value) is str:
            scope = held if value in held or self.prev is None else self.predefined
            fail(value not in scope, f"prev: there was no variable {value}")
            return scope[value]
        fail(self.prev is None, "prev before the first step")
        mark = self.identity(need(value, Items, Instance))
        found = [held[name] for name in self.order if getattr(held.get(name), "id", None) == mark]
        fail(not found, "prev: no variable holds this value")
        return found[0]

    TABLE: ClassVar[dict[str, tuple[str, Callable[..., Value]]]] = {
        "map": ("fl", lambda m, env, f, items: Items(tuple([m.call(env, f, item) for item in items]))),
        "concat": ("l", _concat),
        "filter": ("fl", _filter),
        "foldl": ("fvl", lambda m, env, f, start, items: reduce(partial(m.call, env, f), items, start)),
        "length": ("n", lambda m, env, items: len(items)),
        "head": ("n", lambda m, env, items: m._at(env, items, 0)),
        "at": ("ni", _at),
        "tail": ("n", lambda m, env, items: m._at(env, items[-1:], 0)),
        "renderAll": ("", lambda m, env: rendered(m, m.shown(), env)),
        "defined": ("s", lambda m, env, name: name in {**m.predefined, **m.names}),
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
        "left": ("?" + "v" * 9, lambda m, *ignored: m.key == "left"),
        "right": ("?" + "v" * 9, lambda m, *ignored: m.key == "right"),
        "up": ("?" + "v" * 9, lambda m, *ignored: m.key == "up"),
        "down": ("?" + "v" * 9, lambda m, *ignored: m.key == "down"),
        "isWithinBounds": ("v", _is_within_bounds),
        "allObjs": ("", lambda m, env: Items(tuple(chain(*[m._objects(v) for v in m._in_order().values()])))),
        "rotate": ("o", _rotate),
    }
    """The sorts of arguments (``running.py``), ``?`` before those that may be left out, and the function."""
