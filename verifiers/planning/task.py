"""A planning question as the functions of a task receive it; the rows of the tasks stand in their files."""

from __future__ import annotations

from dataclasses import dataclass

from ...instances.records import Instance
from ..task import EVALUATION, ONE_CERTIFIED, Decision, Json, Judge, Task
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


__all__ = ["EVALUATION", "ONE_CERTIFIED", "Decision", "Json", "Judge", "Question", "Task"]
