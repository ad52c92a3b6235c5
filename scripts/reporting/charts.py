"""The figures of a report, drawn by matplotlib: bars, heat maps, levels, costs; for time travel also a radar.

Colours are Okabe and Ito's, distinguishable with colour blindness; markers and lines differ too.
"""

import io
import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...instances.errors import EngineMissingError
from ...instances.outputs import printable, write_whole
from ...instances.records import Json
from ..tables import Table
from .overview import RADAR, Overview, travel_tables

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = "osD^vP*X"
LINES = ("-", "--", "-.", ":")
HEAT, LINED = ("by task", "by domain", "by form"), ("by level", "perplexity while exploring")
PATTERNS = {
    "solved": "#009E73",
    "temporal coordination": "#0072B2",
    "stagnation": "#F0E442",
    "format failure": "#D55E00",
    "lost": "#E69F00",
    "gave up": "#CC79A7",
    "premature": "#56B4E9",
    "infrastructure": "#999999",
    "cut short": "#DDDDDD",
}
"""As in EPOCH-Bench: green solved, blue decay, yellow out of steps, red invalid; then the other reasons."""
WIDE = 20  # the most groups next to each other
BESIDE = 0.06  # the offset between agents at one position of an axis, so that their intervals do not overlap
DPI = 300
KINDS = ("svg", "pdf", "png")
Draw = tuple[str, Callable[[Any], Any]]  # the name of a figure, and the function that draws it with pyplot


def svgs(draws: Iterable[Draw]) -> list[str]:
    """Every figure as an SVG text; EngineMissingError without matplotlib."""
    texts = [_written(figure, "svg").decode() for _, figure in _drawn(draws)]
    return [text[text.index("<svg") :] for text in texts]


