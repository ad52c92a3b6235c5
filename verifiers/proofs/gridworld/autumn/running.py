"""A running program: its variables, calls, objects and what is drawn of them.

Scope is dynamic: an environment is enclosed by that of its *caller*, and an assignment overwrites the nearest
variable of its name.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .comparing import as_list, need, sort, type_text, typed, wrap
from .text import ProgramError, fail
from .values import CELL, FUNCTIONS, POSITION, Drawn, Expr, Function, Instance, Items, Kind, Native, Value

Env = tuple[dict[str, Value], "Env | None", str]
"""Variables, the enclosing environment, and what made it: one of the words below, or nothing."""
INSTANCE, CAPTURED = "instance", "captured"
"""A constructor or a drawn object; the variables that a cell captured, which it may read and not assign."""
Code = Callable[["Running", Env], Value]  # what a node of the program does: ``evaluate.py`` makes it
MAX_WORK = 5_000_000  # calls, list elements touched and cells drawn in one step
MAX_CELLS, MAX_GRID = 100_000, 256
_SORTS: dict[str, tuple[Any, ...]] = {"f": FUNCTIONS, "i": (int,), "l": (Items,), "n": (Items,), "s": (str,)}
_SORTS |= {"o": (Instance,), "p": (POSITION,)}
"""Sorts of arguments: function, number, list, list that is not gone through, string, instance, position."""


class Generator:
    """The reference's random numbers; seed 0, a fixed point, draws 0 for ever."""

    def __init__(self, state: int):
        self.state = state % 2**32

    def next(self, bound: int) -> int:
        """A number below the bound."""
        self.state = 48271 * self.state % 2**32 % (2**31 - 1)
        return self.state % bound


