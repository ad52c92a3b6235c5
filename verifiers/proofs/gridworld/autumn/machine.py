"""A machine that runs one program: load, step, look and go back.

One step: the variables as they are become ``prev``; every on-clause whose condition holds runs, in file
order, each seeing what those before it wrote; every initnext variable that no clause assigned gets its NEXT,
in the order of the reference's table; everything is drawn, which settles the places that count as occupied in
the next step.
"""

import sys
from collections.abc import Callable, Hashable
from copy import deepcopy
from itertools import count
from typing import Any, NamedTuple, TypeVar

from .builtins import Builtins
from .comparing import parts
from .evaluate import compiled
from .library import TEXT
from .program import Program, walked
from .running import MAX_WORK, Env, Generator
from .text import ProgramError, fail, parse
from .values import CELL, CELLS, ELEM, POSITION, Drawn, Expr, Items, Kind, Native, Value

T = TypeVar("T")
STACK = 12_000  # Python frames that a step may nest
_LIBRARY = [(word, compiled(node)) for _, word, node in parse(TEXT)]
_TYPES = {"Bool": "Bool", "String": "String", "Number": "Number", "Int": "Number"}
_TYPES |= {kind.name: kind.text for kind in (POSITION, CELL, ELEM)}


class State(NamedTuple):
    """A state to go back to; it is never changed."""

    names: dict[str, Value]
    order: dict[str, None]
    drawn: tuple[Drawn, ...]
    rng_state: int