def write(draws: Iterable[Draw], folder: Path, kinds: Iterable[str] = KINDS) -> list[Path]:
    """Write every figure as SVG, PDF and PNG (300 dpi) into a folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, figure in _drawn(draws):
        for kind in kinds:
            written.append(folder / f"{name}.{kind}")
            write_whole(written[-1], _written(figure, kind))
    return written


def of_overview(shown: Overview) -> list[Draw]:
    """The figures of a report; none for a table without a mean."""
    named = {table.title: table for table in shown.tables if _known(table)}
    makers = {"agents": _bars, **dict.fromkeys(HEAT, _heat), **dict.fromkeys(LINED, _lines)}
    shared = [title for title in makers if title in named]
    draws: list[Draw] = [(key.replace(" ", "_"), partial(makers[key], table=named[key])) for key in shared]
    if {"agents", "costs"} <= named.keys():
        draws.append(("costs", partial(_costs, agents=named["agents"], costs=named["costs"])))
    return draws + of_timetravel(shown.timetravel)


def _known(table: Table) -> bool:
    """Whether there is a number to draw: a mean, if the table has that column."""
    columns = table.columns
    places = [columns.index("mean")] if "mean" in columns else range(1, len(columns))
    return any(isinstance(row[place], float) for row in table.rows for place in places)


def of_timetravel(report: Json) -> list[Draw]:
    """The figures of a summary of time travel."""
    if not report:
        return []
    return [
        ("success_by_level", partial(_heat, table=travel_tables(report)[0])),
        ("radar", partial(_radar, report=report)),
        ("fingerprint", partial(_fingerprint, report=report)),
    ]


def _drawn(draws: Iterable[Draw]) -> Iterator[tuple[str, Any]]:
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise EngineMissingError("figures need matplotlib: pip install 'certwright[plot]'") from None
    plt.switch_backend("Agg")
    with plt.rc_context({"svg.hashsalt": "certwright", "font.size": 9}):
        for name, draw in draws:
            figure = draw(plt)
            yield name, figure
            plt.close(figure)


def _written(figure: Any, kind: str) -> bytes:
    """The bytes of a figure; equal figures give equal bytes."""
    picture = io.BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}[kind]
    figure.savefig(picture, format=kind, dpi=DPI, bbox_inches="tight", metadata=metadata)
    return picture.getvalue()


def _short(agent: object) -> str:
    """A shortened name that keeps both ends, the provider and the model.

    >>> _short("openrouter/some-lab/some-model-of-it-with-a-long-name")
    'openrouter/some...t-with-a-long-name'
    """
    name = printable(str(agent))
    return name if len(name) <= 36 else f"{name[:15]}...{name[-18:]}"


def _style(place: int) -> Json:
    return {"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)]}


def _axes(plt: Any, width: float, height: float) -> tuple[Any, Any]:
    figure, axes = plt.subplots(figsize=(width, height))
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _legend(axes: Any, right: float = 1.02) -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(right, 1.0), frameon=False, fontsize=8)


def _bars(plt: Any, table: Table) -> Any:
    rows = [row for row in table.rows if isinstance(row[2], float)]
    figure, axes = _axes(plt, 6, 0.7 + 0.34 * len(rows))
    for place, row in enumerate(rows):
        mean, *bounds = (float(number) for number in row[2:5] if number is not None)
        axes.barh(place, mean, color=COLOURS[4], height=0.6)
        axes.plot(bounds, [place] * len(bounds), color="black", linewidth=1.2, marker="|")
    axes.set_yticks(range(len(rows)), [_short(row[0]) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("mean, with 95 % interval")
    return figure


def _heat(plt: Any, table: Table) -> Any:
    """A cell for each agent and group; many groups are split over several panels."""
    names, agents = list(table.columns[1:]), [_short(row[0]) for row in table.rows]
    field = [[math.nan if value is None else float(value) for value in row[1:]] for row in table.rows]
    if len(names) > WIDE > len(agents):
        field, names, agents = [list(column) for column in zip(*field, strict=True)], agents, names
    figure, axes = plt.subplots(figsize=(1.8 + 0.55 * len(names), 1.1 + 0.34 * len(field)))
    axes.imshow(field, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(field):
        for x, value in enumerate(row):
            if not math.isnan(value):
                colour = "black" if value > 0.55 else "white"
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(field)), agents)
    axes.tick_params(length=0)
    axes.set_title(table.title, loc="left")
    return figure


def _lines(plt: Any, table: Table) -> Any:
    names, bounds = table.columns[1:], table.bounds or ((None,) * len(table.columns),) * len(table.rows)
    figure, axes = _axes(plt, 5, 3.2)
    for place, row in enumerate(table.rows):
        numbers = [math.nan if value is None else float(value) for value in row[1:]]
        spread = [pair or (value, value) for pair, value in zip(bounds[place][1:], numbers, strict=True)]
        lengths = ((value - low, high - value) for (low, high), value in zip(spread, numbers, strict=True))
        ends = [list(map(abs, column)) for column in zip(*lengths, strict=True)]
        aside = BESIDE * (place - (len(table.rows) - 1) / 2) if table.bounds else 0.0
        style = {**_style(place), "linewidth": 1.4, "elinewidth": 0.8, "capsize": 2, "markersize": 5}
        axes.errorbar([x + aside for x in range(len(names))], numbers, ends, label=_short(row[0]), **style)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(0, 1.02)
    axes.set_title(table.title, loc="left")
    _legend(axes)
    return figure


def _costs(plt: Any, agents: Table, costs: Table) -> Any:
    means = {row[0]: row[2] for row in agents.rows}
    figure, axes = _axes(plt, 5, 3.2)
    spent = []
    for place, row in enumerate(costs.rows):
        tokens, mean = row[2], means.get(row[0])
        if isinstance(tokens, (int, float)) and isinstance(mean, float) and tokens > 0:
            axes.plot([tokens], [mean], linestyle="none", label=_short(row[0]), **_style(place))
            spent.append(tokens)
    if spent and max(spent) > 10 * min(spent):
        axes.set_xscale("log")
    else:
        axes.set_xlim(0, 1.1 * max(spent, default=1))
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("tokens an answer")
    axes.set_ylabel("mean")
    _legend(axes)
    return figure


def _radar(plt: Any, report: Json) -> Any:
    """All agents in one radar, a polygon each, over the axes with a figure for any agent."""
    names = [name for name in RADAR if any(figures["means"][name] is not None for figures in report.values())]
    angles = [2 * math.pi * place / len(names) for place in range(len(names))]
    figure, axes = plt.subplots(figsize=(4.6, 4.6), subplot_kw={"projection": "polar"})
    for place, (agent, figures) in enumerate(report.items()):
        points = [(angle, figures["means"][name]) for angle, name in zip(angles, names, strict=True)]
        known = [point for point in points if point[1] is not None]
        if known:
            style = {**_style(place), "linestyle": LINES[place // len(COLOURS) % len(LINES)], "markersize": 4}
            around = zip(*known, *known[:1], strict=True)
            axes.plot(*around, label=_short(agent), linewidth=1.5, **style)
    axes.set_ylim(0, 1)
    axes.set_yticks([0.25, 0.5, 0.75, 1.0], ["", "0.5", "", "1"], fontsize=7, color="#666666")
    axes.set_rlabel_position(30)
    axes.set_xticks(angles, [name.replace(" ", "\n") for name in names], fontsize=8)
    axes.tick_params(axis="x", pad=12)
    _legend(axes, 1.15)
    return figure


def _fingerprint(plt: Any, report: Json) -> Any:
    """The shares of episode endings, and the mean tokens of an episode as a dashed line."""
    agents = list(report)
    rows = range(len(agents))
    figure, axes = plt.subplots(figsize=(8.5, 1.5 + 0.42 * len(agents)))
    left = [0.0] * len(agents)
    for name in PATTERNS:
        counts = [figures["patterns"].get(name, 0) / figures["episodes"] for figures in report.values()]
        if any(counts):
            axes.barh(rows, counts, left=left, color=PATTERNS[name], label=name, height=0.72)
            left = [begin + share for begin, share in zip(left, counts, strict=True)]
    axes.set_yticks(rows, [_short(agent) for agent in agents])
    axes.set_ylim(len(agents) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of episodes")
    axes.tick_params(axis="y", length=0)
    axes.spines["top"].set_visible(False)
    used = [(figures["tokens_in"], figures["tokens_out"]) for figures in report.values()]
    tokens = [math.nan if read is None else (read + written) / 1000 for read, written in used]
    if any(value > 0 for value in tokens):
        above = axes.twiny()
        above.plot(tokens, rows, "k--o", linewidth=1, markersize=3)
        above.spines[["left", "right"]].set_visible(False)
        above.set_xlim(0, 1.1 * max(value for value in tokens if value > 0))
        above.set_xlabel("tokens an episode, thousands (dashed)")
    axes.spines[["left", "right"]].set_visible(False)
    handles = len(axes.get_legend_handles_labels()[0])
    drop = -0.62 / (0.5 + 0.42 * len(agents))
    below = {"loc": "upper center", "bbox_to_anchor": (0.5, drop), "ncol": min(4, handles)}
    axes.legend(**below, frameon=False, fontsize=9)
    axes.set_title("How episodes ended", loc="left", fontsize=11, pad=12)
    return figure
