"""All fact landmarks of a task, exactly, from its complete state space.

A fact is a landmark when it is true at some point of every plan, in the initial state or the last one
included (Hoffmann, Porteous and Sebastia, "Ordered landmarks in planning", JAIR 22, 2004).  Let P(s) be
the facts that are true somewhere on every path from the initial state to s.  P is the greatest solution
of

    P(init) = init,     P(t) = t united with the intersection of P(s) over all steps s -> t,

since a path to t ends in a step; it is found by lowering from "all facts" until nothing changes.  The
landmarks are the intersection of P(g) over the goal states g.  Dead ends do not matter: no step leads
from one to a goal state.

>>> from certwright.domains.planning.strips import Operator, Task
>>> from .explicit import explore
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> task.names(state_landmarks(explore(task, limit=10)))
['(at a)', '(at b)', '(at c)']
"""

from __future__ import annotations

import numpy as np

from ...instances.errors import LimitError
from . import kernels
from .explicit import Exploration
from .tables import mask


def state_landmarks(exploration: Exploration) -> int | None:
    """The bitmask of the facts that every plan from state 0 makes true at some point, None without a plan.

    Trivial landmarks (true in state 0 or part of the goal) are among them.  Raises LimitError when the
    exploration is not complete.
    """
    if not exploration.complete:
        raise LimitError(f"landmarks need all states; the search stopped at {exploration.count}")
    goal = exploration.goal_states()
    if not goal.any():
        return None
    through = kernels.passed(exploration.states, exploration.edge_start, exploration.edges)
    return mask(np.bitwise_and.reduce(through[goal], axis=0))
