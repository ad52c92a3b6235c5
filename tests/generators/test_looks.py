"""Near misses stand beside the right option so that length and likeness do not give it away."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from certwright.generators.planning.questions.maker import Choice
from certwright.generators.planning.questions.options import Looks, likeness, rank, select
from certwright.generators.rng import Rng

POOL = Choice({"word": "cccc"}, [{"word": letter * size} for size in range(1, 9) for letter in "ab"])


def chosen(like: int, length: int) -> tuple[list[str], bool]:
    wrong, fits = select(POOL, Looks(like, length), Rng("looks"), lambda option: (option["word"],))
    return [option["word"] for option in wrong], fits


@pytest.mark.parametrize("length", range(4))
def test_the_right_option_has_the_drawn_rank_by_length(length: int) -> None:
    wrong, fits = chosen(0, length)
    assert fits
    assert sum(len(word) < 4 for word in wrong) == length
    assert all(len(word) != 4 for word in wrong), "a tie was not needed"


def test_every_wording_counts() -> None:
    def texts(option: dict[str, str]) -> tuple[str, str]:
        return option["word"], "x" * (20 - len(option["word"]))

    _, fits = select(POOL, Looks(0, 0), Rng("looks"), texts)
    assert not fits, "the shortest in one wording is the longest in the other"


def test_ranks_and_likeness() -> None:
    assert rank([2, 1, 2, 3]) == (1, 2)
    assert rank([0, 0, 0, 0]) == (0, 3)
    assert likeness(["a b", "a b", "c", "a"], 0) == Fraction(3, 2)


def test_drawn_ranks_are_even() -> None:
    drawn = Counter(Looks.drawn(Rng("item", number)).length for number in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 70
