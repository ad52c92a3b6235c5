"""The door to the searches over grounded tasks.

What needs numpy is loaded when it is first used, as ``searches.explore``: who scores has no numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .search.explicit import ExploredStates as ExploredStates
    from .search.explicit import explore as explore
    from .search.greedy import Searcher as Searcher
    from .search.greedy import goal_plan as goal_plan
    from .search.lower_bound import LowerBounds as LowerBounds
    from .search.novelty import witness_runs as witness_runs
    from .search.relaxed_kernels import relaxed_landmarks as relaxed_landmarks
    from .search.runs import StateTree as StateTree

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
    value = globals()[name] = getattr(import_module(f".search.{_HOMES[name]}", __package__), name)
    return value
