"""What the tasks of grid worlds share: how a question is read, an answer played, a label put together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.environment import Call
from ...domains.gridworld.actions import Action
from ...domains.gridworld.environment import Question, WorldTest
from ...instances.records import Certificate, Grades, Json
from ..judgement import Judgement
from ..task import Labelled, Task

UNDECIDED = Labelled({"kind": "undecided"}, grades=Grades(undecided=1))
Judged = tuple[Judgement, Any]
"""What an episode is worth, and what was answered in it."""


@dataclass(frozen=True, kw_only=True)
class GridTask(Task):
    """``label(question, query)``; ``judge(truth)`` gives a function of the world at its end and figures."""

    read: Callable[[Json, Json], Question]
    """The question of a world and a query; RecordError or AutumnError for a malformed one."""
    calls: Callable[[list[str], WorldTest], list[Call]]
    """The calls of the test in which a short answer, the lines that are not blank, is given."""


def certified(truth: Json, proofs: list[Certificate], gold: str | None, **figures: float) -> Labelled:
    """A label with one claim a certificate."""
    difficulty = {name: float(value) for name, value in figures.items()}
    return Labelled(truth, tuple(proofs), Grades(certified=len(proofs)), gold, difficulty)


def played(lines: list[str]) -> list[Call]:
    """The calls that take the actions of some lines."""
    actions = map(Action.parse, lines)
    return [Call(it.name, {"x": it.x, "y": it.y} if it.name == "click" else {}) for it in actions]


def texts(actions: tuple[Action, ...]) -> list[str]:
    """Actions as records hold them."""
    return [str(action) for action in actions]
