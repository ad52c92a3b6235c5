"""A planning question as the functions of a task receive it; the rows of the tasks stand in their files."""

from __future__ import annotations

from dataclasses import dataclass

from ...instances.records import Instance
from ..reading.kinds import AnswerKind
from ..task import EVALUATION, ONE_CERTIFIED, Decision, Json, Judge, Task, task_of
from .world import World, read_world


@dataclass(frozen=True, slots=True)
class Question:
    """An instance with its world."""

    world: World
    query: Json
    truth: Json

    @classmethod
    def of(cls, instance: Instance) -> Question:
        """From a record; RecordError when it holds no PDDL world."""
        return cls(read_world(instance.world), instance.query, instance.truth or {})


def answer_kind(instance: Instance) -> AnswerKind:
    """What an answer to the instance looks like."""
    if instance.form == "bool":
        return AnswerKind.YES_NO
    if instance.form == "mcq":
        return AnswerKind.LETTER
    shape = task_of("planning", instance.task).shape
    assert shape is not None
    return shape


__all__ = ["EVALUATION", "ONE_CERTIFIED", "Decision", "Json", "Judge", "Question", "Task", "answer_kind"]