class Machine(Builtins):
    """Runs one program; ``ProgramError`` for one that fails."""

    def __init__(self, text: str):
        self.kinds, self.declared, self.ids, self.spent = {}, {}, count(1), 0  # spent: the work of all steps
        self._numbers: dict[Hashable, int] = {}
        program = Program(text)
        self.shares, self._click_dies = program.shares, program.click_dies
        self._types(program)
        self._plain = [compiled(node) for node in program.plain if node[0] != "declare"]
        self._clauses = [(compiled(condition), compiled(body)) for _, condition, body in program.clauses]
        in_order = [program.variables[name] for name in walked(tuple(program.variables))]
        self._variables = [(word, compiled(first), compiled(after)) for _, word, first, after in in_order]
        self.predefined = {"GRID_SIZE": 16}
        for name, (sorts, body) in self.TABLE.items():
            fewest = len(sorts.partition("?")[0])
            self.predefined[name] = Native(name, fewest, sorts.replace("?", ""), body)
        self._around: Env = (self.predefined, None, "")
        for word, value in _LIBRARY:
            self.predefined[word] = value(self, self._around)
        self.predefined["SpecialConditionTriggered"] = False
        more = [word for word in self.predefined if word in program.assigned]
        self._first_order = dict.fromkeys((*program.variables, *more))

    def _types(self, program: Program) -> None:
        """The object types, and the declared types of variables; an unknown one is not checked."""
        known = dict(_TYPES)

        def resolve(name: str, lists: int) -> str | None:
            fail(name not in known and lists, f"type {name} is not known")
            return "List<" * lists + known[name] + ">" * lists if name in known else None

        for form, name, *rest in program.statements:
            if form == "object":
                fields = {word: resolve(*kind) for _, word, *kind in rest[0]}
                fields |= {"origin": POSITION.text, "elems": CELLS}
                if name in self.kinds or name in _TYPES or len(fields) < len(rest[0]) + 2:
                    raise ProgramError(f"object type {name} or one of its fields is defined twice")
                self.kinds[name] = Kind(name, fields, compiled(rest[1]))
                known[name] = self.kinds[name].text
            elif form == "declare" and (kind := resolve(*rest)) is not None and not rest[1]:
                self.declared[name] = kind

    def start(self, seed: int) -> State:
        """The state that loading with a seed gives."""
        return self._run(State({}, self._first_order, (), seed), "noop", None, self._load)

    def step(self, state: State, action: str, source: Any = None) -> State:
        """The state after an action (``noop``, ``left``, ..., ``click X Y``), as the generator draws."""
        return self._run(state, action, source, self._advance)

    def _run(self, state: State, action: str, source: Any, run: Callable[[Env], None]) -> State:
        self.prev = state.names if self.shares else deepcopy(state.names)
        self.names, self.order, self.updated = dict(self.prev), dict(state.order), set()
        self.occupied, self.compared = frozenset([(x, y) for x, y, _ in state.drawn]), set()
        self.source, (self.key, *place) = source or Generator(state.rng_state), action.split()
        self.click = (int(place[0]), int(place[1])) if place else None

        def whole(env: Env) -> State:
            run(env)
            self.click, self.key = None, ""  # what is drawn sees no input any more
            return State(self.names, self.order, tuple(self.cells(self.shown(), env)), self.source.state)

        return self._guarded(whole)

    def _load(self, env: Env) -> None:
        self.prev = None
        for statement in self._plain:
            statement(self, env)
        for name, initial, _ in self._variables:
            self.define(name, initial(self, env))
        self.names.setdefault("cacheRendered", Items(()))

    def _advance(self, env: Env) -> None:
        for condition, body in self._clauses:
            holds = self.held(condition(self, env), env)
            fail(type(holds) is not bool, "the condition of an on-clause must be a boolean")
            if holds:
                body(self, env)
        for name, _, following in self._variables:
            if name in self.names and name not in self.updated:
                self.assign(name, following(self, env), env)

    def frame(self, state: State) -> tuple[tuple[str, ...], ...]:
        """What is seen in a state: cells on the background, later ones on top, off-grid ones dropped."""
        size, background = self.size(state.names), state.names.get("background", "black")
        fail(not isinstance(background, str), "background must be a string")
        rows = [[background] * size for _ in range(size)]
        for x, y, colour in state.drawn:
            if 0 <= x < size and 0 <= y < size:
                rows[y][x] = colour
        return tuple(map(tuple, rows))

    def _guarded(self, run: Callable[[Env], T]) -> T:
        """Run among the globals with a fresh budget and stack enough."""
        limit = sys.getrecursionlimit()
        self.work = MAX_WORK
        try:
            sys.setrecursionlimit(max(limit, STACK))
            return run((self.names, self._around, ""))
        except RecursionError:
            raise ProgramError("values or calls are nested too deep") from None
        finally:
            sys.setrecursionlimit(limit)
            self.spent += MAX_WORK - self.work

    def state_key(self, state: State) -> Hashable:
        """What tells states apart: all that can influence the future, but for the generator's state.

        That is every global, the order in which they are drawn, and what is drawn.  The value of ``click`` is
        left out where no step can read what an earlier one has left in it.
        """
        held, marks = state.names, dict[int, int]()
        if self._click_dies and "click" in held:
            held = {**held, "click": None}
        numbers = self._guarded(lambda _: [self._number(value, marks) for value in held.values()])
        return tuple(held), tuple(numbers), tuple(state.order), state.drawn

    def _number(self, value: Value, marks: dict[int, int]) -> int:
        """A number that is equal for values that no program can tell apart.

        It is kept where values never change; else it also says which values are one and the same.
        """
        if self.shares and getattr(value, "key", None) is not None:
            known: int = value.key
            return known
        head, inside = parts(value)
        if type(value) is Expr:
            words = sorted(value.captured)
            head, inside = (*head, *words), tuple(value.captured[word] for word in words)
        mark = None if self.shares else getattr(value, "id", None)
        place = mark and marks.setdefault(mark, len(marks))
        self.spend(len(inside))
        whole = (place, *head, *[self._number(item, marks) for item in inside])
        number = self._numbers.setdefault(whole, len(self._numbers))
        if self.shares and hasattr(value, "key"):
            value.key = number
        return number
