"""Compile the kernels of explicit and greedy search ahead of use.

Numba compiles a kernel at its first call and keeps the machine code on disk, which takes half a minute
once for a user and a second for each process after that.  Workers that start together on a cold cache
would all compile; call ``warm_up`` before they do, and before anything is measured.

>>> warm_up()
"""

from __future__ import annotations

from ...domains.planning.strips import Operator, Task
from .distances import goal_distances
from .explicit import explore
from .greedy import goal_plan
from .novelty import witness_runs
from .relaxed import RelaxedTask
from .state_landmarks import state_landmarks


def warm_up() -> None:
    """Run every kernel once, on a task of four facts."""
    # Widening sees nothing new in two of the three facts together: the operator for all is left to reaching.
    add = tuple(Operator(f"(add {k})", pre=0b0001, add=0b0010 << k, delete=0) for k in range(3))
    all_three = Operator("(use all)", pre=0b1110, add=0, delete=0b1110)
    facts = ("(a)", "(b)", "(c)", "(d)")
    task = Task(facts, (*add, all_three), init=0b0001, goal=0b0110)
    exploration = explore(task, limit=20)
    exploration.digest()
    exploration.index_of(task.init)
    goal_distances(exploration)
    state_landmarks(exploration)
    relaxed = RelaxedTask.of(task)
    relaxed.closure()
    relaxed.landmarks()
    goal_plan(task)
    witness_runs(task, facts=0b1111, operators=0b1111).covered(task)
