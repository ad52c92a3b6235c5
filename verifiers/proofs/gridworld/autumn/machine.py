"""A running program: load, step, look, save and go back.

One step: the variables as they are become ``prev``; every on-clause whose condition holds runs, in file
order, each seeing what those before it wrote; every initnext variable that no clause assigned gets its NEXT,
in the order of the reference's table; everything is drawn, which settles the places that count as occupied in
the next step.
"""

import sys
from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import lru_cache
from typing import TypeVar

from . import builtins
from .evaluate import Evaluator, Run
from .keys import Keys
from .library import TEXT as LIBRARY
from .running import MAX_WORK, Drawn, Generator, Running, Script, State, grid_size, walked
from .text import Node, ProgramError, fail, parse, walk
from .values import CELL, CELLS, ELEM, POSITION, Env, Function, Items, Kind, Native

T = TypeVar("T")
STACK = 12_000
"""Python frames that a step may nest."""
_TYPES = {"Bool": "Bool", "String": "String", "Number": "Number", "Int": "Number"}
_TYPES |= {kind.name: kind.text for kind in (POSITION, CELL, ELEM)}


class Machine(Running):
    """Runs one program; ``ProgramError`` for one that fails."""

    def __init__(self, text: str):
        super().__init__()
        self.drawn: tuple[Drawn, ...] = ()
        self.spent = 0
        self.statements = parse(text)
        nodes = [node for statement in self.statements for node in walk(statement)]
        self.shares = not any(map(_changes_in_place, nodes)) and not _observes_identity(nodes)
        self._keys = Keys(self.shares)
        self._click_is_dead = not any(map(_reads_an_old_click, self.statements))
        self._types()
        evaluator = Evaluator(self)
        self._guarded(lambda: self._compile(evaluator))

    def _types(self) -> None:
        """The object types, and the declared types of variables; an unknown one is not checked."""
        known = dict(_TYPES)

        def resolve(name: str, lists: int) -> str | None:
            fail(name not in known and lists, f"type {name} is not known")
            return "List<" * lists + known[name] + ">" * lists if name in known else None

        for statement in self.statements:
            if statement[0] == "object":
                name, declared = statement[1], statement[2]
                words = [field[1] for field in declared]
                if name in self.kinds or name in _TYPES or len({*words, "origin", "elems"}) < len(words) + 2:
                    raise ProgramError(f"object type {name} or one of its fields is defined twice")
                fields = {field[1]: resolve(*field[2:]) for field in declared}
                self.kinds[name] = Kind(name, {**fields, "origin": POSITION.text, "elems": CELLS})
                known[name] = self.kinds[name].text
            elif statement[0] == "declare":
                kind = resolve(*statement[2:])
                if kind is not None and not statement[3]:
                    self.declared[statement[1]] = kind

    def _compile(self, evaluator: Evaluator) -> None:
        natives = builtins.table(self)
        self.prev_function = natives["prev"]
        library = [(node[1], evaluator.run(node[2])) for node in _library()]
        self.predefined = {"GRID_SIZE": 16, **natives}
        for name, value in library:
            self.predefined[name] = value(Env(self.predefined, None))
        self.predefined["SpecialConditionTriggered"] = False
        for statement in self.statements:
            if statement[0] == "object":
                self.kinds[statement[1]].cells = evaluator.run(statement[3])
        variables = {node[1]: node for node in self.statements if node[0] == "initnext"}
        in_order = [variables[name] for name in walked(tuple(variables))]
        self._initial = [(node[1], evaluator.run(node[2])) for node in in_order]
        self._following = [(node[1], evaluator.run(node[3])) for node in in_order]
        clauses = [node for node in self.statements if node[0] == "on"]
        self._clauses = [(evaluator.run(node[1]), evaluator.run(node[2])) for node in clauses]
        plain = [node for node in self.statements if node[0] not in ("on", "object", "declare", "initnext")]
        self._plain: list[Run] = [evaluator.run(node) for node in plain]
        assigned = {node[1] for whole in self.statements for node in walk(whole) if node[0] == "assign"}
        self._first_order = (*variables, *(name for name in self.predefined if name in assigned))

    def start(self, seed: int) -> State:
        """The state that loading with a seed gives."""
        self.source, self.prev, self.click, self.key = Generator(seed), None, None, ""
        self.globals = Env(dict(self.predefined), None)
        self.order = dict.fromkeys(self._first_order)
        self.next_id = 0
        self._guarded(self._load)
        return self.save()

    def _load(self) -> None:
        for statement in self._plain:
            statement(self.globals)
        for name, initial in self._initial:
            self.define(name, initial(self.globals))
        self.globals.names.setdefault("cacheRendered", Items(()))
        self._draw()

    def save(self) -> State:
        """The present state."""
        names, source = self.globals.names, self.source
        return State(names, self.order, self.drawn, self.occupied, source.state, self.next_id)

    def step(self, state: State, action: str, source: Script | None = None) -> State:
        """The state after an action (``noop``, ``left``, ..., ``click X Y``), as the generator draws."""
        self.prev = state.names if self.shares else deepcopy(state.names)
        self.globals, self.order, self.updated = Env(dict(self.prev), None), dict(state.order), set()
        self.drawn, self.occupied, self.next_id = state.drawn, state.occupied, state.next_id
        self.source = source or Generator(state.rng_state)
        word, *place = action.split()
        self.click = (int(place[0]), int(place[1])) if word == "click" else None
        self.key, self.compared = word, set()
        self._guarded(self._advance)
        return self.save()

    def _advance(self) -> None:
        for condition, body in self._clauses:
            holds = condition(self.globals)
            if type(holds) in (Function, Native):
                holds = self.call(self.globals, holds, [])
            fail(type(holds) is not bool, "the condition of an on-clause must be a boolean")
            if holds:
                body(self.globals)
        for name, following in self._following:
            if name in self.globals.names and name not in self.updated:
                self.assign(name, following(self.globals), self.globals)
        self.click, self.key = None, ""  # what is drawn sees no input any more
        self._draw()

    def _draw(self) -> None:
        names = self.globals.names
        held = [names[name] for name in self.order if name in names]
        self.drawn = tuple(self.cells(Items(tuple(held)), self.globals))
        self.occupied = frozenset([(x, y) for x, y, _ in self.drawn])

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
        if self._click_is_dead and "click" in held:
            held["click"] = None
        parts = self._guarded(lambda: self._keys.of(tuple(held.values())))
        return tuple(held), parts, tuple(state.order), state.drawn


