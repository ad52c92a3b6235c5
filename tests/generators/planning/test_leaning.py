"""Sets of options are drawn such that what right options have more of evens out."""

from collections import Counter
from decimal import Decimal

import pytest

from certwright.generators.planning.questions import leaning
from certwright.generators.rng import Rng
from certwright.instances.names import tasks
from certwright.instances.records import Instance, Prompt
from certwright.scripts.bench.leaning import fitted
from certwright.verifiers.audit.guess.question import Question

BARE = Instance(
    id="", family="reactive", task="x", form="mcq", domain="d", world={}, query={}, prompt=Prompt(question="")
)
LONG = {"length": (1_000_000, 0, 0)}
LONGEST = {"length": (0, 1_000_000, 0)}


def question(*lengths: int) -> Question:
    """Options of these lengths, the right one first."""
    texts = tuple("a" * length for length in lengths)
    return Question(BARE, tuple({"word": text} for text in texts), texts, ())


def test_a_set_leans_as_far_as_its_right_option_is_from_the_mean() -> None:
    assert leaning.lean(question(3, 2, 2, 1), LONG) == 1
    assert leaning.lean(question(1, 2, 2, 3), LONG) == -1
    assert leaning.lean(question(2, 2, 2, 2), LONG) == 0
    assert leaning.lean(question(3, 3, 2, 1), LONGEST) == Decimal("0.25")
    assert leaning.lean(question(1, 3, 2, 1), LONGEST) == Decimal("-0.25")


def test_names_of_predicates_are_measured_by_domain_and_places_are_not() -> None:
    options = ({"fact": "(at a b)"}, {"fact": "(on c)"}, {"fact": "(on d)"})
    seen = leaning.measures(Question(BARE, options, ("at a b", "on c", "on d"), ()))
    assert seen["d at"] == [1.0, 0.0, 0.0]
    assert seen["d on"] == [0.0, 1.0, 1.0]
    assert "length" in seen
    assert not any(name.startswith("place") for name in seen)


def test_a_set_that_leans_is_drawn_by_so_much_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaning, "stored", lambda: {"x": LONG})
    sets = [question(2, 2, 2, 2), question(3, 2, 2, 1), question(9, 1, 1, 1)]
    drawn = Counter(leaning.drawn(sets, Rng("leaning", number)) for number in range(400))
    assert drawn[2] <= 4
    assert 0.25 < drawn[1] / drawn[0] < 0.5


def test_without_weights_sets_are_drawn_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaning, "stored", dict)
    sets = [question(2, 2, 2, 2), question(9, 1, 1, 1)]
    drawn = Counter(leaning.drawn(sets, Rng("leaning", number)) for number in range(200))
    assert 70 < drawn[0] < 130


def test_fitted_weights_even_out_what_right_options_have_more_of() -> None:
    sets = [question(3, 2, 2, 1), question(3, 2, 2, 1), question(1, 2, 2, 3)]
    weights = fitted([[leaning.measures(each) for each in sets]] * 30)
    over, same, under = (leaning.lean(each, weights) for each in sets)
    assert over == same
    assert 0.6 < over - under < 0.8  # about the logarithm of 2: two sets lean one way, one the other


def test_every_task_of_the_file_is_a_planning_task_and_every_weight_a_whole_number() -> None:
    assert leaning.stored().keys() == tasks("planning").keys() - {"nexta"}
    for weights in leaning.stored().values():
        assert all(len(three) == 3 for three in weights.values())
        assert all(isinstance(weight, int) for three in weights.values() for weight in three)
