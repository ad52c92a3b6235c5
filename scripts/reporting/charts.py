"""The figures of a report of any family, by matplotlib: bars with intervals, heat maps, levels, costs.

Colours are Okabe and Ito's, told apart by the colour-blind; markers differ too.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...instances.errors import EngineMissingError
from ...instances.outputs import write_whole
from ...instances.printable import printable
from .overview import Overview, Table

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = "osD^vP*X"
HEAT = ("by task", "by domain", "by form")
DPI = 300


def svgs(shown: Overview) -> list[str]:
    """Every figure as an SVG text; EngineMissingError without matplotlib."""
    texts = [_written(figure, "svg").decode() for _, figure in _drawn(shown)]
    return [text[text.index("<svg") :] for text in texts]


def write(shown: Overview, folder: Path) -> list[Path]:
    """Every figure as SVG, PDF and PNG (300 dots an inch) into a folder; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, figure in _drawn(shown):
        for kind in ("svg", "pdf", "png"):
            path = folder / f"{name}.{kind}"
            write_whole(path, _written(figure, kind))
            written.append(path)
    return written


def _drawn(shown: Overview) -> Iterator[tuple[str, Any]]:
    try:
        import matplotlib
    except ImportError:
        raise EngineMissingError("figures need matplotlib: pip install 'certwright[plot]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    tables = {table.title: table for table in shown.tables}
    draws: list[tuple[str, Callable[[], Any]]] = [("agents", lambda: _bars(plt, tables["agents"]))]
    for title in HEAT:
        if title in tables:
            draws.append((title.replace(" ", "_"), partial(_heat, plt, tables[title])))
    if "by level" in tables:
        draws.append(("by_level", lambda: _lines(plt, tables["by level"])))
    if "costs" in tables:
        draws.append(("costs", lambda: _costs(plt, tables["agents"], tables["costs"])))
    with matplotlib.rc_context({"svg.hashsalt": "certwright", "font.size": 9}):
        for name, draw in draws:
            figure = draw()
            yield name, figure
            plt.close(figure)


def _written(figure: Any, kind: str) -> bytes:
    """The bytes of a figure; the same figure gives the same bytes."""
    picture = io.BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}[kind]
    figure.savefig(picture, format=kind, dpi=DPI, bbox_inches="tight", metadata=metadata)
    return picture.getvalue()


def _short(agent: object) -> str:
    """A name that still tells providers apart."""
    name = printable(str(agent))
    return name if len(name) <= 34 else f"...{name[-31:]}"


def _bars(plt: Any, table: Table) -> Any:
    """The mean of each agent with its interval."""
    rows = [row for row in table.rows if isinstance(row[2], float)]
    figure, axes = plt.subplots(figsize=(6, 0.7 + 0.34 * len(rows)))
    for place, row in enumerate(rows):
        mean, *bounds = (float(number) for number in row[2:5] if number is not None)
        axes.barh(place, mean, color=COLOURS[0], height=0.6)
        axes.plot(bounds, [place] * len(bounds), color="black", linewidth=1.2)
    axes.set_yticks(range(len(rows)), [_short(row[0]) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("mean, with 95 % interval")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _heat(plt: Any, table: Table) -> Any:
    """A field for each agent and group."""
    names = table.columns[1:]
    field = [[math.nan if value is None else float(value) for value in row[1:]] for row in table.rows]
    figure, axes = plt.subplots(figsize=(1.8 + 0.55 * len(names), 1.1 + 0.34 * len(field)))
    axes.imshow(field, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(field):
        for x, value in enumerate(row):
            if not math.isnan(value):
                colour = "black" if value > 0.55 else "white"
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(field)), [_short(row[0]) for row in table.rows])
    axes.tick_params(length=0)
    axes.set_title(table.title, loc="left")
    return figure


def _lines(plt: Any, table: Table) -> Any:
    """A line for each agent over the levels."""
    names = table.columns[1:]
    figure, axes = plt.subplots(figsize=(5, 3.2))
    for place, row in enumerate(table.rows):
        numbers = [math.nan if value is None else float(value) for value in row[1:]]
        style = {"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)]}
        axes.plot(range(len(names)), numbers, label=_short(row[0]), linewidth=1.4, **style)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("mean")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    return figure


def _costs(plt: Any, agents: Table, costs: Table) -> Any:
    """Score against tokens an answer."""
    means = {row[0]: row[2] for row in agents.rows}
    figure, axes = plt.subplots(figsize=(5, 3.2))
    for place, row in enumerate(costs.rows):
        tokens, mean = row[2], means.get(row[0])
        if isinstance(tokens, (int, float)) and isinstance(mean, float) and tokens > 0:
            style = {"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)]}
            axes.plot([tokens], [mean], linestyle="none", label=_short(row[0]), **style)
    axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("tokens an answer")
    axes.set_ylabel("mean")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    return figure
