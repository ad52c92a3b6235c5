"""Exact distances to the goal from every state of a complete exploration.

Breadth-first search backwards from all goal states over the reversed edges; unit costs, so the distance
is the length of an optimal plan.  A state that the search does not meet is a dead end: no goal state can
be reached from it.

>>> from certwright.domains.planning.strips import Operator, Task
>>> from .explicit import explore
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b010)
>>> exploration = explore(task, limit=10)
>>> goal_distances(exploration).tolist()
[1, 0, -1]
>>> shortest_plan(exploration)
[1]
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...instances.errors import LimitError
from .explicit import Exploration


def goal_distances(exploration: Exploration) -> npt.NDArray[np.int32]:
    """For each state the number of steps of an optimal plan, -1 for dead ends.

    Raises LimitError when the exploration is not complete, as a shorter way may lead through states not
    stored.
    """
    if not exploration.complete:
        raise LimitError(f"distances need all states; the search stopped at {exploration.count}")
    return exploration.distances


def shortest_plan(exploration: Exploration, number: int = 0) -> list[int] | None:
    """The operators of a shortest plan from a state (given by its number), None from a dead end.

    Among the shortest plans the one whose operators come first in name order, step by step.
    """
    far = goal_distances(exploration)
    if far[number] < 0:
        return None
    operators = exploration.task.operators
    plan: list[int] = []
    state = exploration.state(number)
    for left in range(int(far[number]) - 1, -1, -1):
        for k, operator in enumerate(operators):
            if operator.add & exploration.avoid or not operator.applicable(state):
                continue
            after = exploration.index_of(operator.apply(state))
            if after is not None and far[after] == left:
                plan.append(k)
                state = exploration.state(after)
                break
    return plan
