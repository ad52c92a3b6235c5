"""Draws grids for a person: matrices of colour names in a text become coloured cells, with a legend.

>>> print(redrawn('[["red", "red"],\\n ["red", "any"]]', lambda rgb, text: "##" if rgb else text))
    0 1
  0 ####
  1 ##??
## red  ?? any
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from ...domains.gridworld.catalog import RGB

Tint = Callable[[str | None, str], str]
"""Puts text on a background, a colour as six hex digits; None is no colour."""

_MATRIX = re.compile(r"^\[\[.*?\]\]", re.MULTILINE | re.DOTALL)


def redrawn(text: str, tinted: Tint) -> str:
    """The text with each matrix of names at the beginning of a line drawn with two characters per cell."""
    return _MATRIX.sub(lambda match: _drawn(match[0], tinted), text)


def matrices(text: str) -> Iterator[list[list[str]]]:
    """The matrices of names at the beginnings of lines of a text, in order.

    >>> list(matrices('The grid:\\n[["red", "mask"],\\n ["blue", "red"]]\\nThe goal:\\n[["any"]]'))
    [[['red', 'mask'], ['blue', 'red']], [['any']]]
    """
    grids = (_names(match[0]) for match in _MATRIX.finditer(text))
    return (rows for rows in grids if rows is not None)


def ansi(rgb: str | None, text: str) -> str:
    """The text on a 24-bit background colour, as an ANSI escape sequence."""
    if rgb is None:
        return text
    red, green, blue = (int(rgb[place : place + 2], 16) for place in (0, 2, 4))
    return f"\x1b[48;2;{red};{green};{blue}m{text}\x1b[0m"


def _drawn(matrix: str, tinted: Tint) -> str:
    """A matrix of names as rows of cells, numbered from 0; anything else unchanged."""
    rows = _names(matrix)
    if rows is None:
        return matrix
    names = list(dict.fromkeys(name for row in rows for name in row))
    cell = {name: tinted(RGB.get(name), "  " if name in RGB else "??") for name in names}
    head = "    " + " ".join(str(place % 10) for place in range(len(rows[0])))
    body = [f"{number:>3} " + "".join(cell[name] for name in row) for number, row in enumerate(rows)]
    legend = "  ".join(f"{cell[name]} {name}" for name in names)
    return "\n".join((head, *body, legend))


def _names(matrix: str) -> list[list[str]] | None:
    """The rows of a matrix of names, all of one length; None for any other text."""
    try:
        rows = msgspec.json.decode(matrix, type=list[list[str]])
    except msgspec.DecodeError:
        return None
    return rows if rows[0] and len({len(row) for row in rows}) == 1 else None