def names_click(node: Node) -> bool:
    """Whether the variable ``click`` is named below a node, or could be by its text."""
    return any(
        part in (("name", "click"), ("constant", "click")) or part[:2] == ("assign", "click")
        for part in walk(node)
    )


def _reads_an_old_click(statement: Node) -> bool:
    """Whether a statement may read a ``click`` that an earlier step has left.

    Not so where the statement does not name it; nor in a clause whose condition asks ``clicked`` first, which
    is false in a step without a click, and in one with a click defines the variable anew.
    """
    if any(
        part[:2] == ("assign", "clicked") or (part[0] == "function" and "clicked" in part[1])
        for part in walk(statement)
    ):
        return True
    if not names_click(statement):
        return False
    before = [
        part
        for part in walk(statement)
        if part[0] == "call" and part[1] in (("name", "prev"), ("name", "defined"))
    ]
    return statement[0] != "on" or not _asks_clicked(statement[1]) or any(map(names_click, before))


def _asks_clicked(condition: Node) -> bool:
    """Whether a condition is ``clicked``, a call of it, or a conjunction that begins so."""
    if condition[0] == "logical" and not condition[1]:
        return _asks_clicked(condition[2])
    called = condition[0] == "call" and condition[1] == ("name", "clicked") and not names_click(condition)
    return condition == ("name", "clicked") or called


@lru_cache(1)
def _library() -> tuple[Node, ...]:
    return tuple(parse(LIBRARY))


def _changes_in_place(node: Node) -> bool:
    """Whether a node sets a field or turns an object."""
    return node[0] == "set" or node in (("name", "rotate"), ("name", "rotateNoCollision"))


def _observes_identity(nodes: list[Node]) -> bool:
    """Whether removeObj or prev may stand anywhere but in a call that asks for no identity."""
    made = {node[1]: node[2][0] == "function" for node in nodes if node[0] == "assign"}
    others = {node[1] for node in nodes if node[0] == "assign" and node[2][0] != "function"}
    others |= {word for node in nodes if node[0] == "function" for word in node[1]}
    functions = made.keys() - others
    safe = 0
    for node in nodes:
        if node[0] == "call" and node[1] == ("name", "removeObj") and len(node[2]) == 2:
            safe += node[2][1][0] == "function" or (node[2][1][0] == "name" and node[2][1][1] in functions)
        elif node[0] == "call" and node[1] == ("name", "prev") and len(node[2]) == 1:
            safe += node[2][0][0] in ("name", "constant")
    return sum(node in (("name", "removeObj"), ("name", "prev")) for node in nodes) > safe
