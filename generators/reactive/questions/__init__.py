"""Makers of reactive questions, by task."""

from __future__ import annotations

from ....instances.errors import NameUnknownError
from .maker import Maker


def question_maker(task: str) -> Maker:
    """The maker of a task; NameUnknownError for a task that the table lacks."""
    from . import causes, interventions, runs

    makers = {**runs.MAKERS, **causes.MAKERS, **interventions.MAKERS}
    if task not in makers:
        raise NameUnknownError(f"no reactive task is called {task!r}; known: {', '.join(sorted(makers))}")
    return makers[task]
