"""Judging: an instance and an answer in, a verdict out; pure, offline, without any engine.

>>> from certwright.instances.records import Answer, Instance, Prompt
>>> question = Instance(
...     id="q", family="planning", task="val", form="bool", domain="ferry", world={}, query={},
...     prompt=Prompt(question="Is it a plan?"), truth={"kind": "bool", "answer": True})
>>> judge(question, Answer(id="q", response="Yes, it is.")).outcome.value
'correct'
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..instances.errors import CertwrightError, RecordError
from ..instances.faults import internal, machine_fault
from ..instances.records import Answer, Code, Episode, Instance, Verdict
from .identity import TruthIndex
from .task import VALUES, Judgement, JudgeOptions, undecided

DEFAULT = JudgeOptions()


def prepare(instance: Instance, options: JudgeOptions = DEFAULT) -> Callable[[Answer], Verdict]:
    """A judge of answers to one instance; what can be computed once is computed here.

    ``verifiers/<family>/judging.py`` holds the judge of a family: ``prepare(instance, options)`` gives a
    function from an answer to its judgement and the answer as it was read.  An exception that it does not
    raise on purpose makes the verdict ``undecided`` (``internal_error``).  Raises RecordError when the record
    is malformed, MachineError or EngineMissingError for what the machine lacks.
    """
    module = import_module(f".{instance.family}.judging", __package__)
    try:
        judged: Callable[[Answer], tuple[Judgement, Any]] = module.prepare(instance, options)
    except CertwrightError:
        raise
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        raise RecordError(f"{instance.id}: malformed truth or query: {error!r}", field="truth") from error
    identifier = instance.id

    def verdict(answer: Answer) -> Verdict:
        try:
            return _verdict(identifier, answer, *judged(answer))
        except CertwrightError:
            raise
        except Exception as error:
            return failed(identifier, answer, error)

    return verdict


def judge(instance: Instance, answer: Answer, options: JudgeOptions = DEFAULT) -> Verdict:
    """Judge one answer, which names the instance by its id or its source's; RecordError for another's."""
    episode = answer.answer
    if answer.id != instance.id and not isinstance(TruthIndex([instance]).resolve(answer), Instance):
        raise RecordError(f"the answer is one to {answer.id!r}, not to {instance.id!r}", field="id")
    if isinstance(episode, Episode) and episode.instance != instance.id:
        raise RecordError(f"the episode is one of {episode.instance!r}, not of {instance.id!r}", field="id")
    return prepare(instance, options)(answer)


def failed(identifier: str, answer: Answer, error: Exception) -> Verdict:
    """The verdict where our own code failed; raises what says that the machine is at fault."""
    if (fault := machine_fault(error)) is not None:
        raise fault from error
    judgement = undecided(f"judging failed: {internal(error)}", Code.INTERNAL_ERROR)
    return _verdict(identifier, answer, judgement, None)


def _verdict(identifier: str, answer: Answer, judgement: Judgement, value: Any) -> Verdict:
    """The verdict on an answer that was read as ``value``."""
    outcome, code, explanation, metadata, credit = judgement
    return Verdict(
        id=identifier,
        sample=answer.sample,
        agent=answer.agent,
        value=VALUES[outcome] if credit is None else credit,
        outcome=outcome,
        code=code,
        answer=value,
        explanation=explanation,
        metadata=metadata,
    )


__all__ = ["JudgeOptions", "judge", "prepare"]
