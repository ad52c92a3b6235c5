"""Belief support: which states a world may be in, given what was done and what was seen.

It holds every successor, of every state and by every outcome of every draw, whose frame agrees with the
observation (a cell that is None was not seen); it is empty exactly when that has probability zero.

>>> from certwright.domains.gridworld.actions import NOOP
>>> from certwright.domains.gridworld.program import read_program
>>> fly = read_program('''(program (= GRID_SIZE 3) (object Fly (Cell 0 0 "green"))
...     (= fly (initnext (Fly (Position 1 1))
...         (move (prev fly) (Position (uniformChoice (list -1 1)) 0)))))''')
>>> belief = Support(fly, 0)
>>> after = belief.after(NOOP)
>>> after.size, after.seeing((("black",) * 3, ("green", None, None), ("black",) * 3)).size
(2, 1)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from ...domains.gridworld.actions import Action
from ...domains.gridworld.frames import Grid, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program
from ...instances.errors import LimitError
from ..search.grid_moves import Place, alike
from ..search.grid_states import state_key, successors

Observation = Sequence[Sequence[str | None]]  # rows of colours; None where nothing was seen
SUPPORT_LIMIT = 20_000  # states that a support may hold


def frames_of(program: Program, rng_seed: int, actions: Iterable[Action]) -> Iterator[Grid]:
    """The frames of a run: the first, and what each action leads to."""
    machine = Machine(program, rng_seed)
    yield machine.frame()
    for action in actions:
        machine.step(action)
        yield machine.frame()


class Support:
    """A set of states of one program; it is never changed."""

    def __init__(self, program: Program, rng_seed: int, *, limit: int = SUPPORT_LIMIT):
        """The support before the first step: the state that loading with this seed gives."""
        self._machine, self._limit = Machine(program, rng_seed), limit
        self._states: dict[Hashable, Snapshot] = {state_key(self._machine): self._machine.snapshot()}

    @property
    def size(self) -> int:
        """How many states are possible; 0 when the observations are impossible."""
        return len(self._states)

    @property
    def key(self) -> frozenset[Hashable]:
        """The states as keys: two supports of one program with equal keys are the same."""
        return frozenset(self._states)

    def example(self) -> Snapshot:
        """A state that is possible; there must be one."""
        return next(iter(self._states.values()))

    def classes(self) -> Iterator[dict[Place, Place]]:
        """For each state, which cells a click acts alike on."""
        for snapshot in self._states.values():
            self._machine.restore(snapshot)
            yield alike(self._machine)

    def after(self, action: Action) -> Support:
        """The support after an action, before anything is seen; LimitError beyond the bounds."""
        states: dict[Hashable, Snapshot] = {}
        for snapshot in self._states.values():
            self._machine.restore(snapshot)
            for _, outcome in successors(self._machine, action):
                states.setdefault(outcome.key, outcome)
                if len(states) > self._limit:
                    raise LimitError(f"more than {self._limit} states are possible")
        return self._with(states)

    def seeing(self, observation: Observation) -> Support:
        """The support once this was seen."""
        states = self._states.items()
        return self._with({key: state for key, state in states if agrees(self._frame(state), observation)})

    def frames(self) -> list[Grid]:
        """The frames that may be seen, each once, in a fixed order."""
        return sorted(set(map(self._frame, self._states.values())))

    def _frame(self, state: Snapshot) -> Grid:
        self._machine.restore(state)
        return self._machine.frame()

    def _with(self, states: dict[Hashable, Snapshot]) -> Support:
        new = object.__new__(Support)
        new._machine, new._limit, new._states = self._machine, self._limit, states
        return new


class FrameWatch:
    """Follows a long run for the first frame that the base world cannot show, cheaply.

    A *shadow* of the base world is played along, with the draws of the watched run: a witness as long as it
    shows the same frames.  Only when it does not is the belief support asked, over the steps since.

    >>> from certwright.domains.gridworld.actions import RIGHT
    >>> from certwright.domains.gridworld.program import read_program
    >>> text = '''(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
    ...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
    ...     (on right (= dot (moveRightNoCollision dot))))'''
    >>> base, jumps = read_program(text), Machine(read_program(text.replace("moveRightNo", "moveDownNo")))
    >>> watch = FrameWatch(base, jumps.frame(), 0)
    >>> jumps.step(RIGHT)
    >>> watch.possible(RIGHT, jumps.frame(), jumps.rng_state)
    False
    """

    def __init__(self, base: Program, first: Grid, rng_seed: int):
        """The run began with the frame ``first``."""
        self._shadow = Machine(base, rng_seed)
        self._support = Support(base, rng_seed).seeing(first)
        self._since: list[tuple[Action, Grid]] = []

    def possible(self, action: Action, frame: Grid, rng_state: int) -> bool:
        """Whether the base world can show this frame after all that was done and seen; False once it cannot.

        ``rng_state`` is any state of a generator; where the run draws as the base world would, its state
        before the step is the best one.  Raises LimitError where too many states are possible.
        """
        if not self._support.size:
            return False
        self._since.append((action, frame))
        self._shadow.rng_state = rng_state
        self._shadow.step(action)
        if self._shadow.frame() == frame:
            return True
        for taken, seen in self._since:
            self._support = self._support.after(taken).seeing(seen)
        self._since = []
        if not self._support.size:
            return False
        self._shadow.restore(self._support.example())
        return True
