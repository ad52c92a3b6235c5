"""Goals: parts of frames that take a chosen number of steps, and that random play does not stumble upon."""

from __future__ import annotations

from typing import Any

from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Partial, agrees, changed, only, pictures
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import LimitError
from ...verifiers.gridworld.planning import sure_steps
from ...verifiers.gridworld.space import Space, explore
from ..rng import Rng
from .play import random_run

STATES = 6000
DEEP = 8
"""Goals are at least so many steps away, where the world is deep enough."""
CANDIDATES = 16
PLAYS, HITS = 16, 6
"""Of so many random plays at most so many may meet the goal."""
BUDGET = 500

Json = dict[str, Any]


def make(told: World, rng_seed: int, rng: Rng) -> Json | str:
    """The query of one question, or why this attempt gives none."""
    program = read_program(told.program)
    try:
        space = explore(program, rng_seed, limit=STATES)
    except LimitError:
        return "too many random outcomes"
    if not space.deterministic and not space.complete:
        return "a random world too large for sure plans"
    least = min(DEEP, max(space.depths) * 2 // 3)
    if least < 2:
        return "the world is too shallow"
    deep = [state for state, depth in enumerate(space.depths) if depth >= least]
    depths = sorted({space.depths[state] for state in deep})
    for _ in range(CANDIDATES):
        depth = rng.choice(depths)
        state = rng.choice([one for one in deep if space.depths[one] == depth])
        goal = _goal(space, state)
        if goal is None or _distance(space, goal, least) is None:
            continue
        if _stumbled(program, rng_seed, goal, depth, rng.fork("play", state)) <= HITS:
            return {"rng_seed": rng_seed, "pictures": pictures([goal]), "budget": BUDGET}
    return "no goal is far enough"


def _goal(space: Space, state: int) -> Partial | None:
    """What is different from the first frame; None when nothing is."""
    frame = space.seen[space.frames[state]]
    cells = changed(space.seen[space.frames[0]], frame)
    return only(frame, cells) if cells else None


def _distance(space: Space, goal: Partial, least: int) -> int | None:
    """The steps to the goal, sure ones where steps are random; None for too few or none."""
    if space.deterministic:
        shows = {number for number, frame in enumerate(space.seen) if agrees(frame, goal)}
        depths = zip(space.depths, space.frames, strict=True)
        found: int | None = min(depth for depth, frame in depths if frame in shows)
    else:
        found = sure_steps(space, goal)[0]
    return found if found is not None and found >= least else None


def _stumbled(program: Program, rng_seed: int, goal: Partial, depth: int, rng: Rng) -> int:
    """How many random plays of four times the depth meet the goal."""
    hits = 0
    for play in range(PLAYS):
        run = random_run(program, rng_seed, min(4 * depth, 200), rng.fork(play))
        hits += any(agrees(frame, goal) for frame in run.frames[1:])
    return hits
