"""Intervals, pass rates and groups against brute force and published values."""

from itertools import combinations
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.instances.errors import NameUnknownError
from certwright.instances.records import Code, Instance, Outcome, Prompt, Verdict
from certwright.verifiers.statistics import Z95, Statistics, bucket, check_key, pass_at, wilson

OUTCOMES = {
    "right": (1.0, Outcome.CORRECT, Code.OK),
    "wrong": (0.0, Outcome.INCORRECT, Code.WRONG),
    "unparsed": (0.0, Outcome.UNPARSED, Code.NO_ANSWER),
    "undecided": (None, Outcome.UNDECIDED, Code.TRUTH_UNDECIDED),
}


def question(name, task="reach", domain="ferry", **difficulty):
    return Instance(
        id=name,
        family="planning",
        task=task,
        form="gen",
        domain=domain,
        world={},
        query={},
        prompt=Prompt(question="?"),
        difficulty=difficulty,
    )


def verdict(name, what, sample=0):
    value, outcome, code = OUTCOMES[what]
    return Verdict(id=name, sample=sample, value=value, outcome=outcome, code=code)


def collect(questions, verdicts):
    statistics = Statistics(questions)
    for one in verdicts:
        statistics.add(one)
    return statistics


@given(st.integers(1, 12), st.data())
def test_pass_at_k_is_the_share_of_subsets_with_a_right_answer(answers, data):
    passed = data.draw(st.integers(0, answers))
    k = data.draw(st.integers(1, answers))
    subsets = list(combinations(range(answers), k))
    share = sum(any(sample < passed for sample in subset) for subset in subsets) / len(subsets)
    assert isclose(pass_at(k, answers=answers, passed=passed), share, abs_tol=1e-12)


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilson_bounds_are_where_the_score_test_just_rejects(mean, n):
    low, high = wilson(mean, n)
    assert 0 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1
    for bound in (low, high):
        if 1e-9 < bound < 1 - 1e-9:
            assert isclose(abs(mean - bound) / sqrt(bound * (1 - bound) / n), Z95, rel_tol=1e-5)


def test_wilson_against_a_published_value():
    low, high = wilson(81 / 263, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_undecided_stays_outside_the_mean_and_unparsed_inside():
    questions = [question(name) for name in "abcde"]
    total = collect(
        questions,
        [verdict("a", "right"), verdict("b", "unparsed"), verdict("c", "undecided"), verdict("d", "right")],
    ).total()
    assert (total.questions, total.unanswered, total.answers) == (5, 1, 3)
    assert total.mean == pytest.approx(2 / 3)
    assert (total.undecided, total.unparsed, total.unparsed_rate) == (1, 1, 1 / 4)
    assert total.interval == wilson(2 / 3, 3)
    assert total.codes == {"no_answer": 1, "ok": 2, "truth_undecided": 1}


def test_nothing_answered():
    statistics = collect([question("a")], [])
    total = statistics.total()
    assert (total.mean, total.interval, total.unparsed_rate, total.at) == (None, None, None, ())
    assert statistics.unanswered == {"": ["a"]}
    assert statistics.most_samples == 0


def test_only_undecided_answers():
    total = collect([question("a")], [verdict("a", "undecided")]).total()
    assert (total.mean, total.undecided, total.unanswered, total.unparsed_rate) == (None, 1, 0, 0.0)


def test_the_interval_counts_questions_not_samples():
    samples = [verdict("a", "right", k) for k in range(100)] + [verdict("b", "wrong", k) for k in range(100)]
    total = collect([question("a"), question("b")], samples).total((1, 100))
    assert total.interval == wilson(0.5, 2)


def test_mean_and_pass_at_k_take_the_questions_with_enough_samples():
    verdicts = [verdict("a", what, k) for k, what in enumerate(["right", "wrong", "wrong", "undecided"])]
    verdicts += [verdict("b", "right")]
    at = {one.k: one for one in collect([question("a"), question("b")], verdicts).total((1, 2, 4)).at}
    assert sorted(at) == [1, 2]
    assert at[1].questions == 2
    assert at[1].mean == pytest.approx((1 / 3 + 1) / 2)
    assert at[1].passed == pytest.approx((1 / 3 + 1) / 2)
    assert at[2].questions == 1
    assert at[2].mean == pytest.approx(1 / 3)
    assert at[2].passed == pytest.approx(2 / 3)


def test_groups_and_crossed_groups():
    questions = [question("a"), question("b", "land"), question("c", "land", "grid")]
    statistics = collect(questions, [verdict("a", "right"), verdict("b", "wrong"), verdict("c", "right")])
    assert {name: one.mean for name, one in statistics.by("task").items()} == {"land": 0.5, "reach": 1.0}
    assert list(statistics.by("task+domain")) == ["land / ferry", "land / grid", "reach / ferry"]
    assert list(statistics.by("level")) == ["-"]


def test_difficulty_groups_every_measure_by_powers_of_two_in_order():
    questions = [question("a", objects=9, plan=3), question("b", objects=100), question("c", objects=15)]
    statistics = collect(questions, [])
    assert list(statistics.by("difficulty")) == ["objects 8-15", "objects 64-127", "plan 2-3"]
    assert statistics.by("difficulty:objects")["objects 8-15"].questions == 2
    assert statistics.by("difficulty:nothing") == {}


@given(st.floats(0, 1e12))
def test_a_bucket_holds_its_value(value):
    _, low, text = bucket("m", value)
    assert low <= value < max(1, 2 * low)
    assert text.startswith(f"m {low}")


@pytest.mark.parametrize("key", ["colour", "task+colour", "", "difficulties"])
def test_unknown_keys_are_refused(key):
    with pytest.raises(NameUnknownError) as caught:
        check_key(key)
    assert str(caught.value) == (
        f"cannot group by {key.rpartition('+')[2]!r}; there are "
        "family, task, domain, form, level, split, agent, difficulty[:MEASURE]"
    )


def test_json_of_figures():
    total = collect([question("a")], [verdict("a", "right"), verdict("a", "wrong", 1)]).total((1, 2)).json()
    assert total["at_k"] == {
        "1": {"questions": 1, "mean": 0.5, "pass": 0.5},
        "2": {"questions": 1, "mean": 0.5, "pass": 1.0},
    }
    assert total["interval"] == list(wilson(0.5, 1))


def test_scores_beyond_the_blind_ones():
    told = [question("a", "change", blind=0.5), question("b", "change", blind=0.2), question("c")]
    given = [("a", "right", 0), ("a", "wrong", 1), ("b", "wrong", 0), ("c", "right", 0)]
    statistics = collect(told, [verdict(*one) for one in given])
    by_task = statistics.by("task")
    assert by_task["change"].corrected == pytest.approx((1 - 1 - 0.25) / 3)
    assert by_task["change"].mean == pytest.approx(1 / 3) and by_task["reach"].corrected is None
    # a question that cannot be guessed counts as it is
    assert statistics.total().corrected == pytest.approx((1 - 1 - 0.25 + 1) / 4)
    assert statistics.total().json()["corrected"] == statistics.total().corrected


@pytest.mark.parametrize("blind", [1.0, -0.1])
def test_a_blind_score_that_leaves_nothing_to_earn_is_none(blind):
    total = collect([question("a", blind=blind)], [verdict("a", "right")]).total()
    assert total.corrected is None and total.mean == 1
