"""The table of the eight planning tasks; a task's module is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ...instances.errors import NameUnknownError
from .task import PlanningTask

MODULES = {
    "app": "applicability",
    "prog": "progression",
    "reach": "reachability",
    "areach": "action_reachability",
    "val": "validation",
    "just": "justification",
    "land": "landmarks",
    "nexta": "next_action",
}


@cache
def planning_task(key: str) -> PlanningTask:
    """The task with this key; NameUnknownError for a key outside the table."""
    if key not in MODULES:
        raise NameUnknownError(f"no planning task {key!r}; there are {', '.join(MODULES)}")
    task: PlanningTask = import_module(f".{MODULES[key]}", __package__).TASK
    return task
