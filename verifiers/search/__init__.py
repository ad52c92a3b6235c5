"""Search over grounded tasks: explicit, novelty, h2, property-directed reachability, lower bounds.

What needs numpy is loaded when it is first used, as ``search.explore``: who scores has no numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .explicit import ExploredStates as ExploredStates
    from .explicit import explore as explore
    from .greedy import Searcher as Searcher
    from .greedy import goal_plan as goal_plan
    from .lower_bound import LowerBounds as LowerBounds
    from .novelty import witness_runs as witness_runs
    from .relaxed_kernels import relaxed_landmarks as relaxed_landmarks
    from .runs import StateTree as StateTree

_HOMES = {
    "ExploredStates": "explicit",
    "explore": "explicit",
    "Searcher": "greedy",
    "goal_plan": "greedy",
    "LowerBounds": "lower_bound",
    "witness_runs": "novelty",
    "relaxed_landmarks": "relaxed_kernels",
    "StateTree": "runs",
}


def __getattr__(name: str) -> Any:
    """Load a search from its module; it stays here then."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value


def warm_up() -> None:
    """Compile every kernel ahead of use, on a small task; the process tries nothing uncompiled then."""
    from ...domains.planning.strips import Operator, Task
    from .compiling import Kernel
    from .explicit import explore
    from .greedy import goal_plan
    from .novelty import witness_runs
    from .relaxed_kernels import relaxed_landmarks

    Kernel.at_once = True
    # Widening sees nothing new in two of the three facts together: the operator for all is left to reaching.
    add = tuple(Operator(f"(add {k})", pre=0b0001, add=0b0010 << k, delete=0) for k in range(3))
    all_three = Operator("(use all)", pre=0b1110, add=0, delete=0b1110)
    task = Task(("(a)", "(b)", "(c)", "(d)"), (*add, all_three), init=0b0001, goal=0b0110)
    exploration = explore(task, limit=20)
    exploration.digest()
    exploration.shortest_plan()
    relaxed_landmarks(task)
    goal_plan(task)
    witness_runs(task, facts=0b1111, operators=0b1111).covered(task)
