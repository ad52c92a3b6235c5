"""A running program: its variables, calls, objects and what is drawn of them.

Scope is dynamic: an environment is enclosed by that of its *caller*, and an assignment overwrites the nearest
variable of its name.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

from .comparing import inferred, need, sort, type_text, typed, wrap
from .order import walked
from .text import Node, ProgramError, fail
from .values import (
    CELL,
    FUNCTIONS,
    POSITION,
    UNKNOWN_LIST,
    Drawn,
    Expr,
    Function,
    Instance,
    Items,
    Kind,
    Native,
    Value,
)

Env = tuple[dict[str, Value], "Env | None", str]
"""Variables, the enclosing environment, and what made it: one of the words below, or nothing."""
INSTANCE, CAPTURED = "instance", "captured"
"""A constructor or a drawn object; the variables that a cell captured, which it may read and not assign."""
Places = frozenset[tuple[int, int]]
"""Places of the grid: columns and rows."""
MAX_WORK = 5_000_000
"""Calls, list elements touched and cells drawn in one step."""
MAX_CELLS, MAX_GRID = 100_000, 256
_SORTS: dict[str, tuple[Any, ...]] = {
    "f": FUNCTIONS,
    "i": (int,),
    "l": (Items,),
    "n": (Items,),
    "o": (Instance,),
    "p": (POSITION,),
    "s": (str,),
}
"""Sorts of arguments: function, number, list, list that is not gone through, instance, position, string."""


def grid_size(names: dict[str, Value]) -> int:
    """GRID_SIZE, which must be a number that can be drawn."""
    size = names.get("GRID_SIZE")
    if type(size) is not int or not 0 < size <= MAX_GRID:
        raise ProgramError(f"GRID_SIZE must be a number from 1 to {MAX_GRID}")
    return size


class Generator:
    """The reference's random numbers; seed 0, a fixed point, draws 0 for ever."""

    def __init__(self, state: int):
        self.state = state % 2**32

    def next(self, bound: int) -> int:
        """A number below the bound."""
        self.state = 48271 * self.state % 2**32 % (2**31 - 1)
        return self.state % bound


