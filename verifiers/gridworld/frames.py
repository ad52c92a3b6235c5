"""Frames and parts of frames: rows of colour names, None where nothing is asked or seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...instances.errors import RecordError

Grid = tuple[tuple[str, ...], ...]
Partial = tuple[tuple[str | None, ...], ...]
Cells = frozenset[tuple[int, int]]
"""Cells as (column, row)."""
SIZE_LIMIT = 100


def agrees(frame: Sequence[Sequence[str]], seen: Sequence[Sequence[str | None]]) -> bool:
    """Whether a frame shows what was seen, where anything was seen."""
    return len(frame) == len(seen) and all(
        len(row) == len(wanted) and all(part in (None, cell) for cell, part in zip(row, wanted, strict=True))
        for row, wanted in zip(frame, seen, strict=True)
    )


def hidden(frame: Sequence[Sequence[str]], cells: Cells) -> Partial:
    """The frame without these cells."""
    return tuple(
        tuple(None if (x, y) in cells else cell for x, cell in enumerate(row)) for y, row in enumerate(frame)
    )


def only(frame: Sequence[Sequence[str]], cells: Cells) -> Partial:
    """Nothing but these cells of the frame."""
    return tuple(
        tuple(cell if (x, y) in cells else None for x, cell in enumerate(row)) for y, row in enumerate(frame)
    )


def patch(frame: Sequence[Sequence[str]], box: tuple[int, int, int, int]) -> Grid:
    """The part of a frame in a box (column, row, width, height)."""
    left, top, width, height = box
    return tuple(tuple(row[left : left + width]) for row in frame[top : top + height])


def boxed(box: tuple[int, int, int, int]) -> Cells:
    """The cells of a box."""
    left, top, width, height = box
    return frozenset((x, y) for y in range(top, top + height) for x in range(left, left + width))


def around(cells: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The smallest box that holds some cells, at least one."""
    listed = list(cells)
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def changed(before: Grid, after: Grid) -> Cells:
    """The cells in which two frames of one size differ."""
    return frozenset(
        (x, y)
        for y, (old, new) in enumerate(zip(before, after, strict=True))
        for x, (was, now) in enumerate(zip(old, new, strict=True))
        if was != now
    )


def partial(value: Any, field: str) -> Partial:
    """A partial frame out of a record; RecordError when it is no square of texts and nulls."""
    size = len(value) if isinstance(value, list) else 0
    if not 0 < size <= SIZE_LIMIT or not all(isinstance(row, list) and len(row) == size for row in value):
        raise RecordError("a frame is a square of rows", field=field)
    if not all(cell is None or isinstance(cell, str) for row in value for cell in row):
        raise RecordError("a cell is a colour or null", field=field)
    return tuple(tuple(row) for row in value)
