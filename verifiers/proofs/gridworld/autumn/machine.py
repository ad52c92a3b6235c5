"""A running program: load, step, look and go back.

One step: the variables as they are become ``prev``; every on-clause whose condition holds runs, in file
order, each seeing what those before it wrote; every initnext variable that no clause assigned gets its NEXT,
in the order of the reference's table; everything is drawn, which settles the places that count as occupied in
the next step.
"""

import sys
from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from .builtins import table
from .evaluate import FORMS
from .keys import Keys
from .library import TEXT as LIBRARY
from .order import walked
from .program import Program
from .running import MAX_WORK, Generator, Running, grid_size
from .text import Node, ProgramError, fail, parse
from .values import CELL, ELEM, POSITION, Drawn, Items, Kind, Value

T = TypeVar("T")
STACK = 12_000
"""Python frames that a step may nest."""
_TYPES = {"Bool": "Bool", "String": "String", "Number": "Number", "Int": "Number"}
_TYPES |= {kind.name: kind.text for kind in (POSITION, CELL, ELEM)}


class State(NamedTuple):
    """A state to go back to; it is never changed."""

    names: dict[str, Value]
    order: dict[str, None]
    drawn: tuple[Drawn, ...]
    rng_state: int


class Machine(Running):
    """Runs one program; ``ProgramError`` for one that fails."""

    def __init__(self, text: str):
        super().__init__(FORMS)
        self.spent = 0
        """The work of all steps."""
        self.program = Program(text)
        self.shares = self.program.shares
        self._keys = Keys(self.shares)
        self._types()
        self.predefined = {"GRID_SIZE": 16, **table()}
        for _, word, value in _library():
            self.predefined[word] = self.value(value, (self.predefined, None, ""))
        self.predefined["SpecialConditionTriggered"] = False
        variables = {node[1]: node for node in self._all("initnext")}
        self._variables = [variables[name] for name in walked(tuple(variables))]
        self._clauses = self._all("on")
        assigned = self.program.assigned
        self._first_order = (*variables, *(name for name in self.predefined if name in assigned))

    def _all(self, sort: str) -> list[Node]:
        return [node for node in self.program.statements if node[0] == sort]

    def _types(self) -> None:
        """The object types, and the declared types of variables; an unknown one is not checked."""
        known = dict(_TYPES)

        def resolve(name: str, lists: int) -> str | None:
            fail(name not in known and lists, f"type {name} is not known")
            return "List<" * lists + known[name] + ">" * lists if name in known else None

        for statement in self.program.statements:
            if statement[0] == "object":
                _, name, declared, cells = statement
                words = [field[1] for field in declared]
                if name in self.kinds or name in _TYPES or len({*words, "origin", "elems"}) < len(words) + 2:
                    raise ProgramError(f"object type {name} or one of its fields is defined twice")
                fields = {word: resolve(*kind) for _, word, *kind in declared}
                fields |= {"origin": POSITION.text, "elems": f"List<{CELL.text}>"}
                self.kinds[name] = Kind(name, fields, cells)
                known[name] = self.kinds[name].text
            elif statement[0] == "declare":
                kind = resolve(*statement[2:])
                if kind is not None and not statement[3]:
                    self.declared[statement[1]] = kind

    def start(self, seed: int) -> State:
        """The state that loading with a seed gives."""
        self.source, self.prev, self.click, self.key = Generator(seed), None, None, ""
        self.names, self.order = dict(self.predefined), dict.fromkeys(self._first_order)
        self.occupied = frozenset()
        return self._guarded(self._load)

    def _load(self) -> State:
        env = (self.names, None, "")
        for statement in self.program.statements:
            if statement[0] not in ("on", "object", "initnext"):
                self.value(statement, env)
        for _, name, initial, _ in self._variables:
            self.define(name, self.value(initial, env))
        self.names.setdefault("cacheRendered", Items(()))
        return self._draw()

    def step(self, state: State, action: str, source: Any = None) -> State:
        """The state after an action (``noop``, ``left``, ..., ``click X Y``), as the generator draws."""
        self.prev = state.names if self.shares else deepcopy(state.names)
        self.names, self.order, self.updated = dict(self.prev), dict(state.order), set()
        self.occupied = frozenset([(x, y) for x, y, _ in state.drawn])
        self.source = source or Generator(state.rng_state)
        self.key, *place = action.split()
        self.click, self.compared = (int(place[0]), int(place[1])) if place else None, set()
        return self._guarded(self._advance)

    def _advance(self) -> State:
        env = (self.names, None, "")
        for _, condition, body in self._clauses:
            holds = self.holds(self.value(condition, env), env)
            fail(type(holds) is not bool, "the condition of an on-clause must be a boolean")
            if holds:
                self.value(body, env)
        for _, name, _, following in self._variables:
            if name in self.names and name not in self.updated:
                self.assign(name, self.value(following, env), env)
        self.click, self.key = None, ""  # what is drawn sees no input any more
        return self._draw()

    def _draw(self) -> State:
        drawn = tuple(self.cells(self.shown(), (self.names, None, "")))
        return State(self.names, self.order, drawn, self.source.state)

    def frame(self, state: State) -> tuple[tuple[str, ...], ...]:
        """What is seen in a state: cells on the background, later ones on top, off-grid ones dropped."""
        size, background = grid_size(state.names), state.names.get("background")
        if not isinstance(background, str):
            raise ProgramError("background must be a string")
        rows = [[background] * size for _ in range(size)]
        for x, y, colour in state.drawn:
            if 0 <= x < size and 0 <= y < size:
                rows[y][x] = colour
        return tuple(map(tuple, rows))

    def _guarded(self, run: Callable[[], T]) -> T:
        """Run with a fresh budget and stack enough."""
        limit = sys.getrecursionlimit()
        self.work = MAX_WORK
        try:
            sys.setrecursionlimit(max(limit, STACK))
            return run()
        except RecursionError:
            raise ProgramError("values or calls are nested too deep") from None
        finally:
            sys.setrecursionlimit(limit)
            self.spent += MAX_WORK - self.work

    def state_key(self, state: State) -> Hashable:
        """What tells states apart: all that can influence the future, but for the generator's state.

        That is every global that is not as it was before the program was loaded, the order in which they are
        drawn, and what is drawn.  The value of ``click`` is left out where no step can read what an earlier
        one has left in it.
        """
        held = {
            name: value
            for name, value in state.names.items()
            if self.predefined.get(name) is not value or type(value) is int
        }
        if self.program.click_dies and "click" in held:
            held["click"] = None
        parts = self._guarded(lambda: self._keys.of(held.values()))
        return tuple(held), parts, tuple(state.order), state.drawn


@lru_cache(1)
def _library() -> list[Node]:
    return parse(LIBRARY)
