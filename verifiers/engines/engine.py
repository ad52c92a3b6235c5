"""What an engine is: one row, the ``ENGINE`` at the end of its adapter's file; the task it is tried on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...domains.planning.strips import Operator, Task
from ...instances.errors import EngineFailureError
from .outcome import Answer, Endings, Undecided
from .query import Query


@dataclass(frozen=True)
class Engine:
    """One external engine; ``requirement`` is what pip is told."""

    key: str
    title: str
    distribution: str
    requirement: str
    module: str
    licence: str
    trial: Callable[[float], str]
    """A small question whose answer is known, within a deadline in seconds; EngineFailureError when wrong."""
    endings: Endings = field(default_factory=dict)
    """What its exit codes or statuses mean."""
    plan: Callable[[Query], Answer] | None = None
    """Refuted with a plan (a shortest one if asked for), Proven, or Undecided; None for no planner."""
    named: Callable[[str], Engine] | None = None
    """The engine ``KEY:NAME`` behind this one."""

    @property
    def plans(self) -> bool:
        """Whether it finds plans."""
        return self.plan is not None

    @property
    def mend(self) -> str:
        """The sentence that says how to get it."""
        return f'{self.title} is missing: pip install "{self.requirement}"'


TASK = Task(
    ("(at a)", "(at b)", "(at c)"),
    (Operator("(move a b)", 0b001, 0b010, 0b001), Operator("(move b c)", 0b010, 0b100, 0b010)),
    init=0b001,
    goal=0b100,
)
PLAN = ("(move a b)", "(move b c)")
DOMAIN = """(define (domain road) (:predicates (at ?x) (road ?x ?y))
(:action move :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
 :effect (and (at ?y) (not (at ?x)))))"""
PROBLEM = """(define (problem abc) (:domain road) (:objects a b c)
(:init (at a) (road a b) (road b c)) (:goal (at c)))"""


def solves(plan: Callable[[Query], Answer], **how: Any) -> Callable[[float], str]:
    """A trial of what finds a shortest plan of the trial task; ``how`` goes into the query."""

    def trial(deadline: float) -> str:
        answer = plan(Query(TASK, deadline=deadline, **how))
        return expect(getattr(answer, "witness", answer), PLAN)

    return trial


def expect(actual: object, expected: object) -> str:
    """Say that all is well on the trial task, or raise EngineFailureError."""
    if isinstance(actual, Undecided):
        raise EngineFailureError(actual.reason)
    if actual != expected:
        raise EngineFailureError(f"a wrong answer on the trial task: {actual!r}")
    return "solved the trial task"
