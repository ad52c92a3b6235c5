"""Plans of least length by iterative deepening with LM-cut and a memo of proven bounds.

Iterative deepening A* (Korf, AIJ 1985) over states up to interchanging objects: the bound is raised by one
until the depth-bounded search of ``lower_bound`` finds a plan; everything that was refuted on the way stays
proven, so the work is that of the last rounds.

>>> from certwright.domains.planning.strips import Operator
>>> step = Operator("(step)", pre=0b001, add=0b010, delete=0b001)
>>> jump = Operator("(jump)", pre=0b010, add=0b100, delete=0b010)
>>> optimal_plan(Task(("(a)", "(b)", "(c)"), (jump, step), init=0b001, goal=0b100), limit=100)
[1, 0]
"""

from __future__ import annotations

from ...domains.planning.strips import Task
from .lower_bound import LowerBounds


def optimal_plan(
    task: Task, *, state: int | None = None, limit: int, bounds: LowerBounds | None = None
) -> list[int] | None:
    """Operator numbers of a shortest plan from a state (``task.init`` unless given).

    None when there is no plan, or when ``limit`` states were entered before one was found.  ``bounds`` may
    hand over what is known of the task (and its symmetries, which are not looked for otherwise).
    """
    known = bounds or LowerBounds(None, task)
    start = task.init if state is None else state
    bound, left = known.estimate(start) + 1, limit
    while bound < known.dead_end and left > 0:
        answer = known.prove(start, bound, limit=left)
        if answer.plan is not None:
            return answer.plan
        left -= answer.nodes
        bound = max(bound + 1, known.estimate(start) + 1)
    return None
