"""Which near misses stand beside the right option: chosen so that its looks do not give it away.

Near misses are made from what is right, so the right option would often be the one most like the others.  Its
rank by likeness, and by length, is therefore drawn first; out of a pool of near misses the three are taken
that come closest to these ranks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....instances.records import Json
from ...rng import Rng
from .maker import OPTIONS, Choice

TRIALS = 40
"""Triples of near misses that are looked at."""


def text(shared: Json, option: Json) -> str:
    """What an option says, in PDDL."""
    if "remove" in option:
        start, count = option["remove"]
        return " ".join(shared["plan"][start : start + count])
    for key in ("action", "fact"):
        if key in option:
            return str(option[key])
    return " ".join(option["facts"] if "facts" in option else option["actions"])


def likeness(texts: Sequence[str], place: int) -> float:
    """How many words one text shares with the others, in halves, thirds, ... of their union."""
    words = [set(each.replace("(", " ").replace(")", " ").split()) for each in texts]
    here = words[place]
    return sum(
        len(here & other) / max(1, len(here | other)) for number, other in enumerate(words) if number != place
    )


def rank(values: Sequence[float]) -> tuple[int, int]:
    """Between which ranks the first value stands: how many are less, how many are not greater."""
    first, others = values[0], values[1:]
    return sum(other < first for other in others), sum(other <= first for other in others)


def select(choice: Choice, rng: Rng) -> list[Json]:
    """Three of the near misses of a choice."""
    like, length = rng.fork("like").below(OPTIONS), rng.fork("length").below(OPTIONS)
    right = text(choice.shared, choice.right)
    pool = [(option, text(choice.shared, option)) for option in choice.wrong]
    best, found = (OPTIONS * OPTIONS, 0), choice.wrong[: OPTIONS - 1]
    draw = rng.fork("triples")
    for _ in range(TRIALS if len(pool) >= OPTIONS else 1):
        triple = draw.sample(pool, OPTIONS - 1)
        texts = [right, *(each for _, each in triple)]
        missed = (
            _missed(like, rank([likeness(texts, place) for place in range(OPTIONS)])),
            _missed(length, rank([len(each) for each in texts])),
        )
        if missed < best:
            best, found = missed, [option for option, _ in triple]
        if best == (0, 0):
            break
    return found


def _missed(wanted: int, ranks: tuple[int, int]) -> int:
    """How far a wanted rank lies outside the ranks that a value may claim."""
    return max(ranks[0] - wanted, wanted - ranks[1], 0)
