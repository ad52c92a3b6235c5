"""What a running program holds: variables, the step's input, the last drawing, random draws, and budgets.

A program comes from outside.  Whatever it says, a step of it ends, within counts and never by the clock, with
a result or with an AutumnError.

Random numbers are the reference's, bit for bit:

    state := ((48271 * state) mod 2^32) mod (2^31 - 1);    next(n) = state mod n

The 32-bit overflow makes it another sequence than minstd_rand's.  Seed 0 is a fixed point: every draw is 0.
Successive draws hang together, most of all for bounds that are powers of two: over random seeds what takes
several draws is not as frequent as if each were uniform by itself, which is what probabilities are told for.

>>> generator = RandomGenerator(42)
>>> [generator.next(1000) for _ in range(4)]
[382, 363, 533, 939]
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ...instances.errors import AutumnError
from .values import INSTANCES, Drawn, Items, Obj, Value, type_text

MAX_LIST = 100_000
MAX_WORK = 2_000_000  # calls, list elements touched and cells drawn in one step (or in loading a program)
FAILURE_WORK = 10  # what a cell's expression that fails at construction takes of MAX_WORK: failures are slow
MAX_CALL_COST = 2_500
"""Sum over the open calls of the nesting depth of their bodies: bounds recursion, and Python's stack."""
MULTIPLIER = 48271
MODULUS = 2**31 - 1
WORD = 2**32


class DrawSource(Protocol):
    """What random draws come from."""

    state: int

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1."""


class RandomGenerator:
    """Holds the state, an integer below 2^32."""

    def __init__(self, seed: int):
        self.state = seed % WORD

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1; ``bound`` must be positive."""
        self.state = MULTIPLIER * self.state % WORD % MODULUS
        return self.state % bound


class Script:
    """Stands in for a generator: replays given choices, then takes 0, and records every bound it saw."""

    def __init__(self, choices: list[int], state: int):
        self.choices, self.state = choices, state
        self.bounds: list[int] = []

    def next(self, bound: int) -> int:
        """The next choice of the script, 0 beyond its end."""
        place = len(self.bounds)
        self.bounds.append(bound)
        return self.choices[place] if place < len(self.choices) else 0


class Globals(dict[str, Value]):
    """The global variables by name."""

    def __missing__(self, word: str) -> Value:
        raise AutumnError(f"{word} is not defined")


class Undefined:
    """The mark of a slot without a value."""

    __slots__ = ()


UNDEF = Undefined()


def wrap(value: int) -> int:
    """An integer reduced to 32 bits, two's complement."""
    return (value + 2**31) % 2**32 - 2**31


def fits(length: int) -> None:
    """Refuse a list longer than MAX_LIST."""
    if length > MAX_LIST:
        raise AutumnError(f"a list of more than {MAX_LIST} elements")


def signed(value: Value, word: str) -> int:
    """``(- a)`` or ``(+ a)``."""
    if type(value) is not int:
        raise AutumnError(f"{word} needs a number")
    return wrap(-value) if word == "-" else value


def truthy(value: Value) -> bool:
    """Booleans are themselves, a list is true unless empty, all else is true."""
    return bool(value.items) if type(value) is Items else value is not False


@dataclass(eq=False)
class Picture:
    """What was drawn: for each variable that has any its cells, in drawing order."""

    groups: list[tuple[str, Drawn]]

    @cached_property
    def places(self) -> set[tuple[int, int]]:
        """The places of all cells, gathered when they are first asked for."""
        return {(x, y) for _, cells in self.groups for x, y, _ in cells}


