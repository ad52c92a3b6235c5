"""Goals: parts of frames that take a chosen number of steps, and that random play does not stumble upon.

A goal says what is different from the first frame.  Where steps are not random, frames are preferred whose
least number of actions is known as well as their least number of steps.  Where they are, a policy should be
sure to reach the goal; where none is, the goal is one that the seed's draws allow in as few steps as any.
"""

from __future__ import annotations

from typing import Any

from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Partial, agrees, changed, only, pictures
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import LimitError
from ...verifiers.gridworld.labelling import PLAN_STATES
from ...verifiers.gridworld.luck import drawn_layers
from ...verifiers.gridworld.planning import settled, sure_steps
from ...verifiers.gridworld.space import Grid, Space, explored
from ..rng import Rng
from .play import random_run

DEEP = 8
"""Goals are at least so many steps away, where the world is deep enough."""
CANDIDATES = 24
PLAYS, HITS = 16, 6
"""Of so many random plays at most so many may meet the goal."""
BUDGET = 500

Json = dict[str, Any]


def make(told: World, rng_seed: int, rng: Rng) -> Json | str:
    """The query of one question, or why there is none; the space of the world is explored once."""
    program = read_program(told.program)
    try:
        space = explored(told.program, rng_seed, PLAN_STATES)
    except LimitError:
        return "too many random outcomes"
    ways = (_certain, _lucky) if space.deterministic or space.complete else (_lucky,)
    for way in ways:
        least, frames = way(program, space, rng_seed)
        for _ in range(CANDIDATES if frames else 0):
            depth = rng.choice(sorted(frames))
            goal = _goal(space, rng.choice(frames[depth]))
            steps = _steps(space, goal, sure=way is _certain)
            if steps is None or (steps != depth if way is _lucky else steps < least):
                continue
            if _stumbled(program, rng_seed, goal, steps, rng.fork("play", depth)) <= HITS:
                return {"rng_seed": rng_seed, "pictures": pictures([goal]), "budget": BUDGET}
    return "no goal is far enough"


def _certain(program: Program, space: Space, rng_seed: int) -> tuple[int, dict[int, list[Grid]]]:
    """The least depth, and the deep frames by depth: of those with known actions, where there are any."""
    least = max(2, min(DEEP, max(space.depths) * 2 // 3))
    known: set[Grid] = set()
    if space.deterministic:
        known = {one.frame for one in settled(program, rng_seed, free_noop=True, limit=PLAN_STATES)}
    frames = _deep(space, least, known) or _deep(space, least, set(space.seen))
    return least, frames


def _deep(space: Space, least: int, wanted: set[Grid]) -> dict[int, list[Grid]]:
    """The wanted frames that differ from the first, by the least depth at which they are seen."""
    first: dict[int, int] = {}
    for depth, frame in zip(space.depths, space.frames, strict=True):
        first.setdefault(frame, depth)
    found: dict[int, list[Grid]] = {}
    for frame, depth in first.items():
        if frame and depth >= least and space.seen[frame] in wanted:
            found.setdefault(depth, []).append(space.seen[frame])
    return found


def _lucky(program: Program, space: Space, rng_seed: int) -> tuple[int, dict[int, list[Grid]]]:
    """The frames that the seed's draws show as early as any draws would, of the deepest third."""
    layers = drawn_layers(program, space, rng_seed, max(space.depths))
    deepest = max(depth for depth, layer in enumerate(layers) if layer)
    least = max(2, min(DEEP, deepest - deepest // 3))
    found: dict[int, list[Grid]] = {}
    for depth, layer in enumerate(layers):
        frames = dict.fromkeys(space.frames[place.state] for place in layer)
        if depth >= least and (listed := [space.seen[frame] for frame in frames if frame]):
            found[depth] = listed
    return least, found


def _goal(space: Space, frame: Grid) -> Partial:
    """What is different from the first frame."""
    return only(frame, changed(space.seen[0], frame))


def _steps(space: Space, goal: Partial, *, sure: bool) -> int | None:
    """The least number of steps to the goal, sure ones where that is asked; None for none."""
    if sure and not space.deterministic:
        return sure_steps(space, goal)[0]
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
