"""The label of one reactive question, and the judgement of an answer: read the answer, then check it.

Answers are checked, never matched with one stored answer: a minimal sufficient or breaking set by the sweeps
over the product, a cause by equivalence, a certificate by its runs.  What depends on the question alone is
computed once.
"""

from typing import Any

from ...instances.records import Answer, Code, Instance, Outcome
from ..reading.kinds import AnswerKind
from ..reading.scanner import read_answer
from ..reading.sets import silent
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, asked_of, correct, incorrect, undecided
from .intervene import prepare_episode
from .published import prepare_published
from .question import Judged, Question, labelled

UNSAID = "an empty answer says nothing: of a set say none, of a cause true"


def prepare(instance: Instance, options: JudgeOptions) -> Judged:
    """A function from an answer to its judgement and the answer as read; raises for a malformed record."""
    if options.mode == "as-published":
        return prepare_published(instance, prepare)
    task = asked_of(instance)
    kind = AnswerKind.YES_NO if instance.form == "bool" else task.shape
    assert kind is not None
    question = None if instance.form == "bool" else Question.of(instance)
    judge, inputs = _judge(instance, task, question, options), None
    if question is not None and kind not in (AnswerKind.RUN, AnswerKind.ACCEPTANCE):
        inputs = frozenset(question.machine.inputs)  # the answer is about these

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        reading = read_answer(answer, kind, first=options.first, vocabulary=inputs)
        if reading.code is not None:
            return Judgement(Outcome.UNPARSED, reading.code, reading.note), None
        if kind in (AnswerKind.LITERALS, AnswerKind.FORMULA) and silent(reading.value):
            return incorrect(Code.EMPTY, UNSAID, reading=reading.note), _plain(reading.value)
        outcome, code, explanation, metadata, credit = judge(reading.value)
        metadata = {**metadata, "reading": reading.note}
        return Judgement(outcome, code, explanation, metadata, credit), _plain(reading.value)

    return prepare_episode(instance, options, judged) if instance.form == "episode" else judged


def _judge(instance: Instance, task: Task, question: Question | None, options: JudgeOptions) -> Judge:
    truth = instance.truth
    if truth is None and instance.form != "episode":
        return lambda value: Judgement(Outcome.UNDECIDED, Code.TRUTH_MISSING, "the instance has no truth")
    if question is None:
        return _yes_or_no((truth or {})["answer"])
    judge: Judge = task.judge(question, options)
    return judge


def _yes_or_no(right: bool | None) -> Judge:
    def judge(value: Any) -> Judgement:
        if right is None:
            return undecided("the truth is not known")
        if value is right:
            return correct()
        return incorrect(Code.WRONG, f"the answer is {'yes' if right else 'no'}")

    return judge


def _plain(value: Any) -> Any:
    if value == ():
        return "none"
    return list(value.program) if hasattr(value, "program") else value


def label(instance: Instance) -> Labelled:
    """The complete truth of a question with its proofs; raises for a malformed record, or no effect."""
    task, question = asked_of(instance), Question.of(instance)
    if instance.form != "bool" or task.decide is None:
        return task.label(question)
    decision = task.decide(question, question.query)
    truth, open_claims = {"kind": "bool", "answer": decision.holds}, int(decision.holds is None)
    gold = {True: "yes", False: "no", None: None}[decision.holds]
    return labelled(truth, decision.certificates, 1 - open_claims, open_claims, gold)
