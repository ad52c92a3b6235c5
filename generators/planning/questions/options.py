"""Which near misses stand beside the right option: chosen so that its looks do not give it away.

Near misses are made from what is right, so the right option would often be the one most like the others.  Its
rank by likeness, and by length, is therefore drawn first, once an item; out of a pool of near misses the
three are taken that come closest to these ranks, and early attempts that miss them are given up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....instances.records import Json
from ...rng import Rng
from .maker import OPTIONS, Choice

TRIALS = 40
"""Triples of near misses that are looked at."""
WORD = re.compile(r"[^\s(),;]+")


def likeness(texts: Sequence[str], place: int) -> float:
    """How many words one text shares with the others, in halves, thirds, ... of their union."""
    words = [set(WORD.findall(each)) for each in texts]
    here = words[place]
    return sum(
        len(here & other) / max(1, len(here | other)) for number, other in enumerate(words) if number != place
    )


def rank(values: Sequence[float]) -> tuple[int, int]:
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


def select(choice: Choice, looks: Looks, rng: Rng, text: Callable[[Json], str]) -> tuple[list[Json], bool]:
    """Three of the near misses of a choice, and whether the right option stands as drawn among them."""
    right = text(choice.right)
    pool = [(option, text(option)) for option in choice.wrong]
    best, found = (OPTIONS * OPTIONS, 0), choice.wrong[: OPTIONS - 1]
    for _ in range(TRIALS if len(pool) >= OPTIONS else 1):
        triple = rng.sample(pool, OPTIONS - 1)
        texts = [right, *(each for _, each in triple)]
        missed = (
            _missed(looks.like, rank([likeness(texts, place) for place in range(OPTIONS)])),
            _missed(looks.length, rank([len(each) for each in texts])),
        )
        if sum(missed) < sum(best):
            best, found = missed, [option for option, _ in triple]
        if best == (0, 0):
            break
    return found, best == (0, 0)


def _missed(wanted: int, ranks: tuple[int, int]) -> int:
    """How far a wanted rank lies outside the ranks that a value may claim."""
    return max(ranks[0] - wanted, wanted - ranks[1], 0)
