"""The boolean and multiple-choice forms: what is labelled of decisions, and what a verdict says."""

from types import SimpleNamespace

import pytest

from certwright.instances.errors import RecordError
from certwright.instances.records import Certificate, Grades
from certwright.verifiers.planning.items import judge_choice, label_bool, label_mcq
from certwright.verifiers.task import Decision

PROOF, OTHER = Certificate("evaluation", {}), Certificate("runs", {"steps": []})
DECISIONS = {
    "yes": Decision(True, (PROOF,)),
    "no": Decision(False, (PROOF, OTHER)),
    "engine": Decision(False, (), certified=False),
    "open": Decision(None, ()),
}
seen = []


def decide(question, item, oracle):
    seen.append(item)
    return DECISIONS[item["fact"]]


TASK = SimpleNamespace(key="toy", decide=decide)


def asked(*facts, truth=None, **shared):
    items = [{"fact": fact} for fact in facts]
    query = items[0] if len(items) == 1 else {**shared, "options": items}
    return SimpleNamespace(query=query, truth={"answer": truth})


@pytest.mark.parametrize(
    ("fact", "answer", "gold", "grades"),
    [
        ("yes", True, "yes", Grades(certified=1)),
        ("no", False, "no", Grades(certified=1)),
        ("engine", False, "no", Grades(engine_proven=1)),
        ("open", None, None, Grades(undecided=1)),
    ],
)
def test_one_item(fact, answer, gold, grades):
    made = label_bool(TASK, asked(fact), None)
    assert (made.truth, made.gold, made.grades) == ({"kind": "bool", "answer": answer}, gold, grades)
    assert made.certificates == DECISIONS[fact].certificates


def test_options_share_the_keys_beside_them_and_each_certificate_is_kept_once():
    seen.clear()
    made = label_mcq(TASK, asked("no", "yes", "engine", plan=["(a)"]), None)
    assert made.truth == {"kind": "mcq", "answer": "B", "values": [False, True, False]}
    assert (made.gold, made.certificates) == ("B", (PROOF, OTHER))
    assert made.grades == Grades(certified=2, engine_proven=1)
    assert seen == [{"plan": ["(a)"], "fact": fact} for fact in ("no", "yes", "engine")]


def test_an_open_option_leaves_the_choice_open():
    made = label_mcq(TASK, asked("yes", "open"), None)
    assert made.truth == {"kind": "mcq", "answer": None, "values": [True, None]} and made.gold is None
    assert made.grades == Grades(certified=1, undecided=1)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (("yes", "yes"), "2 options hold, not one"),
        (("no", "no"), "0 options hold, not one"),
        ((), "a multiple-choice question has 2 to 26 options, not 0"),
        (("no",) * 26 + ("yes",), "a multiple-choice question has 2 to 26 options, not 27"),
    ],
)
def test_what_is_no_choice_is_refused(facts, why):
    with pytest.raises(RecordError, match=why) as caught:
        label_mcq(TASK, asked(*facts), None)
    assert caught.value.field == "query.options"


def test_26_options_and_a_task_without_these_forms():
    assert label_mcq(TASK, asked(*["no"] * 25, "yes"), None).gold == "Z"
    with pytest.raises(RecordError, match="task toy has no boolean or multiple-choice form") as caught:
        label_bool(SimpleNamespace(key="toy", decide=None), asked("yes"), None)
    assert caught.value.field == "form"


@pytest.mark.parametrize(
    ("truth", "value", "told"),
    [
        (True, True, ("correct", "ok", "")),
        (True, False, ("incorrect", "wrong", "the answer is yes, not no")),
        ("B", "B", ("correct", "ok", "")),
        ("B", "C", ("incorrect", "wrong", "the answer is B, not C")),
        (None, "C", ("undecided", "truth_undecided", "the answer of this question is not known")),
    ],
)
def test_verdicts(truth, value, told):
    judgement = judge_choice(truth)(value)
    assert (judgement.outcome.value, judgement.code.value, judgement.explanation) == told
