"""Tables and progress bars for people, drawn with rich: tables plain in a pipe, bars only on a terminal.

``Table`` is a table of a report as plain data, shared by the command line, the page and the figures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from ..instances.outputs import printable
from ..instances.records import Json

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from ..verifiers.statistics import Figures

PIPE_WIDTH = 1000  # the width of a table in a pipe or a file: as much as it needs
WIDTH = 80  # the width of a score's summary, which fits everywhere
KS_A_TABLE = 3
PADDING = (0, 1, 0, 0)


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    file: TextIO,
    *,
    texts: int | None = None,
    width: int = PIPE_WIDTH,
    label: int = 24,
) -> None:
    """Write a table; the first ``texts`` columns are text (all by default), the others figures.

    On a terminal it has the terminal's width, elsewhere at most ``width``.  No figure is cut, and no word of
    a header and no text of up to ``label`` characters is broken: if they need more space, the lines are
    longer.
    """
    from rich import box, console, measure, table

    listed = [[printable(cell) for cell in row] for row in rows]
    drawn = table.Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, padding=PADDING)
    drawn.pad_edge = False
    for number, column in enumerate(columns):
        figure = texts is not None and number >= texts
        cells = max((len(row[number]) for row in listed), default=0)
        justify: JustifyMethod = "right" if figure else "left"
        least = max(cells if figure else min(cells, label), *map(len, column.split()), 0)
        header = "\n".join(column.split()) if figure and len(column) > cells + 1 else column
        drawn.add_column(header, justify=justify, overflow="fold", no_wrap=figure, min_width=least)
    for row in listed:
        drawn.add_row(*row)
    screen = console.Console(file=file, width=None if file.isatty() else width, markup=False, highlight=False)
    screen.width = max(screen.width, measure.Measurement.get(screen, screen.options, drawn).minimum)
    with screen.capture() as text:
        screen.print(drawn, soft_wrap=True)
    file.write(text.get())  # rich itself would leave with code 1 where the reader went away


def figures_table(title: str, groups: dict[str, Figures], file: TextIO) -> None:
    """Means with intervals and counts by group, above chance if there are blind scores; then at k."""
    rows, blind = [], any(figures.corrected is not None for figures in groups.values())
    for name, figures in groups.items():
        row = [name, str(figures.questions), str(figures.answers), number(figures.mean)]
        row += [number(figures.corrected)] if blind else []
        row += [interval(figures.interval), number(figures.mean_all)]
        row += [percentage(figures.unparsed_rate), str(figures.undecided)]
        rows.append(row)
    columns = ["", "asked", "answers", "mean", *(["above chance"] if blind else [])]
    columns += ["95 %", "of all", "unparsed", "undecided"]
    table(title, columns, rows, file, texts=1, width=WIDTH, label=12)
    ks = sorted({figure.k for figures in groups.values() for figure in figures.at if figure.k > 1})
    for some in (ks[place : place + KS_A_TABLE] for place in range(0, len(ks), KS_A_TABLE)):
        rows = []
        for name, figures in groups.items():
            at = {figure.k: (figure.mean, figure.passed) for figure in figures.at}
            rows.append([name, *(number(value) for k in some for value in at.get(k, (None, None)))])
        columns = ["", *(f"{name}@{k}" for k in some for name in ("mean", "pass"))]
        table(title, columns, rows, file, texts=1, width=WIDTH, label=12)


def interval(bounds: tuple[float, float] | None) -> str:
    """Both ends of an interval, or a dash."""
    return "-" if bounds is None else f"{bounds[0]:.3f}-{bounds[1]:.3f}"


def percentage(rate: float | None) -> str:
    """A rate as a percentage, or a dash."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


T = TypeVar("T")


def track(items: Iterable[T], what: str, *, total: int | None = None, quiet: bool = False) -> Iterator[T]:
    """Yield the items and count them in a bar; ``total`` is None when it is not known."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    from rich import console, progress

    columns = progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn()
    screen, elapsed = console.Console(stderr=True), progress.TimeElapsedColumn()
    with progress.Progress(*columns, elapsed, console=screen, transient=True) as bar:
        yield from bar.track(items, description=what, total=total)


Cell = str | int | float | None
Bounds = tuple[float, float]
SHADED = ("by task", "by domain", "by form", "by level", "success by level")  # coloured by value


@dataclass(frozen=True)
class Table:
    """A table: its title, an explanation in one sentence, its columns, and rows of texts and numbers."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    bounds: tuple[tuple[Bounds | None, ...], ...] = ()  # intervals of cells

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
        table(shown.title, shown.columns, [list(map(number, row)) for row in shown.rows], stream, texts=texts)


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
