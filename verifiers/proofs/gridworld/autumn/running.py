"""What a running program offers to its expressions, and the reference's own habits.

Its random numbers are state := (48271 state mod 2^32) mod (2^31 - 1), a draw below n is state mod n, and
seed 0, a fixed point, draws 0 for ever.  It walks over its tables of names as libstdc++'s unordered_map does:
names are hashed by murmur2 (64 bits, variant A), a name goes before those of its bucket, or to the head of
all where the bucket is empty, and the table grows when it would hold more names than buckets.
"""

from functools import lru_cache
from typing import NamedTuple

from .comparing import cells_of, fields, sort, type_text, typed, wrap
from .text import ProgramError
from .values import CELL, ELEM, POSITION, Captured, Env, Expr, Function, Instance, Items, Kind, Native, Value

Drawn = tuple[int, int, str]
"""A coloured cell: column, row (downwards), colour."""
Cells = frozenset[tuple[int, int]]
"""Places of the grid: columns and rows."""
MAX_WORK = 5_000_000
"""Calls, list elements touched and cells drawn in one step."""
MAX_CELLS, MAX_GRID = 100_000, 256
_WORD = 2**64 - 1
_FACTOR = 0xC6A4A7935BD1E995
_BUCKETS = (1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043)


def grid_size(names: dict[str, Value]) -> int:
    """GRID_SIZE, which must be a number that can be drawn."""
    size = names.get("GRID_SIZE")
    if type(size) is not int or not 0 < size <= MAX_GRID:
        raise ProgramError(f"GRID_SIZE must be a number from 1 to {MAX_GRID}")
    return size


class Generator:
    """The reference's random numbers."""

    def __init__(self, state: int):
        self.state = state % 2**32

    def next(self, bound: int) -> int:
        """A number below the bound."""
        self.state = 48271 * self.state % 2**32 % (2**31 - 1)
        return self.state % bound


class Script:
    """Draws as they are told, then 0; keeps the bound of every draw."""

    def __init__(self, choices: list[int], state: int):
        self.choices, self.state = choices, state
        self.bounds: list[int] = []

    def next(self, bound: int) -> int:
        """The next choice."""
        self.bounds.append(bound)
        return self.choices[len(self.bounds) - 1] if len(self.bounds) <= len(self.choices) else 0


class State(NamedTuple):
    """A state to go back to; it is never changed."""

    names: dict[str, Value]
    order: dict[str, None]
    """The names of globals in the order in which they are drawn."""
    drawn: tuple[Drawn, ...]
    occupied: Cells
    rng_state: int
    next_id: int


