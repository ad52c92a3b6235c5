"""What the questions about grid worlds share, as records hold them, read strictly.

Frames stand as *pictures*: a palette of colours, and rows of one character a cell, ``?`` for one that is not
seen.
"""

import re
from typing import Any

from ..fields import Kind, Stated, constant, exactly, integer, listing, string
from ..record import Record
from ..refused import RefusedError
from .world import KEYS, Partial

LETTERS = "ABCDEF"
CODE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_STEPS, MAX_SIZE = 10_000, 100
TEST_STEPS = 1000
"""An episode in which a change is to be found has fewer steps."""
_CLICK = re.compile(r"click (0|-?[1-9][0-9]{0,5}) (0|-?[1-9][0-9]{0,5})")


def action(place: str, value: Any) -> str:
    """An action as it is written: noop, a key, or ``click X Y``."""
    if isinstance(value, str) and (value in KEYS or _CLICK.fullmatch(value)):
        return value
    raise RefusedError(f"{place}: {str(value)[:40]!r} is no action")


def recorded(place: str, value: Any) -> str:
    """An action of a run: its text, or the object that AutumnBench writes."""
    if isinstance(value, dict):
        fields = {"x": 0, "y": 0, **value} if value.get("type") != "click" else value
        move = exactly(type=string(10), x=integer(-(10**6), 10**6), y=integer(-(10**6), 10**6))(place, fields)
        value = f"click {move.x} {move.y}" if move.type == "click" else move.type
    return action(place, value)


actions = listing(action, MAX_STEPS)
rows = listing(string(MAX_SIZE), MAX_SIZE)
pictures = exactly(palette=listing(string(100), len(CODE)), frames=listing(rows, MAX_STEPS + 1))
seed, program = integer(0, 2**31 - 1), string(200_000)
_WORLD = exactly(kind=constant("autumn"), program=program)


def read(whole: Record, **kinds: Kind) -> Stated:
    """The fields of a query, with ``program``, the text of the world; RefusedError names the one at fault."""
    text = _WORLD("world", whole.world).program
    fields: Stated = exactly(rng_seed=seed, **kinds)("query", whole.query)
    fields.program = text
    return fields


def frames(fields: Stated) -> list[Partial]:
    """The frames of the pictures of a query."""
    palette, shown = fields.pictures.palette, fields.pictures.frames
    return [frame(f"query.pictures.frames[{at}]", rows, palette) for at, rows in enumerate(shown)]


def frame(place: str, shown: list[str], palette: list[str]) -> Partial:
    """A picture as rows of colours; RefusedError for a character that names none."""
    code: dict[str, str | None] = {**dict(zip(CODE, palette, strict=False)), "?": None}
    if not shown or not shown[0] or any(len(row) != len(shown[0]) for row in shown):
        raise RefusedError(f"{place}: rows are texts of one length")
    if odd := sorted({cell for row in shown for cell in row} - code.keys()):
        raise RefusedError(f"{place}: {odd[0]!r} is no colour of the palette")
    return tuple(tuple(code[cell] for cell in row) for row in shown)


def patch(frame: Any, box: list[int]) -> Partial:
    """The part of a frame in a box (column, row, width, height)."""
    left, top, width, height = box
    return tuple(tuple(row[left : left + width]) for row in frame[top : top + height])
