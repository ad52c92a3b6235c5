"""Goals: parts of frames that take many steps, and that neither random play nor one key stumbles upon.

A goal is a part of a frame that the question's own draws may show, in a layer as deep as there is one within
counted bounds: where draws are random first what waiting would not show at that time, then what is different
from the first frame, at last the whole frame.  In a world without chance its least number of actions is known
too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Grid, Partial, agrees, changed, only, pictures
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program, kept_program
from ...instances.records import Json
from ...verifiers.gridworld.drawn import ReachedState, layers_of
from ...verifiers.gridworld.planning import ACTION_STATES, fewest_actions
from ...verifiers.gridworld.support import frames_of
from ...verifiers.search.grid_moves import alike, click_matters
from ..rng import Rng
from .play import random_run

DEPTHS = range(14, 4, -1)
"""Goals are at least so many steps away: the first that the world allows, and never fewer than the last."""
STATES = ((5, 40_000), (12, 7_000), (14, 2_500))
"""Layers up to each depth are made as long as they hold so many states, deeper ones up to the last number."""
CELLS = 50  # where every cell is a click of its own, a state counts once more for each so many cells
ACTIVE = (3, 1)  # actions that a goal takes at least, tried in turn
CANDIDATES = 12  # goals of one depth and kind that are tried
PLAYS, HITS = 16, 6  # of so many random plays at most so many may meet the goal
CLICKS = 20  # clicks of different kinds that are tried over and over, at most
BUDGET = 500


def make(entry: World, rng_seed: int, rng: Rng) -> Json | str:
    """The query of one question, or why there is none."""
    program = kept_program(entry.program)
    draw = GoalSource(program, rng_seed, rng, entry.stochastic, list(explored(program, rng_seed)))
    if (goal := draw.goal()) is None:
        return "no goal is far enough"
    return {"rng_seed": rng_seed, "pictures": pictures([goal]), "budget": BUDGET}


def explored(program: Program, rng_seed: int) -> Iterator[list[ReachedState]]:
    """The layers of the world as far as ``STATES`` allows, foreseen by the growth of the last one."""
    dear = 1 + program.grid_size**2 // CELLS if click_matters(program) else 1
    states, before = 0, 1
    for depth, layer in enumerate(layers_of(program.text, rng_seed)):
        yield layer
        states += len(layer)
        ahead = states + (len(layer) * len(layer) // before if depth > 1 else len(layer))
        if ahead * dear > next((limit for deep, limit in STATES if depth < deep), STATES[-1][1]):
            return
        before = len(layer)


@dataclass(frozen=True)
class GoalSource:
    """Where goals are drawn from."""

    program: Program
    rng_seed: int
    rng: Rng
    stochastic: bool
    layers: list[list[ReachedState]]

    def goal(self) -> Partial | None:
        """A goal as deep as there is one; None where all are less than the least of ``DEPTHS`` away."""
        return (None if self.stochastic else self._deepest(known=True)) or self._deepest(known=False)

    def _deepest(self, known: bool) -> Partial | None:
        """A goal among all frames, or among those whose least number of actions is ``known``."""
        for least in DEPTHS:
            deep = [place for layer in self.layers[least:] for place in layer]
            deep = [place for place in deep if self.depths[place.frame] >= least]
            for actions in ACTIVE:
                fit = [place for place in deep if self._actions(place, known) >= actions]
                for number, sort in enumerate(("caused", "changed", "whole")):
                    rng = self.rng.fork(least, actions, number)
                    for place in rng.sample(fit, min(CANDIDATES, len(fit))):
                        goal = self._part(place, sort)
                        if goal is not None and self._fits(goal, least, actions, rng):
                            return goal
        return None

    def _actions(self, place: ReachedState, known: bool) -> int:
        """How many actions a frame takes: the least where it is ``known``, else those of its shortest way."""
        return self.acted.get(place.frame, 0 if known else place.actions)

    @cached_property
    def depths(self) -> dict[Grid, int]:
        """The frames, in the order in which layers show them, with the first layer that does."""
        depths: dict[Grid, int] = {}
        for depth, layer in enumerate(self.layers):
            for place in layer:
                depths.setdefault(place.frame, depth)
        return depths

    @cached_property
    def acted(self) -> dict[Grid, int]:
        """The least number of actions to the frames of a world without chance, as far as it is known."""
        known: dict[Grid, int] = {}
        if not self.stochastic:
            for place in fewest_actions(self.program.text, self.rng_seed, ACTION_STATES):
                known.setdefault(place.frame, place.actions)
        return known

    @cached_property
    def waited(self) -> Sequence[Grid]:
        """What waiting shows, step by step."""
        return self._pressed(NOOP)

    @cached_property
    def idle(self) -> set[Grid]:
        """What one key or one click over and over shows within the budget: no goal is won like that."""
        clicks = sorted(set(alike(Machine(self.program, self.rng_seed)).values()))
        listed = (LEFT, RIGHT, UP, DOWN, *(click(*place) for place in clicks[:CLICKS]))
        return set(self.waited).union(*map(self._pressed, listed))

    def _pressed(self, action: Action) -> Sequence[Grid]:
        return list(frames_of(self.program, self.rng_seed, repeat(action, BUDGET)))

    def _part(self, place: ReachedState, sort: str) -> Partial | None:
        """What of a frame is unlike the first and unlike mere waiting, what has changed, or the whole."""
        if sort == "whole":
            return place.frame
        cells = changed(self.layers[0][0].frame, place.frame)
        if sort == "caused":
            if not self.stochastic:
                return None
            cells &= changed(self.waited[len(place.way)], place.frame)
        return only(place.frame, cells) if cells else None

    def _fits(self, goal: Partial, least: int, actions: int, rng: Rng) -> bool:
        """Whether a goal is far enough, takes actions enough, and is not met by chance or by one key."""
        steps = next(depth for frame, depth in self.depths.items() if agrees(frame, goal))
        if steps < least or any(agrees(frame, goal) for frame in self.idle):
            return False
        if any(known < actions for frame, known in self.acted.items() if agrees(frame, goal)):
            return False
        plays = (rng.fork("play").fork(number) for number in range(PLAYS))
        runs = (random_run(self.program, self.rng_seed, min(4 * steps, 200), play) for play in plays)
        return sum(any(agrees(frame, goal) for frame in run.frames[1:]) for run in runs) <= HITS
