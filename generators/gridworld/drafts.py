"""What each attempt at a question tries: the most telling first, at the end whatever can be proven.

- ``mfp``: random runs; the last attempts allow delays.
- ``planning``: two attempts a seed, since exploring the world is what takes long; worlds without chance have
  one seed.
- ``change``: the changes in turn, by new seeds, in rounds: those that random play shows in time and whose
  shortest distinguishing sequence is known; those in time; any; at last with the seeds of their stored runs.
"""

from __future__ import annotations

from typing import Any

from ...domains.gridworld.catalog import World
from ..rng import Rng
from . import changes, goals, masked
from .changes import Drafted

PLANNED_ROUND, SEEDS = 2, 3
"""Goals are drawn so often by one seed, and by so many seeds."""
DELAYED = 60
"""From this attempt on the options of masked frames may be delays."""
SHORTEST, STRICT, LOOSE, SEEDED = 6, 9, 12, 14
"""Where the rounds of changes end."""
ATTEMPTS = {"mfp": 90, "planning": PLANNED_ROUND * SEEDS, "change": SEEDED}


def draft(told: World, task: str, index: int, attempt: int, rng: Rng) -> Drafted | str:
    """The query of one attempt with its figures, or why there is none."""
    return {"mfp": _masked, "planning": _planning, "change": _change}[task](told, index, attempt, rng)


def wanting(task: str, attempt: int, truth: dict[str, Any]) -> str | None:
    """What a certified truth lacks to be taken at this attempt; None for nothing."""
    if task == "change" and attempt < SHORTEST and not truth["shortest"]:
        return "the shortest sequence is not known"
    return None


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
    turn = attempt - max(start for start in (0, SHORTEST, STRICT, LOOSE) if start <= attempt)
    if turn >= len(told.changed) and attempt >= STRICT and not told.about.stochastic:
        return "this change was tried"
    draws, place = rng.fork("attempt", attempt), (index + turn) % len(told.changed)
    stored = attempt >= LOOSE and told.about.stochastic
    rng_seed = told.about.changes[place].rng_seed if stored else _seed(told, draws)
    return changes.make(told, place, rng_seed, draws, strict=attempt < STRICT)


def _seed(told: World, rng: Rng) -> int:
    return rng.below(2**31) if told.about.stochastic else 0
