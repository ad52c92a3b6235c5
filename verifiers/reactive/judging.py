"""From one answer to one reactive question to its judgement: read the answer, then check it.

Answers are checked, never matched with one stored answer: a minimal sufficient or breaking set by the sweeps
over the product, a cause by equivalence, a certificate by its runs.  What depends on the question alone is
computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.records import Answer, Code, Instance, Outcome
from ..judgement import Judgement, JudgeOptions, incorrect
from ..reading.kinds import AnswerKind
from ..reading.reading import Reading
from ..reading.sets import silent
from ..task import asked_of
from .question import Question

Judge = Callable[[Any], Judgement]
"""From an answer as it was read to its judgement."""
Read = Callable[[Answer], Reading]

UNSAID = "an empty answer says nothing: of a set say none, of a cause true"


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and the answer as it was read.

    Raises RecordError or WorldError when the record is malformed, UnsupportedError for a form without judge.
    """
    if options.mode == "as-published":
        from .published import prepare_published

        return prepare_published(instance)
    if instance.form == "episode":
        from .episode import prepare_episode

        return prepare_episode(instance, options)
    read, judge = _reader(instance, options), _judge(instance, options)
    speaks = instance.form == "gen" and asked_of(instance).shape in (AnswerKind.LITERALS, AnswerKind.FORMULA)

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        reading = read(answer)
        if reading.code is not None:
            return Judgement(Outcome.UNPARSED, reading.code, reading.note), None
        if speaks and silent(reading.value):
            return incorrect(Code.EMPTY, UNSAID, reading=reading.note), _plain(reading.value)
        outcome, code, explanation, metadata, credit = judge(reading.value)
        return Judgement(outcome, code, explanation, {**metadata, "reading": reading.note}, credit), _plain(
            reading.value
        )

    return judged


def _reader(instance: Instance, options: JudgeOptions) -> Read:
    from ..reading.scanner import read_answer

    if instance.form == "bool":
        return lambda answer: read_answer(answer, AnswerKind.YES_NO, first=options.first)
    kind, names = asked_of(instance).shape, _inputs(instance)
    assert kind is not None
    return lambda answer: read_answer(answer, kind, first=options.first, vocabulary=names)


def _inputs(instance: Instance) -> frozenset[str] | None:
    """The names of the inputs, where the answer is about inputs."""
    if asked_of(instance).shape in (AnswerKind.RUN, AnswerKind.ACCEPTANCE):
        return None
    return frozenset(Question.of(instance).machine.inputs)


def _judge(instance: Instance, options: JudgeOptions) -> Judge:
    truth = instance.truth
    if truth is None:
        return lambda value: Judgement(Outcome.UNDECIDED, Code.TRUTH_MISSING, "the instance has no truth")
    if instance.form == "bool":
        from .judging_runs import judge_bool

        return judge_bool(truth)
    judge: Judge = asked_of(instance).judge(Question.of(instance), options)
    return judge


def _plain(value: Any) -> Any:
    """The answer as JSON."""
    if value == ():
        return "none"
    return list(value.program) if hasattr(value, "program") else value
