"""Actions that no shortest plan takes, for what they do is of no use: a tile painted in the wrong colour."""

from functools import reduce
from operator import or_

from ...domains.planning.strips import Task


def idle_facts(task: Task) -> int:
    """The facts, false initially, that only actions add which add nothing that is ever asked for.

    Asked for is what stands in a precondition or the goal.  Without such an action a plan
    is a shorter plan, so the space without them holds all shortest plans.
    """
    needed = reduce(or_, (operator.pre for operator in task.operators), task.goal)
    useful = reduce(or_, (operator.add for operator in task.operators if operator.add & needed), 0)
    added = reduce(or_, (operator.add for operator in task.operators), 0)
    return added & ~useful & ~task.init
