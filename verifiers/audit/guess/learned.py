"""The learned guesser: a conditional logit over all measures, trained on half of the questions.

A guesser that takes the heaviest option is trained to make right ones heavy (McFadden, 1974), by all measures
and whether an option has the most or the least of each.  Both halves are guessed, each by what the other
taught.  Plain gradient steps from zero: no draws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .question import Question

STEPS = 250
RATE = 0.3
DECAY = 0.02  # strength of the pull of all weights towards zero
FEWEST = 15  # questions that a half needs
TIED = 1e-9

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class GroupMeasures:
    """The measures of a group: a row for each option, and where each question begins."""

    rows: Floats
    starts: npt.NDArray[np.int64]
    worth: Floats
    spreads: Floats  # what the columns of ``rows`` were divided by

    @classmethod
    def of(cls, questions: Sequence[Question], measures: Sequence[dict[str, list[float]]]) -> GroupMeasures:
        """Measures in the order of their names; those that a question has not are zero."""
        names = sorted({name for each in measures for name in each})
        blocks = [_block(question, each, names) for question, each in zip(questions, measures, strict=True)]
        rows = np.concatenate(blocks)
        spreads = rows.std(axis=0)
        spreads = np.where(spreads > TIED, spreads, 1.0)
        starts = np.cumsum([0, *(len(block) for block in blocks[:-1])])
        worth = np.concatenate([np.array(question.worth) for question in questions])
        return cls(rows / spreads, starts.astype(np.int64), worth, spreads)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many options each question has."""
        return np.diff([*self.starts, len(self.rows)])

    def part(self, chosen: npt.NDArray[np.bool_]) -> GroupMeasures:
        """The questions that are chosen."""
        kept = np.repeat(chosen, self.sizes)
        starts = np.cumsum([0, *self.sizes[chosen][:-1]])
        return GroupMeasures(self.rows[kept], starts.astype(np.int64), self.worth[kept], self.spreads)


def _block(question: Question, measures: dict[str, list[float]], names: Sequence[str]) -> Floats:
    """The rows of one question, each measure with its mean at zero, then most and least of each."""
    many = len(question.worth)
    block = np.zeros((many, 3 * len(names)))
    for place, name in enumerate(names):
        if name not in measures:
            continue
        numbers = np.array(measures[name])
        block[:, place] = numbers - numbers.mean()
        if many > 2:
            for step, best in enumerate((numbers.max(), numbers.min()), 1):
                block[:, place + step * len(names)] = (numbers == best) / (numbers == best).sum()
    return block


def guessed(questions: Sequence[Question], measures: Sequence[dict[str, list[float]]]) -> list[float] | None:
    """What the guesser earns on each question; None for too few questions to learn from."""
    half = np.array([_half(question) for question in questions], dtype=bool)
    if min(half.sum(), (~half).sum()) < FEWEST:
        return None
    table = GroupMeasures.of(questions, measures)
    earned = np.zeros(len(questions))
    for taught in (half, ~half):
        earned[~taught] = _earned(table.part(~taught), weights(table.part(taught)))
    return [float(value) for value in earned]


def _half(question: Question) -> int:
    return hashlib.sha256(question.instance.id.encode()).digest()[0] & 1


def weights(table: GroupMeasures) -> Floats:
    """The weights that make right options likely."""
    fitted = np.zeros(table.rows.shape[1])
    speed = np.zeros_like(fitted)
    for _ in range(STEPS):
        share = _shares(table, fitted)
        right = share * table.worth
        total = np.add.reduceat(right, table.starts)
        wanted = right / np.repeat(np.where(total > 0, total, 1.0), table.sizes)
        wanted = np.where(np.repeat(total > 0, table.sizes), wanted, share)
        slope = table.rows.T @ (wanted - share) / len(table.starts) - DECAY * fitted
        speed = 0.9 * speed + RATE * slope
        fitted = fitted + speed
    return fitted


def _shares(table: GroupMeasures, fitted: Floats) -> Floats:
    heavy = table.rows @ fitted
    heavy = np.exp(heavy - np.repeat(np.maximum.reduceat(heavy, table.starts), table.sizes))
    share: Floats = heavy / np.repeat(np.add.reduceat(heavy, table.starts), table.sizes)
    return share


def _earned(table: GroupMeasures, fitted: Floats) -> Floats:
    """What the heaviest option of each question earns, equals sharing."""
    heavy = table.rows @ fitted
    best = heavy >= np.repeat(np.maximum.reduceat(heavy, table.starts), table.sizes) - TIED
    total, shared = (np.add.reduceat(part, table.starts) for part in (best * table.worth, best.astype(float)))
    earned: Floats = total / shared
    return earned
