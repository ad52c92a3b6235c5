"""The figures of a report, by matplotlib: success by level, radar, outcome fingerprint.

They are drawn from the tables' figures and written as PNG; agents stand by falling success.
"""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

from ...instances.errors import EngineMissingError
from ...instances.outputs import write_whole
from ...instances.records import Json
from .tables import RADAR

COLOURS = {
    "solved": "#4c9f70",
    "temporal coordination": "#3b76af",
    "stagnation": "#e8b93c",
    "format failure": "#c44e52",
    "lost": "#e08a7d",
    "gave up": "#8d7cb0",
    "premature": "#b58fae",
    "infrastructure": "#9aa0a6",
    "cut short": "#d4d6d8",
}
"""As in EPOCH-Bench: green solved, blue decay, yellow out of steps, red invalid; the others beside them."""
ACROSS = 4
"""Radars in a row."""


def write_figures(report: Json, folder: Path) -> list[Path]:
    """Draw all figures into a folder; EngineMissingError without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise EngineMissingError("figures need matplotlib: pip install 'certwright[plot]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, draw in FIGURES.items():
        figure = draw(plt, report)
        path = folder / f"fig_{name}.png"
        save(figure, path)
        plt.close(figure)
        written.append(path)
    return written


def save(figure: Any, path: Path) -> None:
    """Write a figure as PNG; the same figure gives the same bytes."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=130, bbox_inches="tight", metadata={"Software": None})
    write_whole(path, picture.getvalue())


def _short(agent: str) -> str:
    """The last part of a provider's path."""
    return agent.rsplit("/", 1)[-1][:28]


def _success(plt: Any, report: Json) -> Any:
    """A field an agent and level, as dark as it is often solved."""
    agents = list(report)
    names = [*next(iter(report.values()))["success_by_level"], "all"]
    values = [[*one["success_by_level"].values(), one["success"]] for one in report.values()]
    field = [[math.nan if value is None else value for value in row] for row in values]
    figure, axes = plt.subplots(figsize=(1.6 + 0.85 * len(names), 1.0 + 0.42 * len(agents)))
    axes.imshow(field, cmap="Greens", vmin=0, vmax=1.15, aspect="auto")
    for y, row in enumerate(field):
        for x, value in enumerate(row):
            if not math.isnan(value):
                colour = "white" if value > 0.7 else "black"
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=9, color=colour)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(agents)), [_short(agent) for agent in agents])
    axes.axvline(len(names) - 1.5, color="white", linewidth=3)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title("Success by level", loc="left", fontsize=11)
    return figure


def _radar(plt: Any, report: Json) -> Any:
    """A polygon an agent, over the axes whose figure exists; the names of the others are grey."""
    agents, axes_names = list(report), list(RADAR)
    across = min(ACROSS, len(agents))
    down = math.ceil(len(agents) / across)
    figure, grid = plt.subplots(
        down,
        across,
        figsize=(3.6 * across, 3.5 * down),
        subplot_kw={"projection": "polar"},
        squeeze=False,
        gridspec_kw={"wspace": 0.75, "hspace": 0.45},
    )
    angles = [2 * math.pi * place / len(axes_names) for place in range(len(axes_names))]
    for place, axes in enumerate(grid.flat):
        if place >= len(agents):
            axes.set_visible(False)
            continue
        means = report[agents[place]]["means"]
        known = [(angle, means[name]) for angle, name in zip(angles, axes_names, strict=True)]
        around = [(angle, value) for angle, value in known if value is not None]
        axes.plot(*zip(*around, *around[:1], strict=True), "o-", color="#3b76af", linewidth=1.6, markersize=3)
        axes.fill(*zip(*around, strict=True), color="#3b76af", alpha=0.25)
        axes.set_ylim(0, 1)
        axes.set_yticks([0.25, 0.5, 0.75, 1.0], ["", "0.5", "", "1"], fontsize=7, color="#777777")
        axes.set_rlabel_position(30)
        axes.set_xticks(angles, [name.replace(" ", "\n") for name in axes_names], fontsize=8)
        for label, name in zip(axes.get_xticklabels(), axes_names, strict=True):
            label.set_color("black" if means[name] is not None else "#bbbbbb")
        axes.tick_params(axis="x", pad=10)
        axes.set_title(_short(agents[place]), fontsize=10, pad=24)
    return figure


def _fingerprint(plt: Any, report: Json) -> Any:
    """Shares of the ways in which episodes ended, and the mean tokens of an episode as a dashed line."""
    agents = list(report)
    rows = range(len(agents))
    figure, axes = plt.subplots(figsize=(8.5, 1.5 + 0.42 * len(agents)))
    left = [0.0] * len(agents)
    for name in COLOURS:
        counts = [one["patterns"].get(name, 0) / one["episodes"] for one in report.values()]
        if any(counts):
            axes.barh(rows, counts, left=left, color=COLOURS[name], label=name, height=0.72)
            left = [begin + share for begin, share in zip(left, counts, strict=True)]
    axes.set_yticks(rows, [_short(agent) for agent in agents])
    axes.set_ylim(len(agents) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of episodes")
    axes.tick_params(axis="y", length=0)
    axes.spines["top"].set_visible(False)
    tokens = [_tokens(one) for one in report.values()]
    if any(tokens):
        above = axes.twiny()
        thousands = [math.nan if value is None else value / 1000 for value in tokens]
        above.plot(thousands, rows, "k--o", linewidth=1, markersize=3)
        above.spines[["left", "right"]].set_visible(False)
        above.set_xlim(0, 1.1 * max(value / 1000 for value in tokens if value))
        above.set_xlabel("tokens an episode, thousands (dashed)")
    axes.spines[["left", "right"]].set_visible(False)
    handles = len(axes.get_legend_handles_labels()[0])
    drop = -0.62 / (0.5 + 0.42 * len(agents))
    axes.legend(
        loc="upper center", bbox_to_anchor=(0.5, drop), ncol=min(4, handles), frameon=False, fontsize=9
    )
    axes.set_title("How episodes ended", loc="left", fontsize=11, pad=12)
    return figure


def _tokens(means: Json) -> float | None:
    """The tokens of an episode, read and written."""
    return None if means["tokens_in"] is None else means["tokens_in"] + means["tokens_out"]


FIGURES = {
    "success_by_level": _success,
    "radar": _radar,
    "pipeline_fingerprint_overall": _fingerprint,
}
"""By name, the last as EPOCH-Bench's is called."""
