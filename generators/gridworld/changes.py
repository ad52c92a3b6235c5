"""Changes: a changed program that random play shows neither at once nor never, with a run that shows it.

Random play of the changed world is watched by belief support; the step at which the change is first seen is
its trigger.  The median over plays, where a play without a trigger counts as longer than any, should lie
between ``SOON`` and ``LATE``.
"""

from __future__ import annotations

from typing import Any

from ...domains.gridworld.catalog import World, run
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import LimitError
from ...verifiers.gridworld.change import defect_time
from ..rng import Rng
from .play import random_run

SOON, LATE = 5, 200
"""The steps within which random play should show a change."""
PLAYS = 7

Json = dict[str, Any]
Drafted = tuple[Json, dict[str, float]]
"""A query and what was measured of it."""


def make(told: World, place: int, rng_seed: int, rng: Rng, *, strict: bool) -> Drafted | str:
    """The query about a change with figures of random play, or why this attempt gives none."""
    triggers: list[int] = []
    witness: list[str] | None = None
    program, changed = read_program(told.program), read_program(told.changed[place])
    for play in range(PLAYS):
        actions, step = _played(program, changed, rng_seed, rng.fork("play", play))
        triggers.append(LATE + 1 if step is None else step)
        if step is not None and (witness is None or step < len(witness)):
            witness = actions[:step]
    median = sorted(triggers)[PLAYS // 2]
    if strict and not SOON <= median <= LATE:
        return "random play shows the change too soon" if median < SOON else "random play does not show it"
    change = told.about.changes[place]
    if witness is None:
        if told.about.stochastic and rng_seed != change.rng_seed:
            return "no run is known that shows the change"
        witness = [str(action) for action in run(change.run)]
    shown = sum(trigger <= LATE for trigger in triggers)
    query = {"rng_seed": rng_seed, "changed": told.changed[place], "witness": witness}
    return query, {"random_trigger": float(median), "random_shown": shown / PLAYS}


def _played(program: Program, changed: Program, rng_seed: int, rng: Rng) -> tuple[list[str], int | None]:
    """The actions of a random play of the changed world, and the step at which they show the change."""
    played = random_run(changed, rng_seed, LATE, rng)
    try:
        step = defect_time(program, played.actions, played.frames, rng_seed)
    except LimitError:
        step = None
    return [str(action) for action in played.actions], step
