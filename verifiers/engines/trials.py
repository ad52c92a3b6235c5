"""The small task whose answer is known, on which engines are tried."""

from __future__ import annotations

from ...domains.planning.strips import Operator, Task
from ...instances.errors import EngineFailureError
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


def expect(found: object, expected: object) -> str:
    """Say that all is well, or raise EngineFailureError."""
    if isinstance(found, Undecided):
        raise EngineFailureError(found.reason)
    if found != expected:
        raise EngineFailureError(f"a wrong answer on the trial task: {found!r}")
    return "solved the trial task"
