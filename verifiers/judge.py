"""Judging: an instance and an answer in, a verdict out; pure, offline, without any engine.

>>> from certwright.instances.records import Answer, Instance, Prompt
>>> question = Instance(
...     id="q", family="planning", task="val", form="bool", domain="ferry", world={}, query={},
...     prompt=Prompt(question="Is it a plan?"), truth={"kind": "bool", "answer": True})
>>> judge(question, Answer(id="q", response="Yes, it is.")).outcome.value
'correct'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..instances.errors import RecordError, UnsupportedError
from ..instances.records import Answer, Instance, Verdict
from .judgement import VALUES, Judgement
from .planning.task import JudgeOptions

DEFAULT = JudgeOptions()


def prepare(instance: Instance, options: JudgeOptions = DEFAULT) -> Callable[[Answer], Verdict]:
    """A judge of answers to one instance; what can be computed once is computed here.

    Raises RecordError when the record is malformed, UnsupportedError for a family without answer files.
    """
    if instance.family != "planning":
        raise UnsupportedError(f"answers of the family {instance.family} are not judged here")
    from .planning.judging import prepare as prepare_planning

    try:
        judged: Callable[[Answer], tuple[Judgement, Any]] = prepare_planning(instance, options)
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"{instance.id}: malformed truth or query: {error!r}", field="truth") from error
    identifier = instance.id

    def verdict(answer: Answer) -> Verdict:
        (outcome, code, explanation, metadata), value = judged(answer)
        return Verdict(
            id=identifier,
            sample=answer.sample,
            value=VALUES[outcome],
            outcome=outcome,
            code=code,
            answer=value,
            explanation=explanation,
            metadata=metadata,
        )

    return verdict


def judge(instance: Instance, answer: Answer, options: JudgeOptions = DEFAULT) -> Verdict:
    """Judge one answer."""
    return prepare(instance, options)(answer)


__all__ = ["JudgeOptions", "judge", "prepare"]
