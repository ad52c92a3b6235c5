"""The learned guesser: what it is taught, what it earns, and when it has too little to learn from."""

from types import SimpleNamespace

import numpy as np
import pytest

from certwright.verifiers.audit.guess import learned
from certwright.verifiers.audit.guess.learned import FEWEST, GroupMeasures, guessed, weights
from certwright.verifiers.audit.guess.question import Question

MANY = 60


def questions(many=MANY, worth=(0.0, 1.0, 0.0)):
    options = tuple({"fact": str(k)} for k in range(len(worth)))
    return [Question(SimpleNamespace(id=f"q/{n}"), options, ("",) * 3, worth) for n in range(many)]


def test_a_telling_measure_is_learned_and_a_constant_one_earns_the_share():
    assert guessed(questions(), [{"telling": [0.0, 5.0, 1.0]}] * MANY) == [1.0] * MANY
    assert guessed(questions(), [{"constant": [2.0, 2.0, 2.0]}] * MANY) == pytest.approx([1 / 3] * MANY)
    assert guessed(questions(), [{"telling": [1.0, 5.0, 9.0]}] * MANY) == [1.0] * MANY, "neither end"


def test_what_one_half_alone_shows_does_not_help_the_other():
    asked = questions()
    measures = [{"telling": [0.0, 1.0, 0.0] if learned._half(one) else [1.0, 0.0, 0.0]} for one in asked]
    assert guessed(asked, measures) == [0.0] * MANY


def test_each_half_needs_enough_questions():
    halves = [learned._half(one) for one in questions()]
    enough = next(n for n in range(MANY) if min(sum(halves[:n]), n - sum(halves[:n])) == FEWEST)
    measures = [{"telling": [0.0, 1.0, 0.0]}] * MANY
    assert guessed(questions(enough), measures[:enough]) == [1.0] * enough
    assert guessed(questions(enough - 1), measures[: enough - 1]) is None


def test_the_table_has_means_at_zero_and_shares_of_the_ends():
    table = GroupMeasures.of(questions(2), [{"a": [1.0, 2.0, 3.0]}, {"b": [4.0, 4.0, 1.0]}])
    assert table.starts.tolist() == [0, 3] and table.worth.tolist() == [0, 1, 0] * 2
    rows = table.rows * table.spreads
    assert rows[:, 0].tolist() == pytest.approx([-1, 0, 1, 0, 0, 0])
    assert rows[:, 1].tolist() == pytest.approx([0, 0, 0, 1, 1, -2])
    assert rows[:, 2].tolist() == pytest.approx([0, 0, 1, 0, 0, 0]), "the most of a"
    assert rows[:, 3].tolist() == pytest.approx([0, 0, 0, 0.5, 0.5, 0]), "the most of b is shared"
    assert rows[:, 4].tolist() == pytest.approx([1, 0, 0, 0, 0, 0]), "the least of a"
    assert table.rows.std(axis=0) == pytest.approx(np.ones(6))
    part = table.part(np.array([False, True]))
    assert part.starts.tolist() == [0] and part.rows.tolist() == table.rows[3:].tolist()


def test_questions_without_a_right_option_teach_nothing():
    measures = [{"telling": [0.0, 5.0, 1.0]}] * 4
    assert not weights(GroupMeasures.of(questions(4, worth=(0.0, 0.0, 0.0)), measures)).any()
    taught = weights(GroupMeasures.of(questions(4), measures))
    assert taught[0] > 0 and taught[1] > 0 > taught[2]