class Running:
    """The variables of a program while it runs, and what evaluation asks for.

    ``shares``: no value ever changes in place and no identity is ever asked for.
    """

    def __init__(self, forms: dict[str, Callable[..., Value]]):
        self.forms, self.shares = forms, False
        self.kinds: dict[str, Kind] = {}
        """The object types of the program."""
        self.predefined: dict[str, Value] = {}
        """The builtins and the library."""
        self.declared: dict[str, str] = {}
        """The types of variables."""
        self.names: dict[str, Value] = {}
        """The globals."""
        self.order: dict[str, None] = {}
        """The names of globals in the order in which they are drawn."""
        self.updated: set[str] = set()
        """The globals that were assigned in this step."""
        self.prev: dict[str, Value] | None = None
        """The globals at the start of the step."""
        self.click: tuple[int, int] | None = None
        self.key = ""
        self.occupied: Places = frozenset()
        """The places that were drawn on when the frame was last drawn."""
        self.compared: set[Places] = set()
        """The sets of places that this step's click was compared with."""
        self.source: Any = Generator(0)
        self.work = MAX_WORK
        self._ids = count(1)

    def spend(self, amount: int) -> None:
        """Take an amount of work from the budget of the step."""
        self.work -= amount
        if self.work < 0:
            raise ProgramError(f"a step takes more than {MAX_WORK} calls and list elements")

    def value(self, node: Node, env: Env) -> Value:
        """What a node evaluates to."""
        return self.forms[node[0]](self, env, *node[1:])

    def call(self, env: Env, function: Value, *arguments: Value) -> Value:
        """Call a function, or evaluate a cell's expression."""
        self.spend(1)
        if type(function) is Function:
            if len(arguments) < len(function.parameters):
                raise ProgramError(f"a function takes {len(function.parameters)} arguments")
            given = dict(zip(function.parameters, arguments, strict=False))
            return self.value(function.body, (given, env, ""))
        if type(function) is Native:
            if not function.fewest <= len(arguments) <= len(function.sorts):
                raise ProgramError(f"{function.name} does not take {len(arguments)} arguments")
            return function.body(self, env, *map(self.argument, function.sorts, arguments))
        if type(function) is Expr:
            return self.value(function.node, (function.captured, env, CAPTURED))
        raise ProgramError("only functions can be called")

    def argument(self, letter: str, value: Value) -> Any:
        """An argument of a builtin function, of its sort: the elements of a list, the place of a position."""
        if letter == "v":
            return value
        need(value, *_SORTS[letter])
        if letter == "l":
            self.spend(len(value.items))
        return value.items if letter in "ln" else value.values if letter == "p" else value

    def holds(self, value: Value, env: Env) -> Value:
        """A condition: what it is, or what it gives if it is a function."""
        return self.call(env, value) if type(value) in FUNCTIONS else value

    def define(self, name: str, value: Value) -> None:
        """A global variable, which does not count as assigned in this step."""
        self.names[name] = value
        self.order.setdefault(name)
        self.updated.discard(name)

    def assign(self, word: str, value: Value, env: Env) -> None:
        """A new value for the nearest variable of a name, which keeps its identity; else a new variable."""
        owner: Env | None = env
        while owner is not None and word not in owner[0]:
            owner = owner[1]
        names, _, made = owner or env
        if made == CAPTURED:
            raise ProgramError(f"a cell assigns {word}, a variable of its own")
        if owner is not None:
            old = names[word]
            if type(value) is not Items and type_text(old) != type_text(value):
                raise ProgramError(f"{word} cannot become a value of another type")
            if old is not value and hasattr(value, "id"):
                value.id = self.identity(old)
        names[word] = value
        if names is self.names:
            self.order.setdefault(word)
            if owner is not None:
                self.updated.add(word)

    def previous(self, name: str) -> Value:
        """A global as it was at the start of the step."""
        if self.prev is None or name not in self.prev:
            raise ProgramError(f"prev: there was no variable {name}")
        return self.prev[name]

    def identity(self, value: Value) -> int:
        """The identity of a value; one of a number, a string or a function is new each time."""
        known: int | None = getattr(value, "id", None)
        if known is not None:
            return known
        number = next(self._ids)
        if hasattr(value, "id"):
            value.id = number
        return number

    def hash_order(self) -> list[str]:
        """The names of the globals that are there, in the order of the reference's table."""
        order = walked((*self.predefined, *self.names))
        return [name for name in order if name in self.names]

    def shown(self) -> Items:
        """The values of the globals, in the order in which they are drawn."""
        return Items(tuple([self.names[name] for name in self.order if name in self.names]))

    def construct(self, kind: Kind, values: list[Value], env: Env) -> Instance:
        """A new object."""
        count = len(kind.types) - 2
        if len(values) <= count or sort(values[count]) is not POSITION or kind.cells is None:
            raise ProgramError(f"{kind.name} takes {count} fields and a Position")
        del values[count + 1 :]
        if not all(typed(kind, place, value) for place, value in enumerate(values)):
            raise ProgramError(f"a field of {kind.name} has another type")
        self.spend(1)
        made = self.value(kind.cells, ({}, (dict(zip(kind.place, values, strict=False)), env, INSTANCE), ""))
        cells = made if type(made) is Items else Items((made,), inferred((made,)))
        if cells.kind not in (f"List<{CELL.text}>", UNKNOWN_LIST):
            raise ProgramError("the cells of an object must be a Cell or a list of Cells")
        return Instance(kind, (*values, cells))

    def cells(self, value: Value, env: Env) -> list[Drawn]:
        """The coloured cells of an object or of a list of them; none of other values."""
        cells: list[Drawn] = []
        if type(value) is Instance and value.kind.cells:
            *_, origin, elems = value.values
            if sort(origin) is not POSITION or type(elems) is not Items:
                raise ProgramError(f"an object {value.kind.name} without a Position or a list of cells")
            self.spend(len(elems.items) + 1)
            x, y = origin.values
            near = elems.drawn or self._drawn(value, elems, env)
            return [(wrap(x + dx), wrap(y + dy), colour) for dx, dy, colour in near]
        if type(value) is Items:
            self.spend(len(value.items) + 1)
            for item in value.items:
                cells += self.cells(item, env)
            fail(len(cells) > MAX_CELLS, f"more than {MAX_CELLS} cells to draw")
        return cells

    def _drawn(self, obj: Instance, elems: Items, env: Env) -> list[Drawn]:
        """The cells of an object, from its origin: their expressions are evaluated with its fields visible."""
        inside: Env = (dict(zip(obj.kind.place, obj.values, strict=True)), env, INSTANCE)
        near: list[Drawn] = []
        for cell in elems.items:
            if sort(cell) is not CELL:
                raise ProgramError(f"an object {obj.kind.name} with a cell that is none")
            around: Env = ({"e": cell}, inside, "")
            parts = [
                self.value(expr.node, (expr.captured, around, CAPTURED))
                if expr.constant is None
                else expr.constant
                for expr in cell.values
            ]
            if [type(part) for part in parts] != [int, int, str]:
                raise ProgramError(f"a cell of {obj.kind.name} needs two numbers and a string")
            near.append((parts[0], parts[1], parts[2]))
        if self.shares and all(expr.constant is not None for cell in elems.items for expr in cell.values):
            elems.drawn = near
        return near
