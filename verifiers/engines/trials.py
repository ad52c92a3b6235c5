"""A trial for each engine: one small question whose answer is known, asked through its adapter."""

from __future__ import annotations

from collections.abc import Callable

from ...domains.planning.strips import Operator, Task
from ...instances.errors import EngineFailureError
from . import fast_downward, kstar, sat, smt, spot, translate, unified
from .outcome import Undecided

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


def _expect(found: object, expected: object) -> str:
    """Say that all is well, or raise EngineFailureError."""
    if isinstance(found, Undecided):
        raise EngineFailureError(found.reason)
    if found != expected:
        raise EngineFailureError(f"a wrong answer on the trial task: {found!r}")
    return "solved the trial task"


def _fast_downward(deadline: float) -> str:
    answer = fast_downward.plan(TASK, search="lmcut", deadline=deadline)
    return _expect(getattr(answer, "witness", answer), PLAN)


def _translate(deadline: float) -> str:
    ground = translate.grounding(DOMAIN, PROBLEM, deadline=deadline)
    if isinstance(ground, Undecided):
        return _expect(ground, None)
    return _expect((ground.facts, tuple(action.name for action in ground.actions)), (TASK.facts, PLAN))


def _kstar(deadline: float) -> str:
    answer = kstar.top_quality(TASK, deadline=deadline)
    return _expect(getattr(answer, "plans", answer), (PLAN,))


def _sat(deadline: float) -> str:
    answer = sat.plan_within(TASK, 2, deadline=deadline)
    return _expect(getattr(answer, "witness", answer), PLAN)


def _smt(deadline: float) -> str:
    answer = smt.plan_within(TASK, 2, deadline=deadline)
    return _expect(getattr(answer, "witness", answer), PLAN)


def _unified(deadline: float) -> str:
    names = unified.engines(deadline=deadline)
    if isinstance(names, Undecided):
        return _expect(names, None)
    return f"engines: {', '.join(names) or 'none'}"


def _spot(deadline: float) -> str:
    text = spot.automaton("G(a -> F b)", deadline=deadline)
    return _expect(text if isinstance(text, Undecided) else text.startswith("HOA: v1"), True)


TRIALS: dict[str, Callable[[float], str]] = {
    "fd": _fast_downward,
    "fd-translate": _translate,
    "kstar": _kstar,
    "sat": _sat,
    "z3": _smt,
    "up": _unified,
    "spot": _spot,
}
"""Engine key -> a function of a deadline (seconds) that says what it found, or raises EngineFailureError."""
