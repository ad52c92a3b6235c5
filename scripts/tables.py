"""Tables and progress bars for people, drawn with rich: tables plain in a pipe, bars only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO, TypeVar

from ..instances.outputs import printable

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from ..verifiers.statistics import Figures

PIPE_WIDTH = 1000
"""The width of a table in a pipe or a file: as much as it needs."""
WIDTH = 80
"""The width of a score's summary, which fits everywhere."""
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
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    listed = [[printable(cell) for cell in row] for row in rows]
    drawn = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=PADDING)
    for number, column in enumerate(columns):
        figure = texts is not None and number >= texts
        cells = max((len(row[number]) for row in listed), default=0)
        justify: JustifyMethod = "right" if figure else "left"
        least = max(cells if figure else min(cells, label), *map(len, column.split()), 0)
        header = "\n".join(column.split()) if figure and len(column) > cells + 1 else column
        drawn.add_column(header, justify=justify, overflow="fold", no_wrap=figure, min_width=least)
    for row in listed:
        drawn.add_row(*row)
    console = Console(file=file, width=None if file.isatty() else width, markup=False, highlight=False)
    console.width = max(console.width, Measurement.get(console, console.options, drawn).minimum)
    with console.capture() as text:
        console.print(drawn, soft_wrap=True)
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


def number(value: float | None) -> str:
    """Three decimals, or a dash."""
    return "-" if value is None else f"{value:.3f}"


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
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, description=what, total=total)
