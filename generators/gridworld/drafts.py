"""What each attempt at a question tries: the most telling first, at the end whatever can be proven.

- ``mfp``: random runs; the last attempts allow delays.
- ``planning``: two attempts a seed, since exploring the world is what takes long; worlds without chance have
  one seed.
- ``change``: the changes by how late random play shows them (``changes.tries``).
"""

from __future__ import annotations

from ...domains.gridworld.catalog import World
from ..rng import Rng
from . import changes, goals, masked
from .changes import Drafted

PLANNED_ROUND, SEEDS = 2, 3
"""Goals are drawn so often by one seed, and by so many seeds."""
DELAYED = 60
"""From this attempt on the options of masked frames may be delays."""
ATTEMPTS = {"mfp": 90, "planning": PLANNED_ROUND * SEEDS, "change": 20}


def draft(told: World, task: str, index: int, attempt: int, rng: Rng) -> Drafted | str:
    """The query of one attempt with its figures, or why there is none."""
    return {"mfp": _masked, "planning": _planning, "change": _change}[task](told, index, attempt, rng)


def _masked(told: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    draws = rng.fork("attempt", attempt)
    query = masked.make(told, _seed(told, draws), draws, delayed=attempt >= DELAYED)
    return query if isinstance(query, str) else (query, {"masked": float(query["masked"])})


def _planning(told: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    number = attempt // PLANNED_ROUND
    if number and not told.about.stochastic:
        return "there is no other seed"
    query = goals.make(told, _seed(told, rng.fork("seed", number)), rng.fork("attempt", attempt))
    return query if isinstance(query, str) else (query, {})


def _change(told: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    if not told.changed:
        return "the world has no changed program"
    listed = changes.tries(told, index, rng)
    if attempt >= len(listed):
        return "every change was tried"
    return changes.make(told, listed[attempt])


def _seed(told: World, rng: Rng) -> int:
    return rng.below(2**31) if told.about.stochastic else 0
