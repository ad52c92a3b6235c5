"""The task ``app``: its truth, what a verdict says of answers, its boolean form."""

import pytest


@pytest.fixture
def applicable(ask):
    return ask("app")


def test_truth(applicable):
    assert applicable.truth == {"kind": "set", "items": ["(go a b)", "(go a e)", "(light a)"]}
    assert applicable.gold == "[(go a b), (go a e), (light a)]"
    assert [proof.kind for proof in applicable.certificates] == ["evaluation"]
    assert (applicable.grades.certified, applicable.difficulty) == (1, {"applicable": 3})


@pytest.mark.parametrize(
    "answer", ["[(go a b), (go a e), (light a)]", "[(light a), (go a b), (go a e), (go a b)]"]
)
def test_right(applicable, judged, answer):
    assert judged(applicable, answer) == (
        "correct",
        "ok",
        "exactly the 3 applicable actions",
        {"jaccard": 1.0},
    )


@pytest.mark.parametrize(
    ("answer", "code", "why", "jaccard"),
    [
        ("[(go a b), (go a e)]", "missing_items", "(light a) is applicable and missing", 2 / 3),
        ("[(go a b), (go a e), (light a), (go a c)]", "extra_items", "(go a c) is not applicable", 3 / 4),
        (
            "[(go a b), (go b c)]",
            "missing_and_extra_items",
            "(go b c) is not applicable and (go a e) is missing",
            1 / 4,
        ),
        (
            "[(go a b), (fly a)]",
            "unknown_symbol",
            "(fly a) names a symbol that this world does not have",
            1 / 4,
        ),
        ("[(go a)]", "arity", "(go a) has the wrong number of arguments", 0.0),
        ("[(pick a k), (go a b)]", "ill_typed", "(pick a k) has an argument of the wrong type", 1 / 4),
    ],
)
def test_wrong(applicable, judged, answer, code, why, jaccard):
    assert judged(applicable, answer) == ("incorrect", code, why, {"jaccard": jaccard})


@pytest.mark.parametrize(("action", "holds"), [("(go a b)", True), ("(go a c)", False), ("(fly a)", False)])
def test_boolean(ask, judged, action, holds):
    one = ask("app", "bool", action=action)
    assert one.truth == {"kind": "bool", "answer": holds}
    assert one.gold == ("yes" if holds else "no")
    assert judged(one, one.gold)[:2] == ("correct", "ok")
    wrong = "no" if holds else "yes"
    assert judged(one, wrong)[:3] == ("incorrect", "wrong", f"the answer is {one.gold}, not {wrong}")
