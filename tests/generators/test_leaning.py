"""The right option's rank by a learned guesser is drawn, not left to what the guesser has learned."""

from __future__ import annotations

from collections import Counter

import pytest

from certwright.generators.planning.questions import leaning
from certwright.generators.rng import Rng
from certwright.instances.records import Instance, Prompt
from certwright.verifiers.audit.guess.question import Question

BARE = Instance(
    id="", family="reactive", task="x", form="mcq", domain="d", world={}, query={}, prompt=Prompt(question="")
)
LONG = {"length": (1_000_000, 0, 0)}


def question(*lengths: int) -> Question:
    """Options of these lengths, the right one first."""
    texts = tuple("a" * length for length in lengths)
    return Question(BARE, tuple({"word": text} for text in texts), texts, ())


def test_a_guesser_leans_by_its_weights() -> None:
    one = question(1, 2, 3, 9)
    first, second, third, last = leaning.leaning(one, LONG)
    assert first < second < third < last
    assert leaning.leaning(one, {"length": (0, 1_000_000, 0)})[:3] == [0, 0, 0]
    assert leaning.leaning(question(2, 2, 2, 2), LONG) == [0, 0, 0, 0]


def test_each_rank_of_the_right_option_is_drawn_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaning, "guessers", lambda: {"x": [LONG]})
    ranks = [question(1, 2, 3, 4), question(2, 1, 3, 4), question(3, 1, 2, 4), question(4, 1, 2, 3)]
    drawn = Counter(leaning.nearest(ranks, Rng("leaning", number)) for number in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 70


def test_where_no_question_has_the_drawn_rank_the_nearest_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaning, "guessers", lambda: {"x": [LONG]})
    monkeypatch.setattr(Rng, "below", lambda self, bound: 0)
    assert leaning.nearest([question(4, 1, 2, 3), question(2, 1, 3, 4)], Rng("any")) == 1
    assert leaning.nearest([], Rng("any")) is None


def test_every_task_of_the_file_is_a_planning_task_and_every_weight_a_whole_number() -> None:
    for guessers in leaning.guessers().values():
        for guesser in guessers:
            assert all(len(weights) == 3 for weights in guesser.values())
            assert all(isinstance(weight, int) for weights in guesser.values() for weight in weights)
