"""Reachability and landmarks under delete relaxation, where operators never make a fact false.

What the relaxation cannot reach no real run reaches, so a fact or operator outside the closure is
unreachable; and a fact without whose adders the relaxed goal cannot be reached is true at some point of
every plan (a *relaxed landmark*: Hoffmann, Porteous and Sebastia, "Ordered landmarks in planning", JAIR
22, 2004, section 3; complete for the relaxation: Zhu and Givan, 2003).  The converse fails for both.

The closure is the usual count of unmet preconditions, linear in the size of the task.

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> task.names(relaxed_landmarks(task))
['(at b)', '(at c)']
>>> closure(task, without=0b010)
Closure(facts=1, operators=0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...domains.planning.strips import Task
from . import relaxed_kernels as kernels
from .tables import Relations, bitset, relations, row, words_of


class Closure(NamedTuple):
    """What delete relaxation reaches: a bitmask of facts and a bitset of operators (by number)."""

    facts: int
    operators: int


@dataclass(frozen=True, eq=False)
class RelaxedTask:
    """A task with the lists that relaxed reachability needs, built once for any number of questions."""

    task: Task
    words: int
    relations: Relations

    @classmethod
    def of(cls, task: Task) -> RelaxedTask:
        """Lay out the lists of a task."""
        return cls(task, words_of(task), relations(task))

    def closure(self, *, state: int | None = None, without: int = 0) -> Closure:
        """All facts and operators that can be reached from a state, if deleting is ignored.

        Operators that add a fact of the bitmask ``without`` are left out; a fact of ``without`` that
        holds in the state stays true.
        """
        start = row(self.task.init if state is None else state, self.words)
        facts, operators, _ = kernels.closure(
            self.relations, start, row(without, self.words), row(0, self.words)
        )
        return Closure(bitset(facts), bitset(operators))

    def goal_reachable(self, *, state: int | None = None, without: int = 0, goal: int | None = None) -> bool:
        """Whether the relaxed closure contains the goal (of the task, or the bitmask given)."""
        if goal is None and not self.task.goal_possible:
            return False
        start = self.task.init if state is None else state
        target = (self.task.goal if goal is None else goal) & ~start
        if target == 0:
            return True
        _, _, reached = kernels.closure(
            self.relations, row(start, self.words), row(without, self.words), row(target, self.words)
        )
        return bool(reached)

    def landmarks(self, *, state: int | None = None, goal: int | None = None) -> int:
        """The facts, false in the state, without whose adders the goal is outside the closure.

        When it is outside anyway, these are all facts that are false in the state.
        """
        start = self.task.init if state is None else state
        everything = (1 << len(self.task.facts)) - 1
        if goal is None and not self.task.goal_possible:
            return everything & ~start
        target = (self.task.goal if goal is None else goal) & ~start
        if target == 0:
            return 0
        return bitset(kernels.landmarks(self.relations, row(start, self.words), row(target, self.words)))


def closure(task: Task, *, state: int | None = None, without: int = 0) -> Closure:
    """See ``RelaxedTask.closure``; for a single question."""
    return RelaxedTask.of(task).closure(state=state, without=without)


def goal_relaxed_reachable(task: Task, *, state: int | None = None, without: int = 0) -> bool:
    """See ``RelaxedTask.goal_reachable``; for a single question."""
    return RelaxedTask.of(task).goal_reachable(state=state, without=without)


def relaxed_landmarks(task: Task, *, state: int | None = None) -> int:
    """See ``RelaxedTask.landmarks``; for a single question."""
    return RelaxedTask.of(task).landmarks(state=state)
