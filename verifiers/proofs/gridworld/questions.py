"""The three questions about grid worlds as records hold them, read strictly.

Frames stand as *pictures*: a palette of colours, and rows of one character a cell, ``?`` for one that is not
seen.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from ..fields import constant, count, integer, listing, record, string
from ..record import Record
from ..refused import RefusedError
from .world import KEYS, Partial

LETTERS = "ABCDEF"
CODE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_STEPS, MAX_SIZE = 10_000, 100
_CLICK = re.compile(r"click (0|-?[1-9]\d{0,5}) (0|-?[1-9]\d{0,5})")


def action(place: str, value: Any) -> str:
    """An action as it is written: noop, a key, or ``click X Y``."""
    if isinstance(value, str) and (value in KEYS or _CLICK.fullmatch(value)):
        return value
    raise RefusedError(f"{place}: {str(value)[:40]!r} is no action")


def _recorded(place: str, value: Any) -> str:
    """An action of a run: its text, or the object that AutumnBench writes."""
    if isinstance(value, dict):
        told = {"x": 0, "y": 0, **value} if value.get("type") != "click" else value
        read = record(type=string(10), x=integer(-(10**6), 10**6), y=integer(-(10**6), 10**6))(place, told)
        value = f"click {read.x} {read.y}" if read.type == "click" else read.type
    return action(place, value)


actions = listing(action, MAX_STEPS)
_rows = listing(string(MAX_SIZE), MAX_SIZE)
_pictures = record(palette=listing(string(100), len(CODE)), frames=listing(_rows, MAX_STEPS + 1))
_seed, _program = integer(0, 2**31 - 1), string(200_000)
_WORLD = record(kind=constant("autumn"), program=_program)
_MFP = record(
    rng_seed=_seed, actions=listing(_recorded, MAX_STEPS), pictures=_pictures, masked=count,
    box=listing(integer(0, MAX_SIZE), 4), options=listing(_rows, len(LETTERS)),
)  # fmt: skip
_PLANNING = record(rng_seed=_seed, pictures=_pictures, budget=integer(1, MAX_STEPS))
_CHANGE = {"rng_seed": _seed, "changed": _program}


def question(whole: Record) -> SimpleNamespace:
    """The question of a record, its frames read; RefusedError names the field at fault."""
    text = _WORLD("world", whole.world).program
    if whole.task == "change":
        # what a label was started from says nothing and is not looked at; an import has none
        kinds = {**_CHANGE, **({"witness": actions} if "witness" in whole.query else {})}
        return _with(record(**kinds)("query", whole.query), text)
    asked = _with((_MFP if whole.task == "mfp" else _PLANNING)("query", whole.query), text)
    palette = asked.pictures.palette
    seen = [
        _frame(f"query.pictures.frames[{at}]", rows, palette) for at, rows in enumerate(asked.pictures.frames)
    ]
    if whole.task == "planning":
        if len(seen) != 1:
            raise RefusedError("query.pictures: a goal is one frame")
        asked.goal = seen[0]
        return asked
    if len(seen) != len(asked.actions) + 1 or len(asked.box) != 4 or len(asked.options) < 2:
        raise RefusedError("query: one frame more than actions, four numbers of a box, two options")
    left, top, width, height = asked.box
    if min(width, height) < 1 or max(left + width, top + height) > len(seen[-1]):
        raise RefusedError("query.box: it lies outside the frame")
    asked.seen = seen
    asked.options = [_frame(f"query.options[{at}]", rows, palette) for at, rows in enumerate(asked.options)]
    return asked


def _with(asked: SimpleNamespace, text: str) -> SimpleNamespace:
    asked.program = text
    return asked


def _frame(place: str, rows: list[str], palette: list[str]) -> Partial:
    code: dict[str, str | None] = {**dict(zip(CODE, palette, strict=False)), "?": None}
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise RefusedError(f"{place}: rows are texts of one length")
    if odd := sorted({cell for row in rows for cell in row} - code.keys()):
        raise RefusedError(f"{place}: {odd[0]!r} is no colour of the palette")
    return tuple(tuple(code[cell] for cell in row) for row in rows)


def patch(frame: Any, box: list[int]) -> Partial:
    """The part of a frame in a box (column, row, width, height)."""
    left, top, width, height = box
    return tuple(tuple(row[left : left + width]) for row in frame[top : top + height])
