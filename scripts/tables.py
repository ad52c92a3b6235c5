"""Tables for people: statistics and other figures, drawn with rich where it can draw, plain in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from ..verifiers.statistics import Figures

PIPE_WIDTH = 1000
"""Into a pipe or a file a table takes the width that it needs."""


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    file: TextIO,
    *,
    texts: int | None = None,
) -> None:
    """Write a table; the first ``texts`` columns are text (all by default), the others figures."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    drawn = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        figure = texts is not None and number >= texts
        drawn.add_column(column, justify="right" if figure else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    width = None if file.isatty() else PIPE_WIDTH
    Console(file=file, width=width, markup=False, highlight=False).print(drawn)


def figures_table(title: str, groups: dict[str, Figures], file: TextIO) -> None:
    """Write means with their intervals and counts, one group a row."""
    ks = sorted({one.k for figures in groups.values() for one in figures.at if one.k > 1})
    columns = ["", "questions", "unanswered", "answers", "mean", "95 % interval", "unparsed", "undecided"]
    columns += [f"{name}@{k}" for k in ks for name in ("mean", "pass")]
    rows = []
    for name, figures in groups.items():
        at = {one.k: one for one in figures.at}
        row = [name, str(figures.questions), str(figures.unanswered), str(figures.answers)]
        row += [number(figures.mean), interval(figures.interval)]
        row += [percentage(figures.unparsed_rate), str(figures.undecided)]
        row += [
            number(value) for k in ks for value in ((at[k].mean, at[k].passed) if k in at else (None, None))
        ]
        rows.append(row)
    table(title, columns, rows, file, texts=1)


def number(value: float | None) -> str:
    """Three decimals, or a dash."""
    return "-" if value is None else f"{value:.3f}"


def interval(bounds: tuple[float, float] | None) -> str:
    """Both ends of an interval, or a dash."""
    return "-" if bounds is None else f"{bounds[0]:.3f} - {bounds[1]:.3f}"


def percentage(rate: float | None) -> str:
    """A rate as a percentage, or a dash."""
    return "-" if rate is None else f"{100 * rate:.1f} %"
