"""A running Autumn program: load, step, look, save and go back.

One step: the variables as they are become ``prev``; every on-clause whose condition holds runs, in file
order, each seeing what those before it wrote; then every initnext variable that no clause assigned gets its
NEXT, in the order in which the reference iterates over them; then everything is drawn, which also settles
which positions count as occupied during the next step.  A step that fails leaves the machine as it was
before it.

>>> from .program import read_program
>>> from .actions import RIGHT
>>> machine = Machine(read_program('''(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
...     (on right (= dot (moveRightNoCollision dot))))'''))
>>> machine.step(RIGHT)
>>> machine.frame()[1]
('black', 'red', 'black')
"""

import sys
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ...instances.errors import AutumnError
from .actions import Action
from .code import offset_of
from .drawing import draw_all, drawn, paint
from .frames import Grid
from .parser import fault
from .program import Program
from .runtime import DrawSource, Globals, Picture, RandomGenerator, Runtime
from .values import INSTANCES, Cell, Elem, Items, Obj, Pos, Value

T = TypeVar("T")
STACK = 12_000  # Python frames that the deepest expression within the limits may need


class Element(NamedTuple):
    """A drawn cell, hidden and off-grid ones too."""

    x: int
    y: int
    colour: str
    type: str
    variable: str


@dataclass(eq=False, slots=True)
class Snapshot:
    """A state to go back to; it is never changed, and is good for any machine of its program."""

    globals: Globals
    order: dict[str, None]
    drawn: Picture
    time: int
    rng_state: int
    marks: tuple[tuple[Value, int | None], ...]  # identities of objects, where they matter
    next_id: int
    key: Hashable


