"""Frames as small SVG pictures: one path a colour, cells of a row that touch drawn as one.

>>> print(path((("red", "red", "blue"), ("blue", "red", "blue")), "blue"))
M2 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby

from ...domains.gridworld.frames import Grid

SIDE, GAP, CAPTION = 120, 8, 16
"""Pixels of a frame's side, between frames, and under them for captions."""


def strip(frames: Sequence[tuple[str, Grid]]) -> str:
    """Frames side by side, each over its caption."""
    width, height = len(frames) * (SIDE + GAP) - GAP, SIDE + CAPTION
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11" text-anchor="middle">'
    ]
    for place, (caption, frame) in enumerate(frames):
        left = place * (SIDE + GAP)
        scale = f"{SIDE / len(frame):.6g}"
        parts.append(f'<g transform="translate({left} 0)">')
        parts.append(f'<g transform="scale({scale})" shape-rendering="crispEdges">{_cells(frame)}</g>')
        parts.append(f'<path fill="none" stroke="gray" d="M0 0h{SIDE}v{SIDE}h-{SIDE}z"/>')
        parts.append(f'<text x="{SIDE // 2}" y="{SIDE + 12}" fill="gray">{escape(caption)}</text></g>')
    return "\n".join([*parts, "</svg>", ""])


def path(frame: Grid, colour: str) -> str:
    """What is drawn in one colour, in units of cells."""
    rows = []
    for y, row in enumerate(frame):
        x = 0
        for cell, run in groupby(row):
            length = sum(1 for _ in run)
            if cell == colour:
                rows.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(rows)


def _cells(frame: Grid) -> str:
    """The commonest colour as ground, the others on it."""
    counts = Counter(cell for row in frame for cell in row)
    ground = min(counts, key=lambda colour: (-counts[colour], colour))
    size = len(frame)
    drawn = [f'<rect width="{size}" height="{size}" fill="{escape(ground)}"/>']
    others = sorted(counts.keys() - {ground})
    drawn += [f'<path fill="{escape(colour)}" d="{path(frame, colour)}"/>' for colour in others]
    return "".join(drawn)
