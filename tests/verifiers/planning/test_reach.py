"""The task ``reach``: its truth, what a verdict says of answers, its boolean form."""

import pytest

REACHABLE = [
    *("(at a)", "(at b)", "(at c)", "(at e)", "(holding k)", "(lies k b)"),
    *("(lit a)", "(lit b)", "(lit c)", "(lit e)", "(open)"),
]


@pytest.fixture
def facts(ask):
    return ask("reach")


def test_truth(facts):
    assert facts.truth == {
        "kind": "closed_world",
        "listed": "reachable",
        "items": REACHABLE,
        "undecided": [],
        "none": False,
    }
    assert [proof.kind for proof in facts.certificates] == ["runs", "closure"]
    assert facts.grades.certified == len(REACHABLE) + 1
    assert facts.difficulty == {"legal": 17, "relaxed_reachable": 11, "unreachable": 6}
    assert facts.gold == "(at d)"


@pytest.mark.parametrize("fact", ["(at d)", "(lit d)", "(lies k d)"])
def test_right(facts, judged, fact):
    assert judged(facts, fact) == ("correct", "ok", f"{fact} is unreachable", {})


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        ("(at c)", "reachable", "(at c) is reachable"),
        ("None", "none_is_wrong", "some fact is unreachable"),
        ("(door a d)", "static_predicate", "(door a d) is static: no action changes it"),
        ("(at k)", "ill_typed", "(at k) has an argument of the wrong type"),
        ("(at)", "arity", "(at) has the wrong number of arguments"),
        ("(bright a)", "unknown_symbol", "(bright a) names a symbol that this world does not have"),
    ],
)
def test_wrong(facts, judged, answer, code, why):
    assert judged(facts, answer) == ("incorrect", code, why, {})


def test_static_facts_count_where_they_are_asked_for(facts, judged):
    never = ("correct", "ok", "(door a d) is static and false", {})
    assert judged(facts, "(door a d)", static_facts=True) == never
    always = ("incorrect", "reachable", "(door a b) holds in every state", {})
    assert judged(facts, "(door a b)", static_facts=True) == always
    for other, said in {
        "(at d)": ("correct", "ok", "(at d) is unreachable"),
        "(at c)": ("incorrect", "reachable", "(at c) is reachable"),
        "(at k)": ("incorrect", "ill_typed", "(at k) has an argument of the wrong type"),
        "(door a)": ("incorrect", "arity", "(door a) has the wrong number of arguments"),
        "(door a k)": ("incorrect", "ill_typed", "(door a k) has an argument of the wrong type"),
        "(bright a)": (
            "incorrect",
            "unknown_symbol",
            "(bright a) names a symbol that this world does not have",
        ),
        "None": ("incorrect", "none_is_wrong", "some fact is unreachable"),
    }.items():
        assert judged(facts, other, static_facts=True) == (*said, {})


def test_what_is_not_known_stays_undecided(facts, judged, with_truth):
    open_fact = with_truth(facts, items=REACHABLE[:-1], undecided=["(open)"], none=None)
    why = "it is not known whether (open) is reachable"
    assert judged(open_fact, "(open)") == ("undecided", "truth_undecided", why, {})
    why = "it is not known whether every fact is reachable"
    assert judged(open_fact, "None") == ("undecided", "truth_undecided", why, {})
    assert judged(with_truth(facts, none=True), "None")[:3] == ("correct", "ok", "every fact is reachable")


@pytest.mark.parametrize(
    ("facts", "holds", "proofs"),
    [
        (["(at c)", "(lies k b)"], True, ["runs"]),
        (["(at a)", "(at b)"], False, ["closure", "invariant"]),
        (["(door a b)", "(at c)"], True, ["runs"]),
        (["(door a b)", "(chest c)"], True, ["runs"]),
        (["(door a b)", "(at a)", "(at b)"], False, ["closure", "invariant"]),
        (["(door a d)", "(at a)"], False, ["closure"]),
        (["(door a b)", "(at d)"], False, ["closure"]),
        (["(at d)"], False, ["closure"]),
    ],
)
def test_boolean(ask, facts, holds, proofs):
    one = ask("reach", "bool", facts=facts)
    assert one.truth["answer"] is holds
    assert [proof.kind for proof in one.certificates] == proofs
