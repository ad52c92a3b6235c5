"""The task ``val``: its truth, what a verdict says of answers, its boolean form."""

import pytest

from certwright.instances.errors import RecordError

ACTIONS = ["(go a b)", "(go b c)", "(unlock k c)", "(go b a)"]
FIRST = "(unlock k c) at index 2 is the first inapplicable action"


@pytest.fixture
def sequence(ask):
    return ask("val", actions=ACTIONS)


def test_truth(sequence):
    assert (sequence.truth, sequence.gold) == ({"kind": "index", "index": 2}, "2")
    assert [proof.kind for proof in sequence.certificates] == ["evaluation"]
    assert sequence.difficulty == {"sequence_length": 4, "index": 2}


def test_a_sequence_without_an_inapplicable_action_is_refused(ask, plan):
    with pytest.raises(RecordError, match="every action of the sequence is applicable") as caught:
        ask("val", actions=plan)
    assert caught.value.field == "query.actions"


def test_right(sequence, judged):
    assert judged(sequence, "2") == ("correct", "ok", FIRST, {"distance": 0})


@pytest.mark.parametrize(
    ("answer", "distance", "why"),
    [
        ("3", 1, f"{FIRST}, not index 3"),
        ("7", 5, f"{FIRST}, not index 7"),
        ("1", 1, f"the action at index 1 is applicable; {FIRST}, not index 1"),
        ("0", 2, f"the action at index 0 is applicable; {FIRST}, not index 0"),
    ],
)
def test_wrong(sequence, judged, answer, distance, why):
    assert judged(sequence, answer) == ("incorrect", "wrong_index", why, {"distance": distance})


@pytest.mark.parametrize(
    ("length", "asks", "holds"),
    [(4, "plan", True), (4, "valid", True), (2, "plan", False), (2, "valid", False), (2, "applicable", True)],
)
def test_boolean(ask, plan, length, asks, holds):
    assert ask("val", "bool", actions=plan[:length], asks=asks).truth["answer"] is holds


def test_an_inapplicable_sequence_is_neither(ask):
    assert [ask("val", "bool", actions=ACTIONS, asks=asks).gold for asks in ("plan", "applicable")] == [
        "no",
        "no",
    ]
