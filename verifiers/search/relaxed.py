"""Delete relaxation, where operators never make a fact false: its landmarks, and its layout for LM-cut.

A fact without whose adders the relaxed goal cannot be reached is true at some point of every plan (a *relaxed
landmark*: Hoffmann, Porteous and Sebastia, JAIR 22, 2004; Zhu and Givan, 2003).  The converse fails.

>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> task.names(relaxed_landmarks(task))
['(at b)', '(at c)']
"""

from ...domains.planning.strips import Operator, Task
from . import relaxed_kernels as kernels
from .tables import Relations, bitset, relations, row, words_of


def relaxed_landmarks(task: Task, *, goal: int | None = None) -> int:
    """The facts, false initially, without whose adders the goal is outside the relaxed closure.

    ``goal`` is a bitmask, the task's unless given.  When the goal is outside anyway, these are all facts that
    are false initially.
    """
    if goal is None and not task.goal_possible:
        return (1 << len(task.facts)) - 1 & ~task.init
    target = (task.goal if goal is None else goal) & ~task.init
    if target == 0:
        return 0
    init, wanted = (row(facts, words_of(task)) for facts in (task.init, target))
    return bitset(kernels.landmarks(relations(task), init, wanted))


def relaxation(task: Task) -> Relations:
    """The relations of a task with a fact that always holds and a goal fact (see ``lmcut_kernels``)."""
    always, goal = 1 << len(task.facts), 2 << len(task.facts)
    operators = [Operator(each.name, each.pre or always, each.add, 0) for each in task.operators]
    needed = task.goal or always
    operators.append(Operator("(goal)", needed if task.goal_possible else needed | goal, goal, 0))
    return relations(Task((*task.facts, "(always)", "(goal)"), tuple(operators), task.init | always, goal))