class Running:
    """The variables of a program while it runs, and what evaluation asks for.

    ``shares``: no value ever changes in place and no identity is ever asked for, so that states may share
    values; otherwise they are copied in full.
    """

    def __init__(self) -> None:
        self.shares = False
        self.kinds: dict[str, Kind] = {}
        self.declared: dict[str, str] = {}
        self.click: tuple[int, int] | None = None
        self.key = ""
        self.compared: set[Cells] = set()
        """The sets of places that this step's click was compared with."""
        self.occupied: Cells = frozenset()
        self.prev: dict[str, Value] | None = None
        self.updated: set[str] = set()
        self.source: Generator | Script = Generator(0)
        self.next_id, self.work = 0, MAX_WORK
        self.globals = Env({}, None)
        self.order: dict[str, None] = {}
        self.predefined: dict[str, Value] = {}
        """The builtins and the library."""
        self.prev_function: Native | None = None

    def spend(self, amount: int) -> None:
        """Take an amount of work from the budget of the step."""
        self.work -= amount
        if self.work < 0:
            raise ProgramError(f"a step takes more than {MAX_WORK} calls and list elements")

    def define(self, name: str, value: Value) -> None:
        """A global variable, which does not count as assigned in this step."""
        self.globals.names[name] = value
        self.order.setdefault(name)
        self.updated.discard(name)

    def assign(self, word: str, value: Value, env: Env) -> None:
        """A new value for the nearest variable of a name, which keeps its identity; else a new variable."""
        owner = env.find(word)
        if type(owner or env) is Captured:
            raise ProgramError(f"a cell assigns {word}, a variable of its own")
        if owner is None:
            env.names[word] = value
            if env is self.globals:
                self.order.setdefault(word)
            return
        old = owner.names[word]
        if type(value) is not Items and type_text(old) != type_text(value):
            raise ProgramError(f"{word} cannot become a value of another type")
        if not self.shares and old is not value and hasattr(value, "id"):
            value.id = self.identity(old)
        owner.names[word] = value
        if owner is self.globals:
            self.updated.add(word)

    def identity(self, value: Value) -> int:
        """The identity of a value; one of a number, a string or a function is new each time."""
        if hasattr(value, "id") and value.id is not None:
            number: int = value.id
            return number
        self.next_id += 1
        if hasattr(value, "id"):
            value.id = self.next_id
        return self.next_id

    def call(self, env: Env, function: Value, arguments: list[Value]) -> Value:
        """Call a function, or evaluate a cell's expression."""
        self.spend(1)
        if type(function) is Function:
            if len(arguments) < len(function.parameters):
                raise ProgramError(f"a function takes {len(function.parameters)} arguments")
            return function.body(Env(dict(zip(function.parameters, arguments, strict=False)), env))
        if type(function) is Native:
            if not function.fewest <= len(arguments) <= function.most:
                raise ProgramError(f"{function.text} does not take {len(arguments)} arguments")
            return function.call(env, *arguments)
        if type(function) is Expr:
            return function.run(Captured(function.captured, env)) if function.run else function.constant
        raise ProgramError("only functions can be called")

    def construct(self, kind: Kind, values: list[Value], env: Env) -> Instance:
        """A new object."""
        count = len(kind.types) - 2
        if len(values) <= count or sort(values[count]) is not POSITION or kind.cells is None:
            raise ProgramError(f"{kind.name} takes {count} fields and a Position")
        del values[count + 1 :]
        if not all(typed(kind, place, value) for place, value in enumerate(values)):
            raise ProgramError(f"a field of {kind.name} has another type")
        self.spend(1)
        cells = kind.cells(Env({}, Env(dict(zip(kind.place, values, strict=False)), env, instance=True)))
        return Instance(kind, (*values, cells_of(cells)))

    def cells(self, value: Value, env: Env) -> list[Drawn]:
        """The coloured cells of an object or of a list of them; none of other values."""
        if type(value) is Instance and value.kind.cells:
            return self._cells(value, env)
        cells: list[Drawn] = []
        if type(value) is Items:
            self.spend(len(value.items) + 1)
            for item in value.items:
                cells += self.cells(item, env)
            if len(cells) > MAX_CELLS:
                raise ProgramError(f"more than {MAX_CELLS} cells to draw")
        return cells

    def _cells(self, obj: Instance, env: Env) -> list[Drawn]:
        """The cells of one object: their expressions are evaluated with its fields visible."""
        *_, origin, elems = obj.values
        if sort(origin) is not POSITION or type(elems) is not Items:
            raise ProgramError(f"an object {obj.kind.name} without a Position or a list of cells")
        self.spend(len(elems.items) + 1)
        inside: Env | None = None
        cells: list[Drawn] = []
        for cell in elems.items:
            if type(cell) is not Instance or cell.kind is not CELL:
                raise ProgramError(f"an object {obj.kind.name} with a cell that is none")
            parts = []
            for expr in cell.values:
                value = expr.constant
                if value is None:
                    inside = inside or Env(fields(obj), env, instance=True)
                    value = expr.run(Captured(expr.captured, Env({"e": cell}, inside)))
                parts.append(value)
            if [type(part) for part in parts] != [int, int, str]:
                raise ProgramError(f"a cell of {obj.kind.name} needs two numbers and a string")
            cells.append((wrap(origin.values[0] + parts[0]), wrap(origin.values[1] + parts[1]), parts[2]))
        return cells

    def rendered(self, value: Value, env: Env) -> Items:
        """``((.. obj render))``: the cells as a list of RenderedElem."""
        drawn = self.cells(value, env)
        return Items(tuple([Instance(ELEM, (Instance(POSITION, (x, y)), shown)) for x, y, shown in drawn]))

    def previous(self, name: str) -> Value:
        """A global as it was at the start of the step."""
        if self.prev is None or name not in self.prev:
            raise ProgramError(f"prev: there was no variable {name}")
        return self.prev[name]

    def hash_order(self) -> list[str]:
        """The names of the globals that are there, in the order of the reference's table."""
        order = walked((*self.predefined, *self.globals.names))
        return [name for name in order if name in self.globals.names]


@lru_cache(2048)
def murmur(name: str) -> int:
    """The hash of a name."""
    data = name.encode()
    state = 0xC70F6907 ^ (len(data) * _FACTOR & _WORD)
    for start in range(0, len(data) - 7, 8):
        block = int.from_bytes(data[start : start + 8], "little") * _FACTOR & _WORD
        state = ((block ^ block >> 47) * _FACTOR & _WORD ^ state) * _FACTOR & _WORD
    if rest := data[len(data) & ~7 :]:
        state = (state ^ int.from_bytes(rest, "little")) * _FACTOR & _WORD
    state = (state ^ state >> 47) * _FACTOR & _WORD
    return state ^ state >> 47


@lru_cache(64)
def walked(names: tuple[str, ...]) -> list[str]:
    """The names in the order of a table into which they were put in the order given."""
    order: list[str] = []
    size = 0
    for name in dict.fromkeys(names):
        added = [name]
        if len(order) + 1 > _BUCKETS[size] or not size:
            size += 1
            order, added = [], [*order, name]
        for each in added:
            bucket = murmur(each) % _BUCKETS[size]
            alike = (at for at, other in enumerate(order) if murmur(other) % _BUCKETS[size] == bucket)
            order.insert(next(alike, 0), each)
    return order
