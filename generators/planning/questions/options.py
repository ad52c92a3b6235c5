"""Which near misses stand beside the right option: chosen so that its looks do not give it away.

Near misses are made from what is right, so the right option would often be the one most like the others.  Its
rank by likeness, and by length, is therefore drawn first, once an item; out of a pool of near misses the
three are taken that come closest to these ranks in every wording, in words and as PDDL, and early attempts
that miss them are given up.  A tie claims several ranks at once and would let the guess of the shortest or
the longest win too often, so triples with few ties are preferred.  Likeness is exact: sums of floats round
differently from one version of Python to another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ....instances.records import Json
from ...rng import Rng
from .maker import OPTIONS, Choice

TRIALS = 60
"""Triples of near misses that are looked at."""
WORD = re.compile(r"[^\s(),;]+")

Texts = tuple[str, ...]
"""One option in every wording."""


def likeness(texts: Sequence[str], place: int) -> Fraction:
    """How many words one text shares with the others, in halves, thirds, ... of their union."""
    words = [frozenset(WORD.findall(each)) for each in texts]
    others = [other for number, other in enumerate(words) if number != place]
    return sum((Fraction(*shared(words[place], other)) for other in others), Fraction())


def shared(one: frozenset[str], other: frozenset[str]) -> tuple[int, int]:
    """The Jaccard index of two sets of words, as numerator and denominator; 0 for two empty ones."""
    return len(one & other), max(1, len(one | other))


def rank(values: Sequence[int]) -> tuple[int, int]:
    """Between which ranks the first value stands: how many are less, how many are not greater."""
    first, others = values[0], values[1:]
    return sum(other < first for other in others), sum(other <= first for other in others)


@dataclass(frozen=True, slots=True)
class Looks:
    """Where the right option shall stand among the four, from the least (0) to the greatest (3)."""

    like: int
    length: int

    @classmethod
    def drawn(cls, rng: Rng) -> Looks:
        """Ranks drawn once for an item: attempts must not choose among them."""
        return cls(rng.fork("like").below(OPTIONS), rng.fork("length").below(OPTIONS))


def select(choice: Choice, looks: Looks, rng: Rng, texts: Callable[[Json], Texts]) -> tuple[list[Json], bool]:
    """Three of the near misses of a choice, and whether the right option stands as drawn among them."""
    options = [choice.right, *choice.wrong]
    wordings = [
        _Wording([texts(option)[each] for option in options]) for each in range(len(texts(options[0])))
    ]
    best, found = (len(wordings) * OPTIONS * OPTIONS, 0), list(range(1, OPTIONS))
    for _ in range(TRIALS if len(choice.wrong) >= OPTIONS else 1):
        triple = rng.sample(range(1, len(options)), OPTIONS - 1)
        missed = ties = 0
        for wording in wordings:
            for wanted, ranks in zip((looks.like, looks.length), wording.ranks(triple), strict=True):
                missed += max(ranks[0] - wanted, wanted - ranks[1], 0)
                ties += ranks[1] - ranks[0]
        if (missed, ties) < best:
            best, found = (missed, ties), triple
        if best == (0, 0):
            break
    return [options[place] for place in found], best[0] == 0


class _Wording:
    """The options of a choice, the right one first, as one wording spells them."""

    def __init__(self, texts: Sequence[str]):
        self.lengths = [len(text) for text in texts]
        words = [frozenset(WORD.findall(text)) for text in texts]
        pairs = [[shared(one, other) for other in words] for one in words]
        scale = lcm(*(union for row in pairs for _, union in row))
        self.alike = [[common * (scale // union) for common, union in row] for row in pairs]

    def ranks(self, triple: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the right option stands among three others, by likeness and by length."""
        four = [0, *triple]
        alike = [sum(self.alike[one][other] for other in four if other != one) for one in four]
        return rank(alike), rank([self.lengths[one] for one in four])
