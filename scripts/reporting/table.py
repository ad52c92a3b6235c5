"""A table of a report as plain data, shared by the command line, the page and the figures."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, TextIO

from ...instances.records import Json
from ..tables import table as write

Cell = str | int | float | None
Bounds = tuple[float, float]
SHADED = ("by task", "by domain", "by form", "by level", "success by level")
"""Tables with numbers coloured by value."""


@dataclass(frozen=True)
class Table:
    """A table: its title, an explanation in one sentence, its columns, and rows of texts and numbers."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    bounds: tuple[tuple[Bounds | None, ...], ...] = ()
    """The interval of each cell, if the table has any: on the page, in figures and in JSON."""

    def json(self) -> list[Json]:
        """The rows as objects; ``95 %`` has the intervals of a row."""
        objects = [dict[str, Any](zip(self.columns, row, strict=True)) for row in self.rows]
        for entry, bounds in zip(objects, self.bounds, strict=False):
            entry["95 %"] = {name: pair for name, pair in zip(self.columns, bounds, strict=True) if pair}
        return objects

    def html(self) -> str:
        """The table as a section of a page."""
        head = "".join(f'<th scope="col"><button>{escape(column)}</button></th>' for column in self.columns)
        bounds = self.bounds or ((None,) * len(self.columns),) * len(self.rows)
        lines = (map(self._cell, *pair) for pair in zip(self.rows, bounds, strict=True))
        body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in lines)
        return (
            f"<section><h2>{escape(self.title)}</h2><p>{escape(self.note)}</p>"
            f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div></section>"
        )

    def _cell(self, value: Cell, bounds: Bounds | None) -> str:
        if value is None:
            return "<td>-</td>"
        if isinstance(value, str):
            return f'<th scope="row">{escape(value)}</th>'
        shade = f' style="--v:{value:.3f}" class="shade"' if self.title in SHADED else ""
        spread = f"<small>{bounds[0]:.2f} to {bounds[1]:.2f}</small>" if bounds else ""
        return f'<td data-v="{value}"{shade}>{number(value)}{spread}</td>'


def print_tables(tables: Iterable[Table], stream: TextIO) -> None:
    """Write tables for people."""
    for shown in tables:
        texts = 0
        while texts < len(shown.columns) and all(isinstance(row[texts], str) for row in shown.rows):
            texts += 1
        write(shown.title, shown.columns, [list(map(number, row)) for row in shown.rows], stream, texts=texts)


def number(value: Cell) -> str:
    """A number as displayed in tables.

    >>> number(0.51234), number(12), number(12345.6), number(None)
    ('0.512', '12', '12,346', '-')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else value