class Machine:
    """Runs a program from its initial state; AutumnError when loading it fails or exceeds a limit."""

    def __init__(self, program: Program, rng_seed: int = 0):
        self.program = program
        self.time = 0
        code = program.code
        self._code = code
        self.runtime = Runtime(code.stacks, code.visible, code.caching, code.identity, rng_seed)
        self._frame: Grid | None = None
        self.key: Hashable = None
        self._at = 0  # offset of the variable that is drawn: the place of faults that know none better
        self.guarded(self._load)

    @property
    def rng_state(self) -> int:
        """The state of the random generator."""
        return self.runtime.source.state

    @rng_state.setter
    def rng_state(self, state: int) -> None:
        self.runtime.source = RandomGenerator(state)

    def draw_from(self, source: DrawSource) -> None:
        """Take draws from another source than the reference's generator, until a snapshot is restored."""
        self.runtime.source = source

    @property
    def covered(self) -> frozenset[int]:
        """The numbers of the on-clauses that have fired since the machine was made."""
        return frozenset(self.runtime.covered)

    def _load(self) -> None:
        rt, code = self.runtime, self._code
        rt.order = dict.fromkeys(code.variables)
        rt.g.update(GRID_SIZE=16, background="black", FRAME_RATE=8, SpecialConditionTriggered=False)
        rt.g.update(code.preset)
        code.load(rt)
        rt.g.setdefault("cacheRendered", Items(()))
        self._draw()

    def guarded(self, run: Callable[[], T]) -> T:
        """Run with fresh budgets and stack enough; whatever fails comes out as a placed AutumnError."""
        limit = sys.getrecursionlimit()
        self.runtime.begin()
        try:
            if limit < STACK:
                sys.setrecursionlimit(STACK)
            return run()
        except (AutumnError, RecursionError) as error:
            deep = isinstance(error, RecursionError)
            message = "values are nested too deep" if deep else str(getattr(error, "message", ""))
            offset = offset_of(error.__traceback__)
            raise self._fault(self._at if offset is None else offset, message) from None
        finally:
            self._at = 0
            if limit < STACK:
                sys.setrecursionlimit(limit)

    def step(self, action: Action) -> None:
        """One step under an action; AutumnError leaves the state as it was."""
        rt = self.runtime
        before, order, state = rt.g, rt.order, rt.source.state
        seen = rt.drawn, before.get("GRID_SIZE"), before.get("background")
        marks = identities(rt.g) if rt.identity else ()
        kept = before if rt.caching else deep(before)
        rt.prev, rt.g, rt.updated = before, Globals(before), set()
        rt.click = (action.x, action.y) if action.name == "click" else None
        rt.keys = action.name
        self.key = None
        try:
            self.guarded(self._advance)
        except AutumnError:
            rt.g, rt.order, rt.source.state = kept, order, state
            put_identities(marks)
            raise
        if seen != (rt.drawn, rt.g.get("GRID_SIZE"), rt.g.get("background")):
            self._frame = None
        self.time += 1

    def _advance(self) -> None:
        rt = self.runtime
        self._code.advance(rt)
        rt.click = rt.keys = None  # what is drawn sees no input any more
        self._draw()

    def _draw(self) -> None:
        try:
            draw_all(self.runtime)
        except (AutumnError, RecursionError):
            self._at = self.program.place(self.runtime.drawing)
            raise

    def _fault(self, offset: int, message: str) -> AutumnError:
        return fault(self.program.text, self.program.file, max(0, offset), message)

    def frame(self) -> Grid:
        """What is seen: rows of colours.  AutumnError when GRID_SIZE or background cannot be drawn."""
        if self._frame is None:
            try:
                self._frame = paint(self.runtime)
            except AutumnError as error:
                raise self._fault(self.program.place(self.runtime.drawing), error.message) from None
        return self._frame

    def elements(self) -> list[Element]:
        """All drawn cells in order, hidden ones too; colours drawn by lot are drawn anew, draws put back."""
        rt, source = self.runtime, self.runtime.source

        def collected(value: Value, variable: str) -> Iterator[Element]:
            for item in value.items if type(value) is Items else ():
                yield from collected(item, variable)
            if type(value) is Obj:
                state = source.state
                for x, y, colour in drawn(rt, value):
                    yield Element(x, y, colour, value.kind.name, variable)
                source.state = state

        def every() -> list[Element]:
            elements: list[Element] = []
            for name, _ in rt.drawn.groups:
                rt.drawing, self._at = name, self.program.place(name)
                elements += collected(rt.g[name], name)
            return elements

        return self.guarded(every)

    def drawn(self) -> list[tuple[str, list[tuple[int, int, str]]]]:
        """The cells as last drawn: for each variable that has any, in drawing order."""
        return [(name, list(cells)) for name, cells in self.runtime.drawn.groups]

    def snapshot(self) -> Snapshot:
        """The whole state; cheap, since values are shared."""
        rt = self.runtime
        g = rt.g if rt.caching else deep(rt.g)
        marks = identities(g) if rt.identity else ()
        return Snapshot(g, rt.order, rt.drawn, self.time, rt.source.state, marks, rt.next_id, self.key)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a state of this program."""
        rt = self.runtime
        rt.g = snapshot.globals if rt.caching else deep(snapshot.globals)
        rt.prev = None
        rt.order, rt.drawn = snapshot.order, snapshot.drawn
        rt.source = RandomGenerator(snapshot.rng_state)
        put_identities(snapshot.marks)
        rt.next_id = max(rt.next_id, snapshot.next_id)
        self.time, self.key = snapshot.time, snapshot.key
        self._frame = None


def identities(g: dict[str, Value]) -> tuple[tuple[Value, int | None], ...]:
    """Every value with an identity that the globals reach, and that identity."""
    seen: dict[int, Value] = {}
    open_values = list(g.values())
    while open_values:
        value = open_values.pop()
        kind = type(value)
        if (kind is not Items and kind not in INSTANCES) or id(value) in seen:
            continue
        seen[id(value)] = value
        if kind is Items:
            open_values.extend(value.items)
        elif kind is Obj:
            open_values += [*value.values, value.origin]
    return tuple([(value, value.id) for value in seen.values()])


def put_identities(saved: tuple[tuple[Value, int | None], ...]) -> None:
    """Give identities back."""
    for value, mark in saved:
        value.id = mark


def deep(g: Globals) -> Globals:
    """A copy of the globals that shares nothing that can change in place, and shares what was shared."""
    memo: dict[int, Value] = {}

    def copied(value: Value) -> Value:
        kind = type(value)
        if kind is not Items and kind not in INSTANCES:
            return value
        if id(value) in memo:
            return memo[id(value)]
        new: Any
        if kind is Items:
            new = Items(tuple([copied(item) for item in value.items]), value.kind)
        elif kind is Obj:
            values = tuple([copied(item) for item in value.values])
            new = Obj(value.kind, values, copied(value.origin), copied(value.elems))
            new.mistyped = value.mistyped
        elif kind is Pos:
            new = Pos(value.x, value.y)
        elif kind is Elem:
            new = Elem(copied(value.position), value.colour)
        else:
            new = Cell(value.x, value.y, value.colour)
        new.id = value.id
        memo[id(value)] = new
        return new

    try:
        return Globals((name, copied(value)) for name, value in g.items())
    except RecursionError:
        raise AutumnError("values are nested too deep") from None
