"""The data of a grid world's page: an agent's scene, with its colour matrices packed for a canvas."""

import re
from typing import Any

from ...domains.environment import Call, Feedback, Turn
from ...domains.gridworld.catalog import RGB, UNKNOWN
from ...domains.gridworld.environment import TASKS
from ...domains.gridworld.frames import CODE, Grid
from ...instances.outputs import counted
from ...instances.records import Instance, Json, Verdict
from ..agents.agent import Scene, matrices

KINDS = {kind.__name__: text for kind, text in TASKS.items()}
TITLES = {"mfp": "masked frames", "planning": "planning", "change": "find the change"}
HIDDEN = ("mask", "any")
_AT = re.compile(r"(?:Exploration, step|Test, step|Test, frame) (\d+) of (?:at most )?(\d+)")
_BY = re.compile(r"^(?:Test|Chosen)[^\n]* after the action ([^.\n]*)\.", re.MULTILINE)
_BOX = re.compile(r"^What stood in columns (\d+) to (\d+), rows (\d+) to (\d+) of frame \d+\?", re.MULTILINE)
_CHOSEN = re.compile(r"^Chosen: frame (\d+)", re.MULTILINE)
_FRAME = re.compile(r"Test, frame (\d+) of ")
_NOTES = "\nScratchpad:\n"


def view(scene: Scene, whole: bool) -> Json:
    """Phase, grid, goal, options, chosen frame; with ``whole`` also the test's earlier frames."""
    text, _, notes = scene.observation.partition(_NOTES)
    drawn = [packed(rows) for rows in matrices(text)]
    at, by, box, chosen = _AT.match(text), _BY.search(text), _BOX.search(text), _CHOSEN.match(text)
    testing = not text.startswith("Exploration")
    kind = next((name for name, said in KINDS.items() if scene.instructions.endswith(said)), "")
    seen: Json = {
        "kind": {"MaskedFrame": "mfp", "Planning": "planning", "Change": "change"}.get(kind, ""),
        "phase": "test" if testing else "exploration",
        "step": int(at[1]) if at else None,
        "budget": int(at[2]) if at else None,
        "by": by[1] if by else _did(scene.history[-1]) if scene.history else "",
        "grid": drawn[0] if drawn else None,
        "goal": drawn[1] if testing and kind == "Planning" and len(drawn) > 1 else None,
        "options": drawn[1:] if box else [],
        "box": None if box is None else [int(part) for part in box.groups()],
        "choosing": text.startswith(("Which of the frames", "Chosen:")),
        "chosen": int(chosen[1]) if chosen else None,
        "notes": notes,
    }
    if whole:
        seen["frames"] = _frames(scene)
    return seen


def _frames(scene: Scene) -> Json:
    frames: dict[str, Any] = {}
    for turn, feedback in scene.history:
        match = _FRAME.match(feedback.text) or _CHOSEN.match(feedback.text)
        if match:
            by = _BY.match(feedback.text)
            grid = packed(matrices(feedback.text)[0])
            frames[match[1]] = {**grid, "by": by[1] if by else _did((turn, feedback))}
    return frames


def _did(taken: tuple[Turn, Feedback]) -> str:
    """The action of a turn that was a step of the world; empty for any other turn."""
    turn, feedback = taken
    if feedback.outcome != "stepped" or not isinstance(turn, Call):
        return ""
    place = [str(turn.arguments[name]) for name in ("x", "y") if name in turn.arguments]
    return " ".join([turn.tool, *place])


def packed(rows: Grid) -> Json:
    """A matrix of names as a palette (name and colour, null for masked cells) and rows of characters."""
    names = list(dict.fromkeys(name for row in rows for name in row))[: len(CODE)]
    code = {name: CODE[place] for place, name in enumerate(names)}
    colours = [None if name in HIDDEN else RGB.get(name, UNKNOWN) for name in names]
    return {
        "palette": [[name, colour] for name, colour in zip(names, colours, strict=True)],
        "rows": ["".join(code.get(name, "?") for name in row) for row in rows],
    }


def announced(question: Instance, number: int) -> str:
    """The title before play: a number, since names of worlds reveal their rules."""
    return f"{f'World {number}' if number else 'A world'}, {TITLES.get(question.task, question.task)}"


def title(question: Instance) -> str:
    """The world's name and the task."""
    return f"{question.domain}, {TITLES.get(question.task, question.task)}"


def ending(question: Instance, verdict: Verdict) -> list[str]:
    """The right answer."""
    truth, figures, said = question.truth or {}, verdict.metadata, []
    if truth.get("kind") == "option":
        said.append(f"Picture {truth['answer']} is right.")
    if truth.get("kind") == "goal" and truth.get("steps") is not None:
        said.append(f"The goal can be reached in {counted(truth['steps'], 'step')}.")
        if (steps := figures.get("steps")) is not None:
            said.append(f"You took {steps}.")
    if figures.get("defect_time") is not None:
        said.append(f"In your run the change showed first in frame {figures['defect_time']}.")
    elif question.task == "change":
        said.append("In your run the change did not show.")
    said.append(f"You explored for {counted(figures.get('explored', 0), 'step')}.")
    return said
