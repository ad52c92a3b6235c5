"""Planning where steps are random: what luck allows, and what the draws of the question's own seed give.

Where no policy is sure, no sequence of fewer steps may show the goal, whatever is drawn (weak planning;
Cimatti et al., AIJ 147, 2003), and the stored plan shows it as the question's seed draws, with an exact
probability (``lucky``).

A player meets the world as its seed draws: every reset, and the test, begin with the seed, so what a player
does decides what is drawn.  States are told apart by keys and generator; a step has one end.  Layer k holds
what k steps lead to and no fewer (``layers``).

>>> from certwright.domains.gridworld.program import read_program
>>> fly = read_program('''(program (= GRID_SIZE 9) (object Fly (Cell 0 0 "green"))
...     (= fly (initnext (Fly (Position 0 1)) (prev fly)))
...     (on right (= fly (move fly (Position (uniformChoice (list 1 2)) 0)))))''')
>>> shown = [layer[0].frame[1] for layer, _ in zip(layers(fly, 1), range(4), strict=False)]
>>> [row.index("green") for row in shown]
[0, 2, 3, 4]
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ...domains.gridworld.actions import NOOP, Action, click
from ...domains.gridworld.frames import Grid, Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program, kept_program
from ..search.grid_moves import ARROWS, agreeing, click_matters, named
from ..search.grid_states import Places, state_key, successors
from .space import Kept, Space


@dataclass(frozen=True)
class Lucky:
    """A plan of the least number of steps, and the probability that the goal shows after it."""

    plan: tuple[Action, ...]
    probability: Fraction


@dataclass(frozen=True)
class DrawnState:
    """A state of a space as the seed's draws lead to it: its number, and the way."""

    state: int
    snapshot: Snapshot
    way: tuple[Action, ...]


def lucky(program: Program, space: Space, goal: Partial, rng_seed: int) -> Lucky | None:
    """A plan of as few steps as luck allows; None where the seed does not draw so, or the space ends."""
    shows = [agrees(frame, goal) for frame in space.seen]
    pairs = zip(space.depths, space.frames, strict=True)
    depths = [depth for depth, frame in pairs if depth and shows[frame]]
    if not depths:
        return None
    for layer in drawn_layers(program, space, rng_seed, min(depths)):
        for place in layer:
            if len(place.way) == min(depths) and shows[space.frames[place.state]]:
                return Lucky(place.way, probability(program, place.way, goal, rng_seed))
    return None


def drawn_layers(program: Program, space: Space, rng_seed: int, steps: int) -> list[list[DrawnState]]:
    """The states that the seed's draws lead to in as few steps as any draws would: a list for each depth."""
    machine = Machine(program, rng_seed)
    number: dict[Hashable, int] = {key: state for state, key in enumerate(space.keys)}
    layers = [[DrawnState(0, machine.snapshot(), ())]]
    while layers[-1] and len(layers) <= steps:
        reached: dict[tuple[int, int], DrawnState] = {}
        for place in layers[-1]:
            for action, _ in space.edges[place.state] if place.state < len(space.edges) else ():
                machine.restore(place.snapshot)
                machine.step(action)
                state = number[state_key(machine)]
                if space.depths[state] == len(layers):
                    after = DrawnState(state, machine.snapshot(), (*place.way, action))
                    reached.setdefault((state, machine.rng_state), after)
        layers.append(list(reached.values()))
    return layers


def probability(program: Program, plan: Sequence[Action], goal: Partial, rng_seed: int) -> Fraction:
    """How likely the goal shows after the last step of a plan; LimitError for too many outcomes."""
    machine = Machine(program, rng_seed)
    chances: dict[Hashable, tuple[Fraction, Snapshot]] = {0: (Fraction(1), machine.snapshot())}
    for action in plan:
        after: dict[Hashable, tuple[Fraction, Snapshot]] = {}
        for chance, snapshot in chances.values():
            machine.restore(snapshot)
            for share, outcome in successors(machine, action):
                known = after.get(outcome.key, (Fraction(0), outcome))
                after[outcome.key] = (known[0] + chance * share, outcome)
        chances = after
    total = Fraction(0)
    for chance, snapshot in chances.values():
        machine.restore(snapshot)
        total += chance * agrees(machine.frame(), goal)
    return total


STATES = 40_000  # the states that the layers of one world may hold


