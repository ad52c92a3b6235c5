"""Frames and parts of frames: rows of colour names, None where nothing is asked or seen.

Records keep them as *pictures*: a palette, and rows of one character a cell.

>>> pictures([(("red", None), ("blue", "red"))])
{'palette': ['blue', 'red'], 'frames': [['1?', '01']]}
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ...instances.errors import LimitError, RecordError

Grid = tuple[tuple[str, ...], ...]  # a frame: rows from the top, colours from the left
Partial = tuple[tuple[str | None, ...], ...]
Cells = frozenset[tuple[int, int]]  # cells as (column, row)
Box = tuple[int, int, int, int]  # column, row, width, height
SIZE_LIMIT = 100
CODE = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters of a palette's colours, in order; ``?`` is None."""


def agrees(frame: Sequence[Sequence[str]], seen: Sequence[Sequence[str | None]]) -> bool:
    """Whether a frame shows what was seen, where anything was seen."""
    if len(frame) != len(seen):
        return False
    for row, wanted in zip(frame, seen, strict=True):
        if row == wanted:
            continue
        if len(row) != len(wanted) or None not in wanted:
            return False
        if any(part is not None and part != cell for cell, part in zip(row, wanted, strict=True)):
            return False
    return True


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


def patch(frame: Sequence[Sequence[str]], box: Box) -> Grid:
    """The part of a frame in a box."""
    left, top, width, height = box
    return tuple(tuple(row[left : left + width]) for row in frame[top : top + height])


def boxed(box: Box) -> Cells:
    """The cells of a box."""
    left, top, width, height = box
    return frozenset((x, y) for y in range(top, top + height) for x in range(left, left + width))


def around(cells: Iterable[tuple[int, int]]) -> Box:
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


def pictures(frames: Iterable[Partial]) -> dict[str, Any]:
    """Frames as a record keeps them; LimitError beyond 62 colours."""
    listed = list(frames)
    palette = sorted({cell for frame in listed for row in frame for cell in row if cell is not None})
    return {"palette": palette, "frames": [drawn(frame, palette) for frame in listed]}


def drawn(frame: Partial, palette: Sequence[str]) -> list[str]:
    """The rows of one frame, or patch, in a palette that has its colours."""
    if len(palette) > len(CODE):
        raise LimitError(f"a palette has at most {len(CODE)} colours")
    code: dict[str | None, str] = {None: "?", **dict(zip(palette, CODE, strict=False))}
    return ["".join(code[cell] for cell in row) for row in frame]


def read_pictures(record: Any, field: str = "pictures") -> list[Partial]:
    """The frames of a record; RecordError for what is malformed."""
    given = record if isinstance(record, dict) else {}
    palette, frames = given.get("palette"), given.get("frames")
    if not isinstance(palette, list) or not all(isinstance(name, str) for name in palette):
        raise RecordError("a palette is a list of colours", field=f"{field}.palette")
    if not isinstance(frames, list) or len(palette) > len(CODE):
        raise RecordError("frames are a list, colours at most 62", field=field)
    return [read_rows(rows, palette, f"{field}.frames[{place}]") for place, rows in enumerate(frames)]


def read_rows(rows: Any, palette: Sequence[str], field: str) -> Partial:
    """One frame, or patch; RecordError for what is no rectangle of characters of the palette."""
    code: dict[str, str | None] = {"?": None, **dict(zip(CODE, palette, strict=False))}
    if not isinstance(rows, list) or not 0 < len(rows) <= SIZE_LIMIT:
        raise RecordError("a frame is a list of rows", field=field)
    if not all(isinstance(row, str) and 0 < len(row) == len(rows[0]) <= SIZE_LIMIT for row in rows):
        raise RecordError("rows are texts of one length", field=field)
    if odd := sorted({cell for row in rows for cell in row} - code.keys()):
        raise RecordError(f"{odd[0]!r} is no colour of the palette", field=field)
    return tuple(tuple(code[cell] for cell in row) for row in rows)
