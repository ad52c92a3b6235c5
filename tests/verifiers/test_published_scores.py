"""ACPBench's own scores, rule by rule, in a small world, and the stored answers of the real files."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from certwright.instances.canonical import seal
from certwright.instances.errors import RecordError
from certwright.instances.formats.acpbench import read
from certwright.instances.records import Answer, Instance, Prompt, Source
from certwright.verifiers.judge import JudgeOptions, judge, prepare
from certwright.verifiers.label import label
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.planning.published import LIMIT, PLAN_IN_QUESTION, spelled
from certwright.verifiers.planning.questions import formal_query

AS_PUBLISHED = JudgeOptions(mode="as-published")
ACPBENCH = Path(__file__).resolve().parents[3] / "shared" / "data" / "acpbench"
needs_acpbench = pytest.mark.skipif(
    not ACPBENCH.is_dir(), reason="the real ACPBench files are not beside this checkout"
)

DOMAIN = """(define (domain ferry) (:requirements :strips :typing)
 (:types car location - object)
 (:predicates (at ?c - car ?l - location) (at-ferry ?l - location) (empty-ferry) (not-eq ?x ?y)
   (on ?c - car) (used))
 (:action board :parameters (?c - car ?l - location)
  :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
  :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
 (:action debark :parameters (?c - car ?l - location)
  :precondition (and (on ?c) (at-ferry ?l)) :effect (and (at ?c ?l) (empty-ferry) (not (on ?c))))
 (:action mark :parameters () :precondition (and) :effect (used))
 (:action sail :parameters (?f - location ?t - location)
  :precondition (and (not-eq ?f ?t) (at-ferry ?f)) :effect (and (at-ferry ?t) (not (at-ferry ?f)))))"""
PROBLEM = """(define (problem p) (:domain ferry) (:objects c0 - car l0 l1 l2 - location)
 (:init (at-ferry l0) (empty-ferry) (at c0 l0) (not-eq l0 l1) (not-eq l1 l0)) (:goal (at c0 l1)))"""
PLAN = ["(board c0 l0)", "(sail l0 l1)", "(mark)", "(debark c0 l1)"]
WORDS = (
    'Simplify the plan "{}" by removing either a single action or a pair of consecutive actions, while still '
    "maintaining a valid plan. Provide the resulting simplified plan."
)
QUERIES: dict[str, dict[str, Any]] = {
    "prog": {"action": "(mark)"},
    "val": {"actions": ["(board c0 l0)", "(sail l0 l1)", "(board c0 l1)"]},
    "just": {"plan": PLAN},
}
STORED: dict[str, Any] = {
    "app": ["(BOARD c0 l0)", "(sail l0 l1)", "(mark)"],
    "prog": {"pos": ["(used)"], "neg": []},
    "reach": ["at-ferry l2"],
    "areach": ["(sail l0 l0)"],
    "val": 2,
    "just": [["(mark)", "1"]],
    "land": {"yes": ["(on c0)"], "no": ["(used)", "(at-ferry l1)"]},
    "nexta": {"yes": ["(BOARD c0 l0)"], "no": ["(mark)"], "maybe": ["(sail l0 l1)"], "opt": "3"},
}


@cache
def labelled(task: str, plan: str = " ".join(PLAN)) -> Instance:
    question = WORDS.format(plan) if task == "just" else "?"
    source = Source(format="acpbench", key=f"acpbench:gen/{task}/1", id="1", answer=STORED[task])
    made = Instance(
        id="", family="planning", task=task, form="gen", domain="ferry",
        world={"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM}, query=QUERIES.get(task, {}),
        prompt=Prompt(question=question), source=source,
    )  # fmt: skip
    return label(seal(made), Effort(engine="search"))


def storing(task: str, answer: Any, **changes: Any) -> Instance:
    instance = labelled(task)
    source = msgspec.structs.replace(instance.source, answer=answer)
    return msgspec.structs.replace(instance, source=source, **changes)


def verdict(instance: Instance, text: str) -> Any:
    return judge(instance, Answer(id=instance.id, response=text), AS_PUBLISHED)


def published(instance: Instance, text: str) -> float | None:
    return verdict(instance, text).value


def ours(instance: Instance, text: str) -> float | None:
    return judge(instance, Answer(id=instance.id, response=text)).value


NO_STATE = "ok: the planner finds the goal unreachable: no state holds such an atom"
REFUSED = "unknown_symbol: the planner refuses an unknown predicate or arity"
NOT_STORED = "wrong: neither stored nor reached by delete relaxation"
NO_SUBSEQUENCE = "not_a_subsequence: not a subsequence of the plan as the question spells it"
SCORES: list[tuple[str, str, float, float, str]] = [
    # task, answer, published score, our score, what is said of the published score
    ("app", "[(board c0 l0), (sail l0 l1), (mark)]", 1, 1, "ok: the stored set"),
    ("app", "[(mark), (MARK), (sail l0 l1), (Board c0 l0)]", 1, 1, "ok: the stored set"),
    ("app", "[(board c0 l0), (sail l0 l1)]", 0, 0, "wrong: not the stored set"),
    ("app", "(for example) these: (board c0 l0) (sail l0 l1) (mark)", 0, 0, "wrong: not the stored set"),
    ("prog", "[(used)] []", 1, 1, "ok: the stored effects"),
    ("prog", "[(used)] [(used)]", 1, 0, "ok: the stored effects"),  # the second list is lost
    ("prog", "[] [(used)]", 0, 0, "wrong: not the stored effects"),
    ("prog", "[(used)]", 0, 0, "no_answer: the published parser finds no answer"),
    ("reach", "(at-ferry l2)", 1, 1, "ok: a stored fact"),
    ("reach", "(at c0 l2)", 1, 1, "ok: (at c0 l2) is unreachable"),  # not stored: the planner's word
    ("reach", "(AT c0 l2)", 1, 1, "ok: (at c0 l2) is unreachable"),
    ("reach", "(at c0 l1)", 0, 0, "reachable: (at c0 l1) is reachable"),
    ("reach", "(at-ferry l0)", 0, 0, "reachable: (at-ferry l0) holds in the initial state"),
    ("reach", "(at-ferry l9)", 1, 0, NO_STATE),  # unknown object
    ("reach", "(at c9 l0)", 1, 0, NO_STATE),
    ("reach", "(at l0 l0)", 1, 0, NO_STATE),  # ill-typed
    ("reach", "(not-eq l2 l0)", 1, 0, NO_STATE),  # static and false
    (
        "reach",
        "(not-eq l0 l1)",
        0,
        0,
        "reachable: (not-eq l0 l1) holds in the initial state",
    ),  # static and true
    ("reach", "(at c0)", 0, 0, REFUSED),  # wrong arity: the planner refuses
    ("reach", "(flying c0)", 0, 0, REFUSED),
    ("reach", "None", 0, 0, "none_is_wrong: the planner refuses the goal none"),
    ("areach", "(sail l0 l0)", 1, 1, "ok: the stored action"),
    ("areach", "(SAIL L0 L0)", 1, 1, "ok: the stored action"),
    ("areach", "(sail l1 l1)", 0, 1, NOT_STORED),  # unreachable, outside the relaxation, not stored
    ("areach", "(board c0 l2)", 0, 1, NOT_STORED),
    ("areach", "(sail l0 l1)", 0, 0, "reachable: (sail l0 l1) is reachable"),
    ("areach", "None", 0, 0, NOT_STORED),
    ("areach", "(sail l9 l9)", 0, 0, NOT_STORED),
    ("val", "2", 1, 1, "ok: the stored index"),
    ("val", "The index is 2.", 1, 1, "ok: the stored index"),
    ("val", "02", 0, 1, "wrong_index: 02 is not the text 2"),
    (
        "val",
        "(board c0 l1) at index 2",
        0,
        1,
        "wrong_index: 0 is not the text 2",
    ),  # the digit of an object's name comes first
    ("val", "3", 0, 0, "wrong_index: 3 is not the text 2"),
    ("just", "[(board c0 l0), (sail l0 l1), (debark c0 l1)]", 1, 1, "ok: a shorter plan"),
    ("just", "[(BOARD c0 l0), (sail l0 l1), (debark c0 l1)]", 0, 1, NO_SUBSEQUENCE),  # the case of letters
    (
        "just",
        "[(board c0 l0), (sail l0 l1), (mark), (debark c0 l1)]",
        0,
        0,
        "not_shorter: not shorter than the plan",
    ),
    ("just", "[(sail l0 l1), (board c0 l0), (debark c0 l1)]", 0, 0, NO_SUBSEQUENCE),
    (
        "just",
        "[(board c0 l0), (sail l0 l1)]",
        0,
        0,
        "goal_not_reached: the goal (at c0 l1) does not hold at the end",
    ),
    ("just", "no", 0, 0, "not_a_subsequence: no action was extracted"),
    ("land", "(on c0)", 1, 1, "ok: a stored landmark"),
    (
        "land",
        "(at-ferry l1)",
        0,
        1,
        "not_a_landmark: not a stored landmark",
    ),  # a landmark that is stored as none
    ("land", "(used)", 0, 0, "not_a_landmark: not a stored landmark"),
    ("land", "None", 0, 0, "none_is_wrong: some are stored"),
    ("land", "(at c0 l0)", 0, 0, "not_a_landmark: not a stored landmark"),
    ("nexta", "(board c0 l0)", 1, 1, "ok: stored as closer"),
    ("nexta", "(mark)", 0, 0, "not_closer: stored as not closer, or not stored at all"),
    (
        "nexta",
        "(sail l0 l1)",
        0,
        0,
        "not_closer: (sail l0 l1) does not lead closer",
    ),  # stored under maybe: not closer
    ("nexta", "(debark c0 l0)", 0, 0, "not_closer: stored as not closer, or not stored at all"),
    ("nexta", "None", 0, 0, "no_answer: the published parser finds no answer"),
]


@pytest.mark.parametrize(
    ("task", "text", "theirs", "mine", "why"), SCORES, ids=[f"{row[0]} {row[1]}" for row in SCORES]
)
def test_a_score_as_published_beside_ours(task, text, theirs, mine, why):
    said = verdict(labelled(task), text)
    assert (said.value, f"{said.code.value}: {said.explanation}") == (theirs, why)
    assert ours(labelled(task), text) == mine


@pytest.mark.parametrize(
    ("task", "stored", "text", "expected"),
    [
        ("reach", [], "None", 1),  # S4: nothing stored, though facts are unreachable
        ("reach", [], "none", 0),  # spelt in lower case it is not read
        ("reach", [], "(at c0 l2)", 0),
        ("areach", [], "None", 1),
        ("areach", [], "(sail l1 l1)", 0),
        ("areach", ["(SAIL l0 l0)"], "(sail l0 l0)", 0),  # stored actions are compared letter by letter
        ("land", {"yes": [], "no": ["(on c0)"]}, "None", 1),
        ("land", {"yes": [], "no": ["(on c0)"]}, "(on c0)", 0),
        ("land", {"yes": ["(ON c0)"], "no": []}, "(on c0)", 1),
        ("nexta", {"yes": [], "no": [], "maybe": ["(board c0 l0)"], "opt": "3"}, "(board c0 l0)", 1),
        ("nexta", {"yes": [], "no": [], "maybe": ["(board c0 l0)"], "opt": "4"}, "(board c0 l0)", 0),
        ("nexta", {"yes": [], "no": [], "maybe": ["(board c0 l0)"]}, "(board c0 l0)", 1),
        ("nexta", {"yes": [], "no": [], "maybe": ["(mark)"], "opt": "3"}, "(mark)", 0),
        ("nexta", {"yes": [], "no": ["(board c0 l0)"], "maybe": ["(board c0 l0)"]}, "(board c0 l0)", 0),
        ("nexta", {"yes": [], "no": [], "maybe": [], "opt": "3"}, "(board c0 l0)", 0),
        ("prog", {"pos": [], "neg": []}, "[] []", 1),
    ],
)
def test_other_stored_answers(task, stored, text, expected):
    assert published(storing(task, stored), text) == expected


@pytest.mark.parametrize(
    ("task", "stored", "text", "why"),
    [
        ("reach", [], "None", "ok: nothing is stored, so None is expected"),
        ("reach", [], "(at c0 l2)", "wrong: nothing is stored, so only None is right"),
        ("land", {"yes": [], "no": []}, "None", "ok: nothing is stored, so None is expected"),
        ("land", {"yes": [], "no": []}, "(on c0)", "not_a_landmark: not a stored landmark"),
    ],
)
def test_where_nothing_is_stored_only_none_is_right(task, stored, text, why):
    said = verdict(storing(task, stored), text)
    assert f"{said.code.value}: {said.explanation}" == why


def test_a_plan_in_upper_case_is_wanted_as_the_question_spells_it():
    shouted = " ".join(PLAN).upper()
    instance = labelled("just", shouted)
    assert instance.prompt.question[PLAN_IN_QUESTION] == shouted
    shorter = "(BOARD C0 L0) (SAIL L0 L1) (DEBARK C0 L1)"
    assert published(instance, shorter) == 1
    assert published(instance, shorter.lower()) == 0
    assert published(instance, f"Simplified plan: {shorter}") == 0  # the marker lowers the text behind it
    assert ours(instance, shorter.lower()) == 1


def test_what_the_planner_would_say_stays_undecided_where_our_truth_does():
    truth = {**labelled("reach").truth, "undecided": ["(at c0 l2)"], "none": False}
    unsure = msgspec.structs.replace(labelled("reach"), truth=truth)
    said = verdict(unsure, "(at c0 l2)")
    assert (said.value, said.code.value) == (None, "truth_undecided")
    assert said.explanation == "it is not known whether (at c0 l2) is reachable"
    said = verdict(msgspec.structs.replace(unsure, truth=None), "(at c0 l2)")
    assert (said.value, said.code.value) == (None, "truth_missing")
    assert said.explanation == "the instance has no truth to stand for the planner"
    assert published(msgspec.structs.replace(unsure, truth=None), "(at-ferry l2)") == 1
    maybe = {**labelled("nexta").truth, "undecided": ["(sail l0 l1)"]}
    said = verdict(msgspec.structs.replace(labelled("nexta"), truth=maybe), "(sail l0 l1)")
    assert (said.value, said.code.value) == (None, "truth_undecided")
    assert said.explanation == "the truth does not say whether the action leads closer"


def test_questions_of_our_own_are_scored_against_what_the_exporter_stores():
    for task in STORED:
        own = msgspec.structs.replace(labelled(task), source=None)
        assert published(own, own.gold) == 1, task
    own = msgspec.structs.replace(labelled("land"), source=None)
    assert published(own, "(at-ferry l1)") == 1


def test_a_stored_answer_of_the_wrong_shape_is_refused():
    with pytest.raises(RecordError, match=r"^stored answer is malformed: TypeError") as caught:
        prepare(storing("land", ["(on c0)"]), AS_PUBLISHED)
    assert caught.value.field == "source.answer"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (["(a b)", "(c)"], "[(a b), (c)]"),
        ({"pos": ["(a)"], "neg": []}, "[(a)] []"),
        ([["(a)"], ["(b)"]], "[(a)] [(b)]"),
        (None, "None"),
        (4, "4"),
        (True, "The answer is yes."),
        ("(a b)", "(a b)"),
    ],
)
def test_data_is_written_out(data, text):
    assert spelled(Answer(id="x", answer=data)) == text


def closed_form(form: str, stored: str, truth: Any) -> Instance:
    source = Source(format="acpbench", key="k", id="1", answer=stored)
    made = Instance(
        id="", family="planning", task="app", form=form, domain="ferry", world={}, query={},
        prompt=Prompt(question="?", choices=("a", "b", "c", "d") if form == "mcq" else ()),
        truth=truth, source=source,
    )  # fmt: skip
    return seal(made)


@pytest.mark.parametrize(
    ("form", "stored", "text", "expected"),
    [
        ("bool", "yes", "The answer is Yes.", 1),
        ("bool", "yes", "The answer is no.", 0),
        ("bool", "yes", "yes", 0),  # no lead that the pattern knows
        ("bool", "no", "The answer: No!", 1),
        ("mcq", "B", "B", 1),
        ("mcq", "B", "Options A and C fail. Answer: B", 1),
        ("mcq", "B", "Answer: B, for A Car is There", 0),  # the last capital counts
        ("mcq", "B", "b", 0),
    ],
)
def test_boolean_and_multiple_choice_forms(form, stored, text, expected):
    truth = {"kind": "bool", "answer": stored == "yes"}
    if form == "mcq":
        truth = {"kind": "mcq", "answer": stored, "values": []}
    said = verdict(closed_form(form, stored, truth), text)
    assert said.value == expected
    if said.code.value == "wrong":
        assert said.explanation == f"the stored answer is {stored.lower()}"


CANONICAL = {
    "app": lambda stored: f"[{', '.join(stored)}]",
    "prog": lambda stored: f"[{', '.join(stored['pos'])}] [{', '.join(stored['neg'])}]",
    "reach": lambda stored: f"({stored[0]})" if stored else "None",
    "areach": lambda stored: stored[0] if stored else "None",
    "val": str,
    "land": lambda stored: stored["yes"][0] if stored["yes"] else "None",
    "nexta": lambda stored: stored["yes"][0] if stored["yes"] else None,
}


@needs_acpbench
@pytest.mark.parametrize("task", CANONICAL)
def test_the_stored_answers_of_the_real_files_score_1(task):
    scores = []
    for instance in read(ACPBENCH / f"{task}.gen.json"):
        text = CANONICAL[task](instance.source.answer)
        if text is not None:
            scores.append(published(formal_query(instance), text))
    assert len(scores) >= 45
    assert set(scores) == {1.0}


@pytest.mark.long
@needs_acpbench
def test_the_stored_removals_of_the_real_files_score_1_as_spelt():
    count = 0
    for file in read(ACPBENCH / "just.gen.json"):
        instance = formal_query(file)
        judged = prepare(instance, AS_PUBLISHED)
        plan = instance.prompt.question[PLAN_IN_QUESTION].replace(") (", ")\n(").split("\n")
        assert [action.lower() for action in plan] == instance.query["plan"]
        for *names, tail in instance.source.answer:
            starts = [k for k in range(len(plan)) if plan[k : k + len(names)] == names]
            chosen = starts[int(tail) - 1 : int(tail)] if len(names) == 1 else starts
            shorter = [" ".join(plan[:k] + plan[k + len(names) :]) for k in chosen]
            values = [judged(Answer(id="x", response=text)).value for text in shorter]
            assert 1.0 in values, (instance.id, names)
            count += 1
    assert count >= 50


def test_a_response_of_so_many_characters_is_read_and_no_longer_one():
    instance = labelled("reach")
    answer = "(at-ferry l2)"
    for length, code in ((LIMIT, None), (LIMIT + 1, "too_large")):
        said = verdict(instance, answer + " " * (length - len(answer)))
        if code is None:
            assert said.code.value != "too_large"
        else:
            assert (said.code.value, said.explanation) == (code, f"more than {LIMIT} characters")
            assert said.outcome.value == "unparsed" and said.answer is None
