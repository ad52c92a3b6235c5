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
from importlib import import_module
from typing import Any

from ..instances.errors import RecordError
from ..instances.records import Answer, Instance, Verdict
from .judgement import VALUES, Judgement, JudgeOptions

DEFAULT = JudgeOptions()


def prepare(instance: Instance, options: JudgeOptions = DEFAULT) -> Callable[[Answer], Verdict]:
    """A judge of answers to one instance; what can be computed once is computed here.

    ``verifiers/<family>/judging.py`` holds the judge of a family: ``prepare(instance, options)`` gives a
    function from an answer to its judgement and the answer as it was read.  Raises RecordError when the
    record is malformed.
    """
    module = import_module(f".{instance.family}.judging", __package__)
    try:
        judged: Callable[[Answer], tuple[Judgement, Any]] = module.prepare(instance, options)
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"{instance.id}: malformed truth or query: {error!r}", field="truth") from error
    identifier = instance.id

    def verdict(answer: Answer) -> Verdict:
        (outcome, code, explanation, metadata, credit), value = judged(answer)
        return Verdict(
            id=identifier,
            sample=answer.sample,
            value=VALUES[outcome] if credit is None else credit,
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
