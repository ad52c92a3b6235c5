"""Delete relaxation, where operators never make a fact false: its landmarks, and its layout for LM-cut.

A fact without whose adders the relaxed goal cannot be reached is true at some point of every plan (a *relaxed
landmark*: Hoffmann, Porteous and Sebastia, JAIR 22, 2004; Zhu and Givan, 2003).  The converse fails.

>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> task.names(relaxed_landmarks(task))
['(at b)', '(at c)']
"""

from __future__ import annotations

from dataclasses import dataclass

from ...domains.planning.strips import Operator, Task
from . import relaxed_kernels as kernels
from .tables import Relations, bitset, relations, row, words_of


@dataclass(frozen=True, eq=False)
class RelaxedTask:
    """A task with the lists that relaxed reachability needs, built once for any number of goals."""

    task: Task
    relations: Relations

    @classmethod
    def of(cls, task: Task) -> RelaxedTask:
        """Lay out the lists of a task."""
        return cls(task, relations(task))

    def landmarks(self, *, goal: int | None = None) -> int:
        """The facts, false initially, without whose adders the goal is outside the relaxed closure.

        ``goal`` is a bitmask, the task's unless given.  When the goal is outside anyway, these are all facts
        that are false initially.
        """
        init, words = self.task.init, words_of(self.task)
        if goal is None and not self.task.goal_possible:
            return (1 << len(self.task.facts)) - 1 & ~init
        target = (self.task.goal if goal is None else goal) & ~init
        if target == 0:
            return 0
        return bitset(kernels.landmarks(self.relations, row(init, words), row(target, words)))


def relaxed_landmarks(task: Task) -> int:
    """See ``RelaxedTask.landmarks``; for the task's own goal."""
    return RelaxedTask.of(task).landmarks()


def relaxation(task: Task) -> Relations:
    """The relations of a task with a fact that always holds and a goal fact (see ``lmcut_kernels``)."""
    always, goal = 1 << len(task.facts), 2 << len(task.facts)
    operators = [Operator(each.name, each.pre or always, each.add, 0) for each in task.operators]
    needed = task.goal or always
    operators.append(Operator("(goal)", needed if task.goal_possible else needed | goal, goal, 0))
    return relations(Task((*task.facts, "(always)", "(goal)"), tuple(operators), task.init | always, goal))
