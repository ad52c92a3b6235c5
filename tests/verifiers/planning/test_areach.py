"""The task ``areach``: its truth, what a verdict says of answers, its boolean form."""

import pytest


@pytest.fixture
def actions(ask):
    return ask("areach")


def test_truth(actions):
    truth = actions.truth
    assert (truth["kind"], truth["listed"], truth["none"]) == ("closed_world", "reachable", False)
    assert truth["items"] == [
        *("(go a b)", "(go a e)", "(go b a)", "(go b c)", "(go e a)", "(light a)", "(light b)"),
        *("(light c)", "(light e)", "(pick k b)", "(unlock k c)"),
    ]
    assert actions.difficulty == {"legal": 40, "relaxed_reachable": 11, "unreachable": 29}
    assert [proof.kind for proof in actions.certificates] == ["runs", "closure"]
    assert actions.gold == "(go a a)"


def test_right(actions, judged):
    assert judged(actions, "(go a d)") == ("correct", "ok", "(go a d) is unreachable", {})


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        ("(unlock k c)", "reachable", "(unlock k c) is reachable"),
        ("None", "none_is_wrong", "some action is unreachable"),
        ("(fly a)", "unknown_symbol", "(fly a) names a symbol that this world does not have"),
        ("(go a)", "arity", "(go a) has the wrong number of arguments"),
        ("(pick a k)", "ill_typed", "(pick a k) has an argument of the wrong type"),
    ],
)
def test_wrong(actions, judged, answer, code, why):
    assert judged(actions, answer) == ("incorrect", code, why, {})


@pytest.mark.parametrize(
    ("action", "holds", "proof"), [("(go a b)", True, "runs"), ("(go a d)", False, "closure")]
)
def test_boolean(ask, action, holds, proof):
    one = ask("areach", "bool", action=action)
    assert (one.truth["answer"], [each.kind for each in one.certificates]) == (holds, [proof])


@pytest.mark.parametrize(
    ("task", "query"),
    [
        ("areach", {"action": " (Pick k  B)"}),
        ("reach", {"facts": ["(AT b)", " (light c)"]}),
        ("land", {"fact": "(At  b) "}),
    ],
)
def test_items_of_questions_are_read_in_any_spelling(ask, task, query):
    """As the checker reads them: what is spelt otherwise is not another item, outside of the closure."""
    plain = {
        key: [" ".join(one.lower().split()) for one in value]
        if isinstance(value, list)
        else " ".join(value.lower().split())
        for key, value in query.items()
    }
    spelt, same = ask(task, "bool", **query), ask(task, "bool", **plain)
    assert (spelt.truth, spelt.gold) == (same.truth, same.gold)
