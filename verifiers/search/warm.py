"""Compile the kernels of explicit and greedy search ahead of use: before anything is measured."""

from ...domains.planning.strips import Operator, Task
from .compiling import Kernel
from .explicit import explore
from .greedy import goal_plan
from .novelty import witness_runs
from .relaxed_kernels import relaxed_landmarks


def warm_up() -> None:
    """Run every kernel once, compiled, on a task of four facts; the process tries nothing uncompiled then."""
    Kernel.at_once = True
    # Widening sees nothing new in two of the three facts together: the operator for all is left to reaching.
    add = tuple(Operator(f"(add {k})", pre=0b0001, add=0b0010 << k, delete=0) for k in range(3))
    all_three = Operator("(use all)", pre=0b1110, add=0, delete=0b1110)
    facts = ("(a)", "(b)", "(c)", "(d)")
    task = Task(facts, (*add, all_three), init=0b0001, goal=0b0110)
    exploration = explore(task, limit=20)
    exploration.digest()
    exploration.shortest_plan()
    relaxed_landmarks(task)
    goal_plan(task)
    witness_runs(task, facts=0b1111, operators=0b1111).covered(task)
