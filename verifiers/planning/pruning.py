"""Actions that no shortest plan takes: those that make the goal impossible, and those that are of no use.

A fact is *doomed* when no action deletes it and it excludes a fact of the goal: once it is true, no goal
state follows.  A fact is *idle* when every action that adds it adds only facts that no precondition and no
goal asks for: without such an action, a plan is a shorter plan.  Spaces without both are much smaller (a tile
painted in the wrong colour), and hold the shortest plans.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...domains.planning.strips import Task, bits
from ...instances.records import Certificate
from .oracle import Oracle, invariant_certificates


@dataclass(frozen=True, slots=True)
class Pruning:
    """The facts, false initially, whose adding actions are left out."""

    doomed: dict[int, int]
    """Each doomed fact with a fact of the goal that it excludes, as bits."""
    idle: int

    @property
    def facts(self) -> int:
        """All of them as a mask."""
        return sum(self.doomed) | self.idle

    def exclusions(self, oracle: Oracle) -> list[Certificate]:
        """The proof that the doomed facts exclude the goal; LimitError where it does not fit."""
        bad = [fact | goal for fact, goal in self.doomed.items()]
        return invariant_certificates(oracle.task, oracle.mutexes.cubes(), bad)


def pruning(oracle: Oracle) -> Pruning:
    """What may be left out of the space of a task."""
    task = oracle.task
    lasting = _lasting(task) & ~task.init & ~task.goal
    doomed = {1 << bit: goal for bit in bits(lasting) if (goal := _excluded(oracle, 1 << bit))}
    needed, useful = task.goal, 0
    for operator in task.operators:
        needed |= operator.pre
    for operator in task.operators:
        if operator.add & needed:
            useful |= operator.add
    added = sum(1 << bit for bit in range(len(task.facts))) & ~task.init
    return Pruning(doomed, added & ~useful & ~sum(doomed))


def _lasting(task: Task) -> int:
    """The facts that no action deletes."""
    deleted = 0
    for operator in task.operators:
        deleted |= operator.delete
    return (1 << len(task.facts)) - 1 & ~deleted


def _excluded(oracle: Oracle, fact: int) -> int:
    """A fact of the goal that never holds beside this one, or 0."""
    goals: Iterator[int] = (1 << bit for bit in bits(oracle.task.goal))
    return next((goal for goal in goals if oracle.mutexes.excludes(fact | goal)), 0)
