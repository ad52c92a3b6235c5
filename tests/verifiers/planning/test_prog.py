"""The task ``prog``: its truth, what a verdict says of answers, its boolean form."""

import pytest

from certwright.instances.errors import RecordError


@pytest.fixture
def effects(ask):
    return ask("prog", action="(go a b)")


def test_truth(effects):
    assert effects.truth == {"kind": "effects", "pos": ["(at b)"], "neg": ["(at a)"]}
    assert effects.gold == "[(at b)] [(at a)]"
    assert [proof.kind for proof in effects.certificates] == ["evaluation"]
    assert effects.difficulty == {"positive_effects": 1, "negative_effects": 1}


def test_an_action_that_is_not_applicable_is_refused(ask):
    with pytest.raises(RecordError, match=r"\(go b c\) is not applicable in the state") as caught:
        ask("prog", action="(go b c)")
    assert caught.value.field == "query.action"


def test_right(effects, judged):
    said = "both lists are the effects of the action"
    assert judged(effects, "[(at b)] [(at a)]") == ("correct", "ok", said, {})


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        ("[(at b), (lit a)] [(at a)]", "extra_items", "(lit a) is no positive effect"),
        ("[(at b)] [(at a), (open)]", "extra_items", "(open) is no negative effect"),
        ("[] [(at a)]", "missing_items", "the positive effect (at b) is missing"),
        ("[(at b)] []", "missing_items", "the negative effect (at a) is missing"),
        ("[(door a b)] [(at a)]", "static_predicate", "(door a b) is static: no action changes it"),
        ("[(at k)] [(at a)]", "ill_typed", "(at k) has an argument of the wrong type"),
    ],
)
def test_wrong(effects, judged, answer, code, why):
    assert judged(effects, answer) == ("incorrect", code, why, {})


@pytest.mark.parametrize(
    ("facts", "holds"), [(["(at b)"], True), (["(at b)", "(at a)"], False), (["(lies k b)", "(at b)"], True)]
)
def test_boolean(ask, facts, holds):
    one = ask("prog", "bool", action="(go a b)", facts=facts)
    assert (one.truth["answer"], one.gold) == (holds, "yes" if holds else "no")
