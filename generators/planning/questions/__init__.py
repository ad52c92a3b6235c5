"""What is asked about a state: one file a task, found by the task's key."""

from __future__ import annotations

from importlib import import_module

from ....instances.errors import NameUnknownError
from ....instances.names import tasks
from .maker import QuestionMaker


def question_maker(task: str) -> QuestionMaker:
    """The question maker of a planning task; NameUnknownError for another key."""
    if task not in tasks("planning"):
        raise NameUnknownError(f"no question maker for {task!r}")
    found: QuestionMaker = import_module(f".{task}", __package__).MAKER
    return found
