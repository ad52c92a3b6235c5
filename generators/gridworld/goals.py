"""Goals: parts of frames that take a chosen number of steps, and that random play does not stumble upon.

A goal says what is different from the first frame.  Where steps are not random, frames are preferred whose
least number of actions is known as well as their least number of steps.  Where they are, a policy should be
sure to reach the goal; where none is, the goal is one that the seed's draws allow in as few steps as any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Partial, agrees, changed, only, pictures
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import LimitError
from ...verifiers.gridworld.luck import drawn_layers
from ...verifiers.gridworld.planning import PLAN_STATES, settled, sure_steps
from ...verifiers.gridworld.space import Grid, Space, explored
from ..rng import Rng
from .play import random_run

DEEP = 8
"""Goals are at least so many steps away, where the world is deep enough."""
CANDIDATES = 24
PLAYS, HITS = 16, 6
"""Of so many random plays at most so many may meet the goal."""
BUDGET = 500

ACTIVE = ((4, 1), (3, 1), (2, 1), (1, 1), (2, 2), (1, 2))
"""What is asked for in turn: at least so many actions, since what comes by waiting is no goal, and the whole
of the least depth, or half of it."""

Json = dict[str, Any]
Frames = dict[int, list[Grid]]
"""Frames by the depth of a goal that they may give."""


def make(told: World, rng_seed: int, rng: Rng) -> Json | str:
    """The query of one question, or why there is none; the space of the world is explored once."""
    program = read_program(told.program)
    try:
        space = explored(told.program, rng_seed, PLAN_STATES)
    except LimitError:
        return "too many random outcomes"
    draw = Draw(program, space, rng_seed, rng)
    if space.deterministic:
        goal = _planned(draw)
    else:
        goal = (_sure(draw) if space.complete else None) or _lucky(draw)
    if goal is None:
        return "no goal is far enough"
    return {"rng_seed": rng_seed, "pictures": pictures([goal]), "budget": BUDGET}


@dataclass(frozen=True)
class Draw:
    """Where goals are drawn from."""

    program: Program
    space: Space
    rng_seed: int
    rng: Rng

    @property
    def least(self) -> int:
        """How far a goal is away at least."""
        return max(2, min(DEEP, max(self.space.depths) * 7 // 8))

    def goal(
        self, frames: Frames, steps: Callable[[Partial], int | None], exactly: bool = False
    ) -> Partial | None:
        """A goal of one of the frames with steps enough, or as many as its depth; None when none is met."""
        for number in range(CANDIDATES if frames else 0):
            depth = self.rng.choice(sorted(frames))
            frame = self.rng.choice(frames[depth])
            goal = only(frame, changed(self.space.seen[0], frame))
            found = steps(goal)
            if found is None or (found != depth if exactly else found < min(self.least, depth)):
                continue
            if _stumbled(self.program, self.rng_seed, goal, found, self.rng.fork("play", number)) <= HITS:
                return goal
        return None


def _planned(draw: Draw) -> Partial | None:
    """A goal of a world without chance, preferably one whose least number of actions will be proven."""
    space = draw.space
    known: dict[Grid, int] = {}
    for one in settled(draw.program, draw.rng_seed, free_noop=True, limit=PLAN_STATES):
        known.setdefault(one.frame, one.actions)
    for active, part in ACTIVE:
        busy = {frame for frame, actions in known.items() if actions >= active}

        def steps(goal: Partial, active: int = active) -> int | None:
            least = min((actions for frame, actions in known.items() if agrees(frame, goal)), default=0)
            return _soonest(space, goal) if least >= active else None

        goal = draw.goal(_deep(space, draw.least // part, busy), steps)
        if goal is not None:
            return goal
    idle = {frame for frame, actions in known.items() if not actions}
    return draw.goal(_deep(space, draw.least, set(space.seen) - idle), lambda goal: _soonest(space, goal))


def _sure(draw: Draw) -> Partial | None:
    """A goal that a policy surely reaches, of a world with chance that was explored wholly."""
    frames = _deep(draw.space, draw.least, set(draw.space.seen))
    return draw.goal(frames, lambda goal: sure_steps(draw.space, goal)[0])


def _deep(space: Space, least: int, wanted: set[Grid]) -> Frames:
    """The wanted frames of expanded states, by the least depth at which they are seen."""
    first: dict[int, int] = {}
    for state in range(len(space.edges)):
        first.setdefault(space.frames[state], space.depths[state])
    found: Frames = {}
    for frame, depth in first.items():
        if frame and depth >= least and space.seen[frame] in wanted:
            found.setdefault(depth, []).append(space.seen[frame])
    return found


def _lucky(draw: Draw) -> Partial | None:
    """A goal that the seed's draws show as early as any draws would, nearly as deep as there are."""
    space = draw.space
    layers = drawn_layers(draw.program, space, draw.rng_seed, max(space.depths))
    deepest = max(depth for depth, layer in enumerate(layers) if layer)
    found: Frames = {}
    for depth in range(max(2, min(DEEP, deepest - 1)), deepest + 1):
        frames = dict.fromkeys(space.frames[place.state] for place in layers[depth])
        if listed := [space.seen[frame] for frame in frames if frame]:
            found[depth] = listed
    return draw.goal(found, lambda goal: _soonest(space, goal), exactly=True)


def _soonest(space: Space, goal: Partial) -> int | None:
    """The least number of steps after which the goal may show."""
    shows = {number for number, frame in enumerate(space.seen) if agrees(frame, goal)}
    depths = zip(space.depths, space.frames, strict=True)
    return min((depth for depth, frame in depths if frame in shows), default=None)


def _stumbled(program: Program, rng_seed: int, goal: Partial, depth: int, rng: Rng) -> int:
    """How many random plays of four times the depth meet the goal."""
    hits = 0
    for play in range(PLAYS):
        run = random_run(program, rng_seed, min(4 * depth, 200), rng.fork(play))
        hits += any(agrees(frame, goal) for frame in run.frames[1:])
    return hits
