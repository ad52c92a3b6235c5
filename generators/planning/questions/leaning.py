"""How far a learned guesser leans to an option, and options in which the right one's rank by it is drawn.

``leaning.json`` holds for each task what guessers (``verifiers.audit.guess.learned``) were taught on sets
made without them, one after the other, each on questions that withstand those before it.  A guesser is a
weighted sum of an option's measures and of whether it has the most or the least of each.  All sums are of
whole numbers, since floats round differently from one version of Python to another.

The file is made by ``python -m certwright.scripts.bench.leaning``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ....verifiers.audit.guess.features import measured
from ....verifiers.audit.guess.question import Question
from ...rng import Rng

FILE = Path(__file__).with_name("leaning.json")
UNIT = 997
"""Measures are counted in parts of one: a prime, so that no ratio of small numbers lies between two."""
SHARE = 12
"""The share of options that have the most of a measure; divided evenly among one to four of them."""

Guesser = dict[str, tuple[int, int, int]]
"""The weights of a measure, of having the most and of having the least of it, in millionths."""


@lru_cache(1)
def guessers() -> dict[str, list[Guesser]]:
    """The guessers of each task."""
    stored: dict[str, list[Guesser]] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored


def leaning(question: Question, guesser: Guesser) -> list[int]:
    """How heavy each option is to a guesser."""
    many = len(question.options)
    total = [0] * many
    for name, numbers in measured(question).items():
        if name not in guesser:
            continue
        raw, most, least = guesser[name]
        units = [round(number * UNIT) for number in numbers]
        mean = sum(units)
        for place, unit in enumerate(units):
            total[place] += raw * SHARE * (many * unit - mean)
            for weight, end in ((most, max(units)), (least, min(units))):
                if unit == end:
                    total[place] += weight * UNIT * many * (SHARE // units.count(end))
    return total


def nearest(questions: Sequence[Question], rng: Rng) -> int | None:
    """The question whose right option, its first, has the drawn rank to each guesser; the earliest such.

    The one that is closest to that where none has; None where there are no questions.
    """
    if not questions:
        return None
    known = guessers().get(questions[0].instance.task, [])
    wanted = [rng.fork(number).below(len(questions[0].options)) for number in range(len(known))]
    best = (0, 0)
    for number, question in enumerate(questions):
        away = sum(
            _away(leaning(question, guesser), rank) for guesser, rank in zip(known, wanted, strict=True)
        )
        if number == 0 or away < best[0]:
            best = away, number
        if best[0] == 0:
            break
    return best[1]


def _away(weights: Sequence[int], wanted: int) -> int:
    """How far the rank of the first weight is from a wanted one; equal weights share their ranks."""
    first, *others = weights
    low, high = sum(each < first for each in others), sum(each <= first for each in others)
    return max(low - wanted, wanted - high, 0)
