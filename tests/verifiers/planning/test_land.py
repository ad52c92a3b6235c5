"""The task ``land``: its truth, what a verdict says of answers, its boolean form."""

import pytest


@pytest.fixture
def landmarks(ask):
    return ask("land")


def test_truth(landmarks):
    assert landmarks.truth == {
        "kind": "landmarks",
        "items": ["(at b)", "(at c)", "(holding k)"],
        "undecided": [],
        "none": False,
    }
    assert [proof.kind for proof in landmarks.certificates] == ["plans", "relaxed"]
    assert landmarks.difficulty == {"candidates": 8, "landmarks": 3, "landmarks_beyond_relaxation": 0}
    assert landmarks.gold == "(at b)"


@pytest.mark.parametrize("fact", ["(at b)", "(at c)", "(holding k)"])
def test_right(landmarks, judged, fact):
    assert judged(landmarks, fact) == ("correct", "ok", f"every plan makes {fact} true", {})


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        ("(lit a)", "not_a_landmark", "some plan never makes (lit a) true"),
        ("(at d)", "not_a_landmark", "some plan never makes (at d) true"),
        ("(at a)", "trivial_landmark", "(at a) is trivial: it holds in the initial state"),
        ("(open)", "trivial_landmark", "(open) is trivial: it holds in the goal"),
        ("None", "none_is_wrong", "there is a non-trivial landmark"),
        ("(door a b)", "static_predicate", "(door a b) is static: no action changes it"),
        ("(at k)", "ill_typed", "(at k) has an argument of the wrong type"),
        ("(at)", "arity", "(at) has the wrong number of arguments"),
        ("(bright a)", "unknown_symbol", "(bright a) names a symbol that this world does not have"),
    ],
)
def test_wrong(landmarks, judged, answer, code, why):
    assert judged(landmarks, answer) == ("incorrect", code, why, {})


def test_what_is_not_known_stays_undecided(landmarks, judged, with_truth):
    unsure = with_truth(landmarks, items=[], undecided=["(at b)"], none=None)
    why = "it is not known whether every plan makes (at b) true"
    assert judged(unsure, "(at b)") == ("undecided", "truth_undecided", why, {})
    why = "it is not known whether there is a non-trivial landmark"
    assert judged(unsure, "None") == ("undecided", "truth_undecided", why, {})
    empty = with_truth(landmarks, items=[], none=True)
    assert judged(empty, "None") == ("correct", "ok", "there is no non-trivial landmark", {})


def test_a_state_without_a_plan_is_no_question(ask, judged, without_way):
    one = ask("land", problem=without_way)
    assert one.truth == {"kind": "degenerate", "reason": "unsolvable_state"}
    why = "the state is no question: unsolvable_state"
    assert judged(one, "(at b)") == ("undecided", "truth_undecided", why, {})


@pytest.mark.parametrize(
    ("fact", "holds"), [("(at b)", True), ("(lit b)", False), ("(at a)", True), ("(open)", True)]
)
def test_boolean(ask, fact, holds):
    assert ask("land", "bool", fact=fact).truth["answer"] is holds
