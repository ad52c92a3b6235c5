"""The task ``just``: its truth, what a verdict says of answers, its boolean form."""

import pytest

from certwright.instances.errors import RecordError


@pytest.fixture
def longer(plan):
    return ["(light a)", "(go a e)", "(go e a)", *plan]


@pytest.fixture
def simplified(ask, longer):
    return ask("just", plan=longer)


def spelled(actions):
    return "[" + ", ".join(actions) + "]"


def test_truth(simplified, longer):
    assert simplified.truth == {"kind": "subsequence", "singles": [0], "pairs": [1]}
    assert simplified.gold == spelled(longer[1:])
    assert simplified.difficulty == {"plan_length": 7, "removable": 2}
    assert [proof.kind for proof in simplified.certificates] == ["evaluation"]


def test_where_no_single_action_can_go_a_pair_is_the_gold_answer(ask, plan):
    one = ask("just", plan=["(go a e)", "(go e a)", *plan])
    assert (one.truth["singles"], one.truth["pairs"], one.gold) == ([], [0], spelled(plan))


def test_where_nothing_can_go_there_is_no_gold_answer(ask, plan):
    one = ask("just", plan=plan)
    assert (one.truth["singles"], one.truth["pairs"], one.gold) == ([], [], None)


def test_what_is_no_plan_is_refused(ask, plan):
    with pytest.raises(RecordError, match="the sequence to be simplified is not a plan") as caught:
        ask("just", plan=plan[:-1])
    assert caught.value.field == "query.plan"
    with pytest.raises(RecordError, match=r"\(go a c\) needs \(door a c\), which is static and false"):
        ask("just", plan=["(go a c)", *plan])


@pytest.mark.parametrize(
    ("kept", "removed", "removal"),
    [([1, 2, 3, 4, 5, 6], 1, "single"), ([0, 3, 4, 5, 6], 2, "pair"), ([3, 4, 5, 6], 3, "more")],
)
def test_right(simplified, longer, judged, kept, removed, removal):
    answer = spelled(longer[number] for number in kept)
    figures = {"removed": removed, "removal": removal}
    assert judged(simplified, answer) == ("correct", "ok", f"a plan with {removed} actions fewer", figures)


def test_two_actions_apart_are_no_pair(ask, plan, judged):
    longer = ["(light a)", plan[0], "(light b)", *plan[1:]]
    assert judged(ask("just", plan=longer), spelled(plan))[3] == {"removed": 2, "removal": "more"}


def test_wrong(simplified, longer, judged):
    def said(actions):
        return judged(simplified, spelled(actions))

    assert said(longer) == ("incorrect", "not_shorter", "nothing was removed from the plan", {})
    why = "the goal (open) does not hold at the end"
    assert said(longer[:-1]) == ("incorrect", "goal_not_reached", why, {"removed": 1})
    why = "action 1, (go e a), is not applicable: (at e) does not hold"
    assert said([longer[0], *longer[2:]]) == ("incorrect", "not_a_plan", why, {"removed": 1})
    why = "action 1, (go b c), does not follow in the given plan"
    assert said(longer[::-1]) == ("incorrect", "not_a_subsequence", why, {})
    why = "action 0, (light b), does not follow in the given plan"
    assert said(["(light b)", *longer[1:]]) == ("incorrect", "not_a_subsequence", why, {})


@pytest.mark.parametrize(
    ("remove", "holds"), [([0, 1], True), ([1, 2], True), ([1, 1], False), ([3, 1], False)]
)
def test_boolean(ask, longer, remove, holds):
    assert ask("just", "bool", plan=longer, remove=remove).truth["answer"] is holds


@pytest.mark.parametrize("remove", [[-1, 1], [0, 0], [6, 2]])
def test_positions_outside_of_the_plan_are_refused(ask, longer, remove):
    with pytest.raises(RecordError, match=f"cannot remove {remove[1]} actions from position {remove[0]}"):
        ask("just", "bool", plan=longer, remove=remove)
