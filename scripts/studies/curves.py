"""The studies' curves as files: a CSV per study, and its figure by matplotlib.

A figure has a panel for each measure, with a line for each series; its points are the rows of the CSV.
"""

import csv
import io
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from ...instances.outputs import write_whole
from ...instances.records import Json
from ..reporting.charts import write


@dataclass(frozen=True)
class Curve:
    """The columns of a study to draw: ``measures`` over ``along``, a line for each value of ``by``."""

    along: str
    measures: tuple[str, ...]
    by: str | None = None


CURVES: Final[dict[str, Curve]] = {
    "HYP-005": Curve("slice", ("normative_steps_mean", "visits_mean", "visits_p90"), "atoms_at_once"),
    "HYP-006": Curve("agent", ("open_valid", "hidden_valid", "hidden_sufficient")),
    "HYP-007/008": Curve("width", ("derived_here", "base_shows_effect", "greedy_of_the_rest"), "slice"),
    "HYP-011/012": Curve("family", ("greedy_share", "two_timesteps_share", "cheapest_timesteps_mean")),
    "HYP-013/014": Curve("applied_to", ("feasible_share",), "pilot"),
    "HYP-015/016 Q-033": Curve(
        "slice", ("transitions_mean", "undecided_share", "oracle_minus_greedy"), "replicate"
    ),
    "HYP-017": Curve("slice", ("frame_characters_mean", "json_characters_mean", "width_max")),
    "section 6": Curve("slice", ("subset_minimal_share_mean", "subset_minimal_share_least")),
}


def stem(study: str) -> str:
    """The file name of a study, without suffix.

    >>> stem("HYP-015/016 Q-033")
    'HYP-015-016-Q-033'
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", study)


def write_tables(results: Json, folder: Path) -> list[Path]:
    """Write a CSV for each study that has rows."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, study in results["studies"].items():
        if study["rows"]:
            written.append(folder / f"{stem(name)}.csv")
            text = io.StringIO()
            writer = csv.DictWriter(text, list(study["rows"][0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(study["rows"])
            write_whole(written[-1], text.getvalue())
    return written


def write_figures(results: Json, folder: Path) -> list[Path]:
    """Draw each study that has rows as PNG; EngineMissingError without matplotlib."""
    draws = [
        (stem(name), partial(_figure, name=name, curve=CURVES[name], rows=study["rows"]))
        for name, study in results["studies"].items()
        if study["rows"]
    ]
    return write(draws, folder, ("png",))


def _figure(plt: Any, name: str, curve: Curve, rows: list[Json]) -> Any:
    places = list(dict.fromkeys(str(row[curve.along]) for row in rows))
    width = 1.8 + 0.35 * max(6, len(places))
    panels = len(curve.measures)
    figure, grid = plt.subplots(1, panels, figsize=(width * panels, 3.2), squeeze=False)
    for axes, measure in zip(grid.flat, curve.measures, strict=True):
        for label, points in lines(curve, measure, rows).items():
            along = [places.index(place) for place, _ in points]
            axes.plot(along, [value for _, value in points], "o-", linewidth=1.4, markersize=3.5, label=label)
        axes.set_xticks(range(len(places)), places, rotation=90 if len(places) > 8 else 0, fontsize=8)
        axes.set_xlabel(curve.along.replace("_", " "))
        axes.set_title(measure.replace("_", " "), loc="left", fontsize=10)
        axes.set_ylim(bottom=0)
    if curve.by is not None:
        grid.flat[-1].legend(title=curve.by.replace("_", " "), fontsize=8, frameon=False)
    figure.suptitle(name, x=0.02, ha="left", fontsize=11)
    figure.tight_layout()
    return figure


def lines(curve: Curve, measure: str, rows: list[Json]) -> dict[str, list[tuple[str, float]]]:
    """The points of each line of a panel; a row without the measure has no point.

    >>> lines(Curve("x", ("y",), "s"), "y", [{"x": 1, "y": 2, "s": "a"}, {"x": 2, "y": None, "s": "a"}])
    {'a': [('1', 2)]}
    """
    points: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        if row[measure] is not None:
            label = "" if curve.by is None else str(row[curve.by])
            points.setdefault(label, []).append((str(row[curve.along]), row[measure]))
    return points
