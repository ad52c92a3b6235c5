"""What is asked about a reactive system: one file a task, found by the task's key."""

from __future__ import annotations

from ....instances.names import unknown
from ....instances.places import load, modules
from .maker import Maker


def question_maker(task: str) -> Maker:
    """The maker of a task; NameUnknownError for another key."""
    known = modules("tasks", "generators", "reactive", "questions", marker="MAKER = ")
    if task not in known:
        unknown("reactive task", task, known)
    maker: Maker = load(known[task], "MAKER")
    return maker