class StateMoves:
    """States numbered as they are met, 0 the first, and their moves, each made once whoever asks for it."""

    def __init__(self, program: Program, rng_seed: int):
        self._machine = Machine(program, rng_seed)
        self._numbers: dict[Hashable, int] = {}
        self._snapshots: list[Snapshot] = []
        self._moves: dict[int, tuple[tuple[Action, int], ...]] = {}
        self._number()

    def frame(self, state: int) -> Grid:
        """What a state shows."""
        self._machine.restore(self._snapshots[state])
        return self._machine.frame()

    def moves(self, state: int) -> tuple[tuple[Action, int], ...]:
        """The keys, and one click of each class of clicks that act alike as the seed draws; their ends."""
        if state not in self._moves:
            self._moves[state] = tuple(self._made(self._snapshots[state]))
        return self._moves[state]

    def _made(self, state: Snapshot) -> Iterator[tuple[Action, int]]:
        program = self._machine.program
        words_used = named(program)
        self._step(state, NOOP)
        yield NOOP, (waited := self._number())
        for action in ARROWS:
            if action.name in words_used:
                self._step(state, action)
            yield action, self._number() if action.name in words_used else waited
        size, each = range(program.grid_size), click_matters(program)
        waiting = [(x, y) for y in size for x in size]
        if each:
            for cell in waiting:
                self._step(state, click(*cell))
                yield click(*cell), self._number()
            return
        while waiting:
            first = waiting[0]
            compared = self._step(state, click(*first))
            yield click(*first), self._number()
            same = agreeing(first, waiting, compared)
            waiting = [cell for cell in waiting if cell not in same]

    def _step(self, state: Snapshot, action: Action) -> list[Places]:
        """Take a step; the sets of places that its click was compared with."""
        self._machine.restore(state)
        probe: list[Places] = []
        self._machine.runtime.probe = probe
        try:
            self._machine.step(action)
        finally:
            self._machine.runtime.probe = None
        return probe

    def _number(self) -> int:
        machine = self._machine
        number = self._numbers.setdefault((state_key(machine), machine.rng_state), len(self._snapshots))
        if number == len(self._snapshots):
            self._snapshots.append(machine.snapshot())
        return number


@lru_cache(1)
def steps_of(text: str, rng_seed: int) -> StateMoves:
    """The steps of a program's text, kept until another one is asked for."""
    return StateMoves(kept_program(text), rng_seed)


@dataclass(frozen=True, slots=True)
class ReachedState:
    """A state with its frame and the way to it: as few steps as any, and of those with the fewest actions."""

    state: int  # its number among the world's ``StateMoves``
    frame: Grid
    way: tuple[Action, ...]
    actions: int  # how many steps of the way are not ``noop``


@dataclass(frozen=True)
class Shortest:
    """A plan and what it costs; ``states`` were met before it was known to be cheapest."""

    plan: tuple[Action, ...]
    states: int

    @property
    def steps(self) -> int:
        """All its steps."""
        return len(self.plan)

    @property
    def actions(self) -> int:
        """How many of its steps are not ``noop``."""
        return sum(action != NOOP for action in self.plan)


def shortest_drawn(program: Program, goal: Partial, rng_seed: int, *, limit: int) -> Shortest | None:
    """The shortest plan as the seed draws; None beyond the limit of states, or where the start shows it."""
    states = 0
    for layer in layers_of(program.text, rng_seed):
        states += len(layer)
        if states > limit:
            return None
        if shows := [place for place in layer if agrees(place.frame, goal)]:
            best = min(shows, key=lambda place: place.actions)
            return Shortest(best.way, states) if best.way else None
    return None


@lru_cache(1)
def layers_of(text: str, rng_seed: int) -> Kept[list[ReachedState]]:
    """The layers of a program's text, kept until another one is asked for."""
    return Kept(layers(kept_program(text), rng_seed))


def layers(program: Program, rng_seed: int, *, limit: int = STATES) -> Iterator[list[ReachedState]]:
    """The states layer by layer, as long as the limit holds whole ones; AutumnError where a step fails."""
    steps = steps_of(program.text, rng_seed)
    layer = {0: ReachedState(0, steps.frame(0), (), 0)}
    met = {0}
    while layer:
        yield list(layer.values())
        reached: dict[int, ReachedState] = {}
        for place in layer.values():
            for action, after in steps.moves(place.state):
                actions = place.actions + (action != NOOP)
                if after not in met and (after not in reached or actions < reached[after].actions):
                    frame = reached[after].frame if after in reached else steps.frame(after)
                    reached[after] = ReachedState(after, frame, (*place.way, action), actions)
            if len(met) + len(reached) > limit:
                return
        met.update(reached)
        layer = reached
