"""Means over episodes: scores by task and chance, aggregates of attempts, probabilities of meeting.

Scores are those of completed tests.  The aggregate of several attempts at a problem is a percentile of their
scores (the paper takes the 80th of 20 people's), interpolated between the nearest ones; a group's aggregate
is the mean of its problems'.

>>> percentile([0.0, 0.0, 1.0, 0.5, 1.0], 80)
1.0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .measured import Measured

PERCENTILE = 80


@dataclass(frozen=True)
class Scores:
    """The scores of a group of episodes; None where no test was completed."""

    episodes: int
    completed: int
    mean: float | None
    deterministic: float | None
    """The mean in worlds without chance."""
    stochastic: float | None
    aggregate: float | None


@dataclass(frozen=True)
class Meeting:
    """How often a change was triggered, or a goal reached, and after how many steps (Table E.3)."""

    episodes: int
    probability: float | None
    steps: float | None
    """The mean over the episodes in which it happened."""
    steps_all: float | None
    """The mean over all; where it never happened the whole length of the test counts."""


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is a number; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def percentile(values: Sequence[float], rank: float) -> float:
    """The percentile of some values, at least one, interpolated linearly between the nearest."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * rank / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def scores(episodes: Sequence[Measured], rank: float = PERCENTILE) -> Scores:
    """The scores of a group."""
    attempts: defaultdict[str, list[float]] = defaultdict(list)
    for one in episodes:
        if one.score is not None:
            attempts[one.instance].append(one.score)
    return Scores(
        len(episodes),
        sum(one.completed for one in episodes),
        mean(one.score for one in episodes),
        mean(one.score for one in episodes if not one.stochastic),
        mean(one.score for one in episodes if one.stochastic),
        mean(percentile(found, rank) for found in attempts.values()),
    )


def meeting(episodes: Iterable[Measured]) -> Meeting:
    """The meetings of episodes of one task, ``change`` or ``planning``, among the completed ones."""
    known = [one for one in episodes if one.score is not None and one.played is not None]
    met = [one.met for one in known if one.met is not None]
    return Meeting(
        len(known),
        len(met) / len(known) if known else None,
        mean(met),
        mean(one.played if one.met is None else one.met for one in known),
    )
