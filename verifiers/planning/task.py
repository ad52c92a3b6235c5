"""What a planning task is: how its truth is computed, how an answer is judged, how one item is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...instances.records import Certificate, Grades, Instance
from ..judgement import Judgement, JudgeOptions
from ..labelled import Labelled
from ..reading.kinds import AnswerKind
from .world import World, read_world

if TYPE_CHECKING:
    from .oracle import Oracle

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """An instance with its world, as the functions of a task receive it."""

    world: World
    query: Json
    truth: Json

    @classmethod
    def of(cls, instance: Instance) -> Question:
        """From a record; RecordError when it holds no PDDL world."""
        return cls(read_world(instance.world), instance.query, instance.truth or {})


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether one item of a boolean or multiple-choice question holds; None when undecided."""

    holds: bool | None
    certificates: tuple[Certificate, ...] = ()
    certified: bool = True


Judge = Callable[[Any], Judgement]


@dataclass(frozen=True, slots=True)
class PlanningTask:
    """One of the eight tasks; each lives in a file of its own that ends with its ``TASK``."""

    key: str
    kind: AnswerKind
    label: Callable[[Question, Oracle], Labelled]
    judge: Callable[[Question, JudgeOptions], Judge]
    decide: Callable[[World, Json, Oracle], Decision] | None
    """Decides an item of the boolean and multiple-choice forms; None for tasks that have no such forms."""
    asks: str
    """``actions`` or ``facts``: which vocabulary an answer is written in."""


EVALUATION = (Certificate("evaluation", {}),)
"""The certificate of truths that follow by evaluating a definition in the state of the question."""

ONE_CERTIFIED = Grades(certified=1)
