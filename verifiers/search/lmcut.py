"""LM-cut: a lower bound on plan length from disjoint disjunctive action landmarks.

Helmert and Domshlak, "Landmarks, Critical Paths and Abstractions: What's the Difference Anyway?" (ICAPS 2009,
section 4), for unit costs: compute h_max, take for every operator its dearest precondition, cut the operators
that lead into the zone from which the goal is free, count one, make the cut free, and repeat while the goal
costs anything.

>>> step = Operator("(step)", pre=0b001, add=0b010, delete=0b001)
>>> jump = Operator("(jump)", pre=0b010, add=0b100, delete=0b010)
>>> heuristic = LmCut(Task(("(a)", "(b)", "(c)"), (jump, step), init=0b001, goal=0b100))
>>> heuristic.value(0b001), heuristic.value(0b100), heuristic.value(0) == DEAD_END
(2, 0, True)
"""

from __future__ import annotations

from ...domains.planning.strips import Operator, Task
from .lmcut_kernels import DEAD_END, Work, forget, hmax, landmarks, workspace
from .tables import Relations, relations, row, words_of

__all__ = ["DEAD_END", "LmCut", "relaxation"]


def relaxation(task: Task) -> Relations:
    """The relations of a task with a fact that always holds and a goal fact (see ``lmcut_kernels``)."""
    always, goal = 1 << len(task.facts), 2 << len(task.facts)
    operators = [
        Operator(operator.name, operator.pre or always, operator.add, 0) for operator in task.operators
    ]
    needed = task.goal or always
    operators.append(Operator("(goal)", needed if task.goal_possible else needed | goal, goal, 0))
    return relations(Task((*task.facts, "(always)", "(goal)"), tuple(operators), task.init | always, goal))


class LmCut:
    """The LM-cut and h_max values of states of one task."""

    def __init__(self, task: Task):
        self._relations: Relations = relaxation(task)
        self._work: Work = workspace(self._relations)
        self._words = words_of(task)

    def value(self, state: int) -> int:
        """A lower bound on the length of every plan from the state; DEAD_END when there is none."""
        forget(self._work)
        return int(landmarks(self._relations, self._work, row(state, self._words), 1))

    def hmax(self, state: int) -> int:
        """The h_max value of the state (Bonet and Geffner, AIJ 2001); DEAD_END when there is no plan."""
        forget(self._work)
        return int(hmax(self._relations, self._work, row(state, self._words)))
