"""What games are called before and after, and what is said at their end."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from ...instances.canonical import encode
from ...instances.errors import UnsupportedError
from ...instances.records import Instance, Json, Verdict
from . import gridworld, reactive, timetravel
from .games import Game

FAMILIES: dict[str, ModuleType] = {"timetravel": timetravel, "gridworld": gridworld, "reactive": reactive}
"""How each family is shown: ``view``, ``ending``, ``title``, ``announced``."""


def family(question: Instance) -> ModuleType:
    """The module that shows a question's family; UnsupportedError when none does."""
    if question.family not in FAMILIES:
        raise UnsupportedError(f"no page shows the family {question.family}")
    return FAMILIES[question.family]


def title(question: Instance) -> str:
    """What a question is called once it is known: the level's title, or its domain."""
    return str(family(question).title(question))


def announced(questions: Sequence[Instance]) -> list[str]:
    """What questions are called before they are played: names of worlds that tell something are numbers."""
    numbers: dict[tuple[str, bytes], int] = {}
    counts: dict[str, int] = {}
    names = []
    for one in questions:
        key = one.family, encode(one.world)
        if key not in numbers:
            numbers[key] = counts[one.family] = counts.get(one.family, 0) + 1
        names.append(str(family(one).announced(one, numbers[key])))
    return names


def ending(game: Game, verdict: Verdict) -> Json:
    """What is said at the end: the outcome, the score, and what the best would have been."""
    seconds = game.episode().usage
    return {
        "won": verdict.value == 1.0,
        "value": verdict.value,
        "code": verdict.code,
        "explanation": verdict.explanation,
        "remarks": family(game.question).ending(game.question, verdict),
        "title": title(game.question),
        "id": game.question.id,
        "seconds": seconds.seconds if seconds else 0.0,
        "folder": str(game.folder),
    }
