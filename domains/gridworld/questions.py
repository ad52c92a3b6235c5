"""The three questions about grid worlds as records hold them, read and checked.

``mfp``: a run was seen in part; which of six patches stood in the box at its end?  ``planning``: reach a
frame that shows the goal.  ``change``: a world that is changed somewhere is played; when does it show?
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...instances.errors import RecordError
from .actions import Action
from .frames import Box, Partial, drawn, pictures, read_pictures, read_rows
from .program import Program, kept_program

Json = Mapping[str, Any]
MAX_STEPS = 10_000
LETTERS = "ABCDEF"


@dataclass(frozen=True)
class MaskedFrame:
    """``seen`` has one frame more than there are actions; what stood in ``box`` at the end is asked."""

    program: Program
    rng_seed: int
    actions: tuple[Action, ...]
    seen: tuple[Partial, ...]
    box: Box
    options: tuple[Partial, ...]


@dataclass(frozen=True)
class Planning:
    """A frame that agrees with ``goal`` is to be reached within ``budget`` steps."""

    program: Program
    rng_seed: int
    goal: Partial
    budget: int


@dataclass(frozen=True)
class Change:
    """What is played is ``changed``; ``program`` is what it is compared with."""

    program: Program
    rng_seed: int
    changed: Program


def masked_frame(world: Json, query: Json) -> MaskedFrame:
    """The question ``mfp``; RecordError or AutumnError for a malformed record."""
    lines = query.get("actions")
    if not isinstance(lines, list) or len(lines) > MAX_STEPS:
        raise RecordError(f"actions are a list of at most {MAX_STEPS}", field="query.actions")
    actions = tuple(Action.from_json(action) for action in lines)
    seen = tuple(read_pictures(query.get("pictures"), "query.pictures"))
    box, listed = query.get("box"), query.get("options")
    if len(seen) != len(actions) + 1:
        raise RecordError("there is not one frame more than actions", field="query.pictures")
    if not isinstance(box, list) or len(box) != 4 or not all(type(side) is int for side in box):
        raise RecordError("a box is [column, row, width, height]", field="query.box")
    left, top, width, height = box
    size = len(seen[-1])
    if min(left, top) < 0 or min(width, height) < 1 or max(left + width, top + height) > size:
        raise RecordError("the box lies outside the frame", field="query.box")
    if not isinstance(listed, list) or not 2 <= len(listed) <= len(LETTERS):
        raise RecordError(f"options are a list of 2 to {len(LETTERS)}", field="query.options")
    palette = query["pictures"]["palette"]
    options = tuple(read_rows(rows, palette, f"query.options[{place}]") for place, rows in enumerate(listed))
    return MaskedFrame(_program(world), _seed(query), actions, seen, (left, top, width, height), options)


def masked_query(
    rng_seed: int,
    actions: list[str],
    frames: list[Partial],
    masked: int,
    box: Box,
    options: Sequence[Partial],
) -> dict[str, Any]:
    """The query of ``mfp`` as a record holds it; the last ``masked`` frames are hidden in part."""
    palette = pictures([*frames, *options])["palette"]
    return {
        "rng_seed": rng_seed,
        "actions": actions,
        "pictures": {"palette": palette, "frames": [drawn(frame, palette) for frame in frames]},
        "masked": masked,
        "box": list(box),
        "options": [drawn(option, palette) for option in options],
    }


def planning(world: Json, query: Json) -> Planning:
    """The question ``planning``; RecordError or AutumnError for a malformed record."""
    frames = read_pictures(query.get("pictures"), "query.pictures")
    if len(frames) != 1:
        raise RecordError("a goal is one frame", field="query.pictures")
    budget = query.get("budget")
    if type(budget) is not int or not 0 < budget <= MAX_STEPS:
        raise RecordError(f"a budget is a number of steps up to {MAX_STEPS}", field="query.budget")
    return Planning(_program(world), _seed(query), frames[0], budget)


def change(world: Json, query: Json) -> Change:
    """The question ``change``; RecordError or AutumnError for a malformed record."""
    text = query.get("changed")
    if not isinstance(text, str):
        raise RecordError("the changed program is a text", field="query.changed")
    return Change(_program(world), _seed(query), kept_program(text, "changed.sexp"))


def _program(world: Json) -> Program:
    text = world.get("program")
    if world.get("kind") != "autumn" or not isinstance(text, str):
        raise RecordError('the world is not {"kind": "autumn", "program": text}', field="world")
    return kept_program(text)


def _seed(query: Json) -> int:
    seed = query.get("rng_seed")
    if type(seed) is not int or not 0 <= seed < 2**31:
        raise RecordError("a seed is a number from 0 to 2^31 - 1", field="query.rng_seed")
    return seed