class Running:
    """The variables of a program while it runs."""

    shares: bool  # no value changes in place, and no identity is asked for
    kinds: dict[str, Kind]  # the object types
    declared: dict[str, str]  # the types of variables
    predefined: dict[str, Value]  # the builtins and the library, around the globals
    names: dict[str, Value]  # the globals
    order: dict[str, None]  # those that are drawn, in this order
    prev: dict[str, Value] | None  # the globals at the start of the step
    updated: set[str]  # those that were assigned in this step
    click: tuple[int, int] | None
    key: str  # the action, but for where it clicks
    occupied: frozenset[tuple[int, int]]  # what was drawn on when the step began
    compared: set[frozenset[tuple[int, int]]]  # places that the click was compared with
    source: Any  # of random numbers
    work: int  # that the step may still take
    ids: Iterator[int]  # identities that are not given out

    def spend(self, amount: int) -> None:
        """Take an amount of work from the budget of the step."""
        self.work -= amount
        if self.work < 0:
            raise ProgramError(f"a step takes more than {MAX_WORK} calls and list elements")

    def call(self, env: Env, function: Value, *given: Value) -> Value:
        """Call a function, or evaluate a cell's expression."""
        self.work -= 1
        if self.work < 0:
            self.spend(0)
        if type(function) is Function:
            if len(given) < len(function.parameters):
                raise ProgramError(f"a function takes {len(function.parameters)} arguments")
            return function.body(self, (dict(zip(function.parameters, given, strict=False)), env, ""))
        if type(function) is Native:
            if not function.fewest <= len(given) <= len(function.sorts):
                raise ProgramError(f"{function.name} does not take {len(given)} arguments")
            return function.body(self, env, *map(self.argument, function.sorts, given))
        if type(function) is Expr:
            return function.code(self, (function.captured, env, CAPTURED))
        raise ProgramError("only functions can be called")

    def argument(self, letter: str, value: Value) -> Any:
        """An argument of a builtin function, of its sort: the elements of a list, the place of a position."""
        if letter == "v":
            return value
        need(value, *_SORTS[letter])
        if letter == "l":
            self.spend(len(value.items))
        return value.items if letter in "ln" else value.values if letter == "p" else value

    def held(self, value: Value, env: Env) -> Value:
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
            old, names = names[word], self.names if names is self.predefined else names
            if type(value) is not Items and type_text(old) != type_text(value):  # only to a list
                raise ProgramError(f"{word} cannot become a value of another type")
            if old is not value and hasattr(value, "id"):
                value.id = self.identity(old)
            if names is self.names:
                self.updated.add(word)
        elif names is self.names:
            self.order.setdefault(word)
        names[word] = value

    def assigned(self, word: str, value: Value, env: Env) -> Value:
        """The value, which an expression assigns, and which must be of the type declared."""
        if word in self.declared and type_text(value) != self.declared[word]:
            raise ProgramError(f"the value of {word} is not of its declared type")
        self.assign(word, value, env)
        return value

    def identity(self, value: Value) -> int:
        """The identity of a value; one of a number, a string or a function is new each time."""
        known: int | None = getattr(value, "id", None)
        number = next(self.ids) if known is None else known
        if hasattr(value, "id"):
            value.id = number
        return number

    def size(self, names: dict[str, Value]) -> int:
        """GRID_SIZE, which must be a number that can be drawn."""
        size = names.get("GRID_SIZE", self.predefined["GRID_SIZE"])
        if type(size) is not int or not 0 < size <= MAX_GRID:
            raise ProgramError(f"GRID_SIZE must be a number from 1 to {MAX_GRID}")
        return size

    def shown(self) -> Items:
        """The values of the globals, in the order in which they are drawn."""
        return Items(tuple([self.names[name] for name in self.order if name in self.names]))

    def construct(self, kind: Kind, values: list[Value], env: Env) -> Instance:
        """A new object."""
        count = len(kind.types) - 2
        if len(values) <= count or sort(values[count]) is not POSITION:
            raise ProgramError(f"{kind.name} takes {count} fields and a Position")
        del values[count + 1 :]
        if not all(map(typed, [kind] * len(values), kind.place, values)):
            raise ProgramError(f"a field of {kind.name} has another type")
        self.spend(1)
        fields: Env = (dict(zip(kind.place, values, strict=False)), env, INSTANCE)
        return Instance(kind, (*values, as_list(kind.cells(self, ({}, fields, "")))))

    def cells(self, value: Value, env: Env) -> list[Drawn]:
        """The coloured cells of an object or of a list of them; none of other values."""
        if type(value) is Items:
            self.spend(len(value.items) + 1)
            cells = [cell for item in value.items for cell in self.cells(item, env)]
            fail(len(cells) > MAX_CELLS, f"more than {MAX_CELLS} cells to draw")
            return cells
        return self._object(value, env) if type(value) is Instance and value.kind.cells else []

    def _object(self, obj: Instance, env: Env) -> list[Drawn]:
        """The cells of an object, evaluated with its fields visible; kept where they are constants."""
        if obj.drawn is not None:
            self.spend(len(obj.drawn) + 1)
            return obj.drawn
        *_, origin, elems = obj.values
        if sort(origin) is not POSITION or type(elems) is not Items:
            raise ProgramError(f"an object {obj.kind.name} without a Position or a list of cells")
        self.spend(len(elems.items) + 1)
        inside: Env = (dict(zip(obj.kind.place, obj.values, strict=True)), env, INSTANCE)
        (left, top), fixed, cells = origin.values, self.shares, list[Drawn]()
        for cell in elems.items:
            parts = [expr.constant for expr in need(cell, CELL).values]
            for place, expr in enumerate(cell.values):
                if expr.constant is None:
                    around: Env = ({"e": cell}, inside, "")
                    parts[place], fixed = expr.code(self, (expr.captured, around, CAPTURED)), False
            if [type(part) for part in parts] != [int, int, str]:
                raise ProgramError(f"a cell of {obj.kind.name} needs two numbers and a string")
            cells.append((wrap(left + parts[0]), wrap(top + parts[1]), parts[2]))
        obj.drawn = cells if fixed else None
        return cells