class Runtime:
    """The mutable state of one machine; see machine.py for its life."""

    def __init__(
        self, stacks: frozenset[str], visible: frozenset[str], caching: bool, identity: bool, seed: int
    ):
        self.g = Globals()
        self.prev: Globals | None = None
        self.order: dict[str, None] = {}  # globals by first definition, initnext variables first
        self.updated: set[str] = set()
        self.stacks: dict[str, list[Value]] = {name: [] for name in sorted(stacks)}
        self.instances = 0  # how many constructors and drawings of objects are open, one inside of the other
        self.skipped: dict[str, int] = {}
        """Where the outermost of them stands on the stacks: cells do not capture its names."""
        self.click: tuple[int, int] | None = None
        self.probe: list[Collection[tuple[int, int]]] | None = None
        """The places that clicks were compared with, where somebody asks (``search/grid_moves.py``)."""
        self.keys: str | None = None
        self.drawn = Picture([])
        self.visible = visible  # the globals that may ever hold an object or a list
        self.drawing = "GRID_SIZE"
        self.covered: set[int] = set()
        self.gathered: tuple[list[Value], tuple[Obj, ...]] = ([], ())
        """All objects, and the values of variables that they were gathered from."""
        self.hashed: tuple[tuple[str, ...], list[str]] = ((), [])
        """The last asked order of globals, and the names that it was made from."""
        self.source: DrawSource = RandomGenerator(seed)
        self.caching, self.identity = caching, identity
        self.next_id = 0
        self.work, self.depth = MAX_WORK, 0

    def begin(self) -> None:
        """Fresh budgets and empty stacks."""
        self.work, self.depth, self.instances = MAX_WORK, 0, 0
        for stack in self.stacks.values():
            stack.clear()

    def nested(self) -> tuple[int, int, dict[str, int]]:
        """What is open at present, to go back to when an evaluation fails on the way."""
        return self.depth, self.instances, {name: len(stack) for name, stack in self.stacks.items()}

    def unwind(self, mark: tuple[int, int, dict[str, int]]) -> None:
        """Close what was opened since."""
        self.depth, self.instances, lengths = mark
        for name, length in lengths.items():
            del self.stacks[name][length:]

    def spend(self, amount: int) -> None:
        """Take an amount of work from the budget of the step."""
        self.work -= amount
        if self.work < 0:
            raise AutumnError(f"more than {MAX_WORK} calls and list elements in one step")

    def define(self, name: str, value: Value) -> None:
        """A new global; it does not count as assigned in this step."""
        self.g[name] = value
        if name not in self.order:
            self.order = {**self.order, name: None}
        self.updated.discard(name)

    def assign(self, name: str, value: Value) -> None:
        """A new value for a global that exists, of a type that prints as the old one's does, or a list."""
        self.check(name, self.g[name], value)
        self.g[name] = value
        self.updated.add(name)

    def check(self, name: str, old: Value, new: Value) -> None:
        """Compare types as the reference does; the new value takes over the old one's identity."""
        kind = type(new)
        if kind is Obj and type(old) is Obj and old.kind is new.kind:
            pass
        elif kind is not Items and type_text(old) != type_text(new):
            kinds = short_type(new), short_type(old)
            raise AutumnError(f"{name} is a {kinds[1]} and cannot become a {kinds[0]}")
        if self.identity and old is not new and hasattr(new, "id"):
            new.id = self.ident(old)

    def ident(self, value: Value) -> int:
        """The identity of a value; one of a number, a string or a function is new each time."""
        if getattr(value, "id", None) is None:
            self.next_id += 1
            if not hasattr(value, "id"):
                return self.next_id
            value.id = self.next_id
        number: int = value.id
        return number

    def enter(self, cost: int) -> int:
        """Open a call of some nesting; answers the depth to return to."""
        depth = self.depth
        self.depth = depth + cost
        self.work -= 1
        if self.depth > MAX_CALL_COST:
            raise AutumnError(f"functions call each other more than {MAX_CALL_COST} expressions deep")
        if self.work < 0:
            self.spend(0)
        return depth


def short_type(value: Value) -> str:
    """The type of a value for a message."""
    if type(value) is Obj:
        name: str = value.kind.name
        return name
    text = type_text(value)
    return text.split(" {")[0].removeprefix("class ") if type(value) in INSTANCES else text
