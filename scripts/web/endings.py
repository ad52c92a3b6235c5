"""Titles of games before and after play, and the summary at their end."""

from collections.abc import Sequence
from types import ModuleType

from ...instances.canonical import encode
from ...instances.errors import UnsupportedError
from ...instances.records import Instance, Json, Verdict
from . import gridworld, reactive, timetravel
from .games import Game

STOPS = {
    "SOLVED": "The goal holds",
    "LLM_STUCK": "You said that the goal can no longer be reached",
    "LLM_DONE_EARLY": "You said that the goal holds, and it does not",
    "TEMPORAL_DECAY": "Something that must last ran out",
    "MAX_STEPS": "The turns are used up",
    "MAX_INVALID_STREAK": "Too many refused turns in a row",
    "LOOP_DETECTED": "The same turns were repeated too often",
    "STAGNATION": "Nothing changed for too long",
    "COMMITTED": "The run is over",
    "CHOSEN": "You gave your answer",
    "GOAL_REACHED": "The goal is reached",
    "BUDGET_SPENT": "The steps are used up",
    "QUIT": "You gave up",
}
FAMILIES: dict[str, ModuleType] = {"timetravel": timetravel, "gridworld": gridworld, "reactive": reactive}
"""The module of each family, with ``view``, ``ending``, ``title`` and ``announced``."""


def family(question: Instance) -> ModuleType:
    """The module that displays a question's family; UnsupportedError if there is none."""
    if question.family not in FAMILIES:
        raise UnsupportedError(f"no page shows the family {question.family}")
    return FAMILIES[question.family]


def title(question: Instance) -> str:
    """The title of a question once it has been played: the level's title, or its domain."""
    return str(family(question).title(question))


def announced(questions: Sequence[Instance]) -> list[str]:
    """The titles of questions before play; names of worlds that reveal something are replaced by numbers."""
    numbers: dict[tuple[str, object], int] = {}
    counts: dict[str, int] = {}
    names = []
    for question in questions:
        # what was learnt in a grid world helps in its other tasks, so they share a number
        key = question.family, encode(question.world) if question.family == "gridworld" else question.id
        if key not in numbers:
            numbers[key] = counts[question.family] = counts.get(question.family, 0) + 1
        names.append(str(family(question).announced(question, numbers[key])))
    return names


def sentences(game: Game, verdict: Verdict) -> list[str]:
    """How the game ended, and what the best result would have been."""
    stop, why = game.run.environment.stop or "", verdict.explanation
    remarks: list[str] = family(game.question).ending(game.question, verdict)
    if not why or game.question.family == "reactive":  # whose remarks say it
        return remarks
    said = STOPS.get(stop, stop) if stop in why else f"{why[0].upper()}{why[1:]}"
    return [f"{said}.", *remarks]


def ending(game: Game, verdict: Verdict) -> Json:
    """The summary at the end: the outcome, the score, and the reasons."""
    usage, question = game.episode().usage, game.question
    return {
        "won": verdict.value == 1.0,
        "value": verdict.value,
        "said": " ".join(sentences(game, verdict)),
        "again": game.sample > 0,
        "title": title(question),
        "id": question.id,
        "seconds": usage.seconds if usage else 0.0,
        "folder": str(game.folder),
    }
