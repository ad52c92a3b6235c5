"""The boolean and multiple-choice forms: whether one item holds, and which one option's item holds.

Each item is decided by its task, so both forms carry the same proofs as the generative one.
"""

from collections.abc import Sequence
from typing import Any

from ...instances.errors import RecordError
from ...instances.records import Code, Grades
from ..judgement import Judgement, JudgeOptions, correct, incorrect, undecided
from ..task import Labelled
from .oracle import Oracle
from .task import Decision, Json, Judge, Question, Task

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def label_bool(task: Task, question: Question, oracle: Oracle) -> Labelled:
    """Decide the one item."""
    decision = _decide(task, question, question.query, oracle)
    gold = None if decision.holds is None else "yes" if decision.holds else "no"
    return Labelled(
        {"kind": "bool", "answer": decision.holds}, decision.certificates, _grades([decision]), gold
    )


def label_mcq(task: Task, question: Question, oracle: Oracle) -> Labelled:
    """Decide every option; RecordError when more than one holds, or none does."""
    shared = {key: value for key, value in question.query.items() if key != "options"}
    options = question.query["options"]
    if not 2 <= len(options) <= len(LETTERS):
        raise RecordError(
            f"a multiple-choice question has 2 to 26 options, not {len(options)}", field="query.options"
        )
    decisions = [_decide(task, question, {**shared, **option}, oracle) for option in options]
    values = [decision.holds for decision in decisions]
    every = [certificate for decision in decisions for certificate in decision.certificates]
    certificates = tuple(each for place, each in enumerate(every) if each not in every[:place])
    answer = None
    if None not in values:
        if values.count(True) != 1:
            raise RecordError(f"{values.count(True)} options hold, not one", field="query.options")
        answer = LETTERS[values.index(True)]
    truth = {"kind": "mcq", "answer": answer, "values": values}
    return Labelled(truth, certificates, _grades(decisions), gold=answer)


def judge_bool(question: Question, options: JudgeOptions) -> Judge:
    """Compare yes or no with the truth."""
    return _compare(question.truth["answer"], lambda value: "yes" if value else "no")


def judge_mcq(question: Question, options: JudgeOptions) -> Judge:
    """Compare a letter with the truth."""
    return _compare(question.truth["answer"], str)


def _compare(truth: Any, spell: Any) -> Judge:
    def verdict(value: Any) -> Judgement:
        if truth is None:
            return undecided("the answer of this question is not known")
        if value == truth:
            return correct()
        return incorrect(Code.WRONG, f"the answer is {spell(truth)}, not {spell(value)}")

    return verdict


def _decide(task: Task, question: Question, item: Json, oracle: Oracle) -> Decision:
    if task.decide is None:
        raise RecordError(f"task {task.key} has no boolean or multiple-choice form", field="form")
    return task.decide(question, item, oracle)


def _grades(decisions: Sequence[Decision]) -> Grades:
    certified = sum(d.holds is not None and d.certified for d in decisions)
    unknown = sum(d.holds is None for d in decisions)
    return Grades(certified=certified, engine_proven=len(decisions) - certified - unknown, undecided=unknown)
