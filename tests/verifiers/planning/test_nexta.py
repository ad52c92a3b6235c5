"""The task ``nexta``: its truth and what a verdict says of answers."""

import pytest

from certwright.instances.errors import RecordError


@pytest.fixture
def first(ask):
    return ask("nexta")


def test_truth(first):
    assert first.truth == {
        "kind": "next_action",
        "h": 4,
        "closer": ["(go a b)"],
        "not_closer": ["(go a e)", "(light a)"],
        "undecided": [],
    }
    assert [proof.kind for proof in first.certificates] == ["plans", "lower_bound"]
    assert (first.grades.certified, first.gold) == (4, "(go a b)")
    assert first.difficulty == {"distance": 4, "applicable": 3}


def test_right(first, judged):
    why = "(go a b) starts a plan of 4 actions, the fewest possible"
    assert judged(first, "(go a b)") == ("correct", "ok", why, {})


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        ("(go a e)", "not_closer", "no plan of 4 actions starts with (go a e)"),
        ("(light a)", "not_closer", "no plan of 4 actions starts with (light a)"),
        ("(pick k b)", "inapplicable", "(pick k b) is not applicable in the state"),
        ("(fly a)", "unknown_symbol", "(fly a) names a symbol that this world does not have"),
        ("(go a)", "arity", "(go a) has the wrong number of arguments"),
        ("(pick a k)", "ill_typed", "(pick a k) has an argument of the wrong type"),
    ],
)
def test_wrong(first, judged, answer, code, why):
    assert judged(first, answer) == ("incorrect", code, why, {})


def test_what_is_not_known_stays_undecided(first, judged, with_truth):
    unsure = with_truth(first, closer=[], undecided=["(go a b)"])
    why = "it is not known whether (go a b) starts a shortest plan"
    assert judged(unsure, "(go a b)") == ("undecided", "truth_undecided", why, {})


def test_states_that_are_no_questions(ask, judged, without_way, solved):
    for problem, reason in ((without_way, "unsolvable_state"), (solved, "already_solved")):
        one = ask("nexta", problem=problem)
        assert (one.truth, one.gold) == ({"kind": "degenerate", "reason": reason}, None)
        why = f"the state is no question: {reason}"
        assert judged(one, "(go a e)") == ("undecided", "truth_undecided", why, {})


def test_there_is_no_boolean_form(ask):
    with pytest.raises(RecordError, match="task nexta has no boolean or multiple-choice form"):
        ask("nexta", "bool", action="(go a b)")
