"""Judging: an instance and an answer in, a verdict out; pure, offline, without any engine.

A record of an episode is believed in its turns alone: they are taken again (``replay``).  The observations,
outcomes and the stop reason that it states are compared with what the world shows: a record that tells them
otherwise was not made by this world.

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

import msgspec

from ..domains.environment import Environment, Feedback, digest, turn_of
from ..instances.errors import CertwrightError, RecordError
from ..instances.faults import internal, machine_fault
from ..instances.records import Answer, Code, Episode, Instance, Verdict
from .identity import TruthIndex
from .task import VALUES, Judgement, JudgeOptions, undecided

DEFAULT = JudgeOptions()
CUT_SHORT = "CUT_SHORT"  # the stop reason of an episode whose turns ran out before the world stopped it


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


def episode_of(answer: Any) -> Episode:
    """The episode that an answer is, or holds as JSON; RecordError for anything else."""
    if isinstance(answer, Episode):
        return answer
    try:
        return msgspec.convert(answer, Episode)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise RecordError(f"the answer is no episode: {error}", field="answer") from None


def replay(episode: Episode, environment: Environment) -> tuple[Feedback, ...]:
    """Take the episode's turns in the environment, which is at its beginning; what each led to.

    Raises RecordError at the first step that differs from the record, for turns after the world's stop, and
    for a stop reason that is not the world's.
    """
    feedbacks = []
    for number, step in enumerate(episode.steps):
        where = f"steps[{number}]"
        if environment.stop is not None:
            raise RecordError(f"the world stopped before ({environment.stop})", field=where)
        if step.observation is not None and step.observation != digest(environment.observe()):
            raise RecordError("the observation is not what the world showed", field=f"{where}.observation")
        try:
            turn = turn_of(step.action)
        except RecordError as error:
            raise RecordError(error.message, field=f"{where}.action") from None
        feedback = environment.act(turn)
        feedbacks.append(feedback)
        if step.outcome != feedback.outcome:
            said = f"{step.outcome[:60]!r}, the world says {feedback.outcome!r}"
            raise RecordError(f"the outcome is {said}", field=f"{where}.outcome")
    stop = environment.stop or CUT_SHORT
    if episode.stop != stop:
        raise RecordError(f"the stop reason is {episode.stop[:60]!r}, the world says {stop!r}", field="stop")
    return tuple(feedbacks)


__all__ = ["CUT_SHORT", "JudgeOptions", "episode_of", "judge", "prepare", "replay"]
