"""The studies required by the HYP and Q entries of GF-01's specification, over the observations of a sweep.

Each is a function from observations to rows, one per point of a curve.  All figures are counts and shares of
counts, so that a study is the same on every machine.  ``study`` draws a sweep, observes it once, and runs all
of them on it; its results are written as tables, as CSV files, and as figures with a panel for each measure
and a line for each series.
"""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

from ...instances.outputs import write_whole
from ...instances.records import Json
from ...verifiers.reactive.gf01.diagnostics import P as QUANTILE
from ...verifiers.reactive.gf01.diagnostics import caps, quantile
from ...verifiers.statistics import mean
from ..gf01.bundles import versions
from ..reporting.charts import write
from ..tables import table, track
from .observing import Observation, frames, matched, observe, sweep, widths

STUDY_SCHEMA: Final = "gf01.study.v1"
OPEN: Final = {  # entries that no sweep can answer
    "HYP-006": "a pilot with people, matched to the agents' runs, has not been made",
    "HYP-017": "GF-01-R3 is deferred (DEC-038): there is no second renderer to compare GF-01-R1 with",
}

Seen = Sequence[Observation]

UNDECIDED_SHARE, GAP, SLICE_GAP = 0.25, 0.10, 0.05
"""Q-033: the largest undecided share, and the least gap of oracle over greedy, overall and in each slice."""


def subset_minimality(seen: Seen) -> Iterator[Json]:
    """HYP-005: the costs of the exact diagnostic and the normative check, by slice and atoms at one step."""
    pairs = [(observed.drawn.slice, cost) for observed in seen for cost in observed.sample]
    groups = _by(pairs, lambda pair: (pair[0], pair[1].most_at_once))
    for (slice_, atoms), sampled in sorted(groups.items()):
        visits = [cost.diagnostic.visits for _, cost in sampled]
        yield {
            "slice": slice_,
            "atoms_at_once": atoms,
            "certificates": len(sampled),
            "normative_steps_mean": _mean(cost.normative for _, cost in sampled),
            "visits_mean": _mean(visits),
            "visits_p90": quantile(visits, QUANTILE),
            "visits_max": max(visits),
            "peak_max": max(cost.diagnostic.peak for _, cost in sampled),
        }


def minimality_rates(seen: Seen) -> Iterator[Json]:
    """Section 6: how many members of M(I) are subset-minimal, counted exactly, by slice."""
    for slice_, group in _slices(seen):
        pairs = sorted((one.certificates, one.subset_minimal or 0) for one in group if one.certificates)
        if pairs:
            shares = [minimal / size for size, minimal in pairs]
            yield {
                "slice": slice_,
                "instances": len(pairs),
                "m_size_median": pairs[len(pairs) // 2][0],
                "m_size_max": pairs[-1][0],
                "subset_minimal_share_mean": _mean(shares),
                "subset_minimal_share_least": round(min(shares), 6),
            }


def window_audit(seen: Seen) -> Iterator[Json]:
    """HYP-007, HYP-008: the widths given by w(I), and the effect of other widths on the same instances."""
    for slice_, group in _slices(seen):
        derived = Counter(system.drawn.width for system in group)
        tried: dict[int, list[tuple[bool, bool]]] = defaultdict(list)
        for system in group:
            for width, given, solved in widths(system.drawn):
                tried[width].append((given, solved))
        for width, outcomes in sorted(tried.items()):
            yield {
                "slice": slice_,
                "width": width,
                "derived_here": derived[width],
                "base_shows_effect": _mean(given for given, _ in outcomes),
                "greedy_of_the_rest": _mean(solved for given, solved in outcomes if not given),
            }


def families(seen: Seen) -> Iterator[Json]:
    """HYP-011, HYP-012: the families of systems by what their instances require; least often solved by greedy
    first."""
    rows: list[Json] = [
        {
            "family": family,
            "instances": len(members),
            "greedy_share": _mean(system.greedy for system in members),
            "two_timesteps_share": _mean(system.timesteps > 1 for system in members),
            "cheapest_timesteps_mean": _mean(system.timesteps for system in members),
            "transitions_mean": _mean(system.transitions for system in members),
        }
        for family, members in _by(seen, lambda system: system.drawn.family).items()
    ]
    yield from sorted(rows, key=lambda row: (row["greedy_share"], -row["instances"], row["family"]))


def cap_transfer(seen: Seen) -> Iterator[Json]:
    """HYP-013, HYP-014: caps from one replicate, and how many certificates of another they admit."""
    replicates = sorted({system.drawn.replicate for system in seen})
    for pilot in replicates:
        limits = caps(cost.diagnostic for one in seen if one.drawn.replicate == pilot for cost in one.sample)
        for other in replicates:
            costs = [c.diagnostic for one in seen if one.drawn.replicate == other for c in one.sample]
            yield {
                "pilot": pilot,
                "applied_to": other,
                "a_ref": limits.a_ref,
                "p_ref": limits.p_ref,
                "certificates": len(costs),
                "feasible_share": _mean(limits.allow(cost) for cost in costs),
            }


def scale(seen: Seen) -> Iterator[Json]:
    """HYP-015, HYP-016, Q-033: counting M(I) over the slices of two replicates, and the sweep's gates."""
    groups = _by(seen, lambda system: (system.drawn.replicate, system.drawn.slice))
    for (replicate, slice_), members in sorted(groups.items()):
        undecided = _mean(system.certificates is None for system in members)
        gap = 1 - (_mean(system.greedy for system in members) or 0.0)
        yield {
            "replicate": replicate,
            "slice": slice_,
            "instances": len(members),
            "transitions_mean": _mean(system.transitions for system in members),
            "transitions_max": max(system.transitions for system in members),
            "peak_max": max(system.peak for system in members),
            "undecided_share": undecided,
            "oracle_minus_greedy": gap,
            "passes": (undecided or 0.0) <= UNDECIDED_SHARE and gap >= SLICE_GAP,
        }


def frame_sizes(seen: Seen) -> Iterator[Json]:
    """HYP-017: the sizes of GF-01-R1's frames, by slice; there is no GF-01-R3 yet to compare with."""
    for slice_, group in _slices(seen):
        shown = [frame for system in group for frame in frames(system.drawn)]
        yield {
            "slice": slice_,
            "instances": len(group),
            "frames": len(shown),
            "width_max": max(frame.width for frame in shown),
            "lines_max": max(frame.lines for frame in shown),
            "frame_characters_mean": round(sum(frame.characters for frame in shown) / len(shown), 3),
            "json_characters_mean": round(sum(frame.canonical for frame in shown) / len(shown), 3),
            "parity": round(sum(frame.parity for frame in shown) / len(shown), 6),
        }


class Study(NamedTuple):
    """A study, and the columns to draw: ``measures`` over ``along``, a line for each value of ``by``."""

    rows: Callable[[Seen], Iterable[Json]]
    along: str
    measures: tuple[str, ...]
    by: str | None = None


STUDIES: Final[dict[str, Study]] = {
    "HYP-005": Study(
        subset_minimality,
        "slice",
        ("normative_steps_mean", "visits_mean", "visits_p90"),
        "atoms_at_once",
    ),
    "HYP-006": Study(matched, "agent", ("open_valid", "hidden_valid", "hidden_sufficient")),
    "HYP-007/008": Study(
        window_audit, "width", ("derived_here", "base_shows_effect", "greedy_of_the_rest"), "slice"
    ),
    "HYP-011/012": Study(
        families, "family", ("greedy_share", "two_timesteps_share", "cheapest_timesteps_mean")
    ),
    "HYP-013/014": Study(cap_transfer, "applied_to", ("feasible_share",), "pilot"),
    "HYP-015/016 Q-033": Study(
        scale, "slice", ("transitions_mean", "undecided_share", "oracle_minus_greedy"), "replicate"
    ),
    "HYP-017": Study(frame_sizes, "slice", ("frame_characters_mean", "json_characters_mean", "width_max")),
    "section 6": Study(
        minimality_rates, "slice", ("subset_minimal_share_mean", "subset_minimal_share_least")
    ),
}


def closure(rows: Sequence[Json]) -> Json:
    """Q-033: closed if two replicates or more pass in every slice and the overall gap is large enough."""
    replicates = sorted({row["replicate"] for row in rows})
    passing = [
        name
        for name in replicates
        if all(row["passes"] for row in rows if row["replicate"] == name)
        and (_mean(row["oracle_minus_greedy"] for row in rows if row["replicate"] == name) or 0.0) >= GAP
    ]
    return {"replicates": len(replicates), "passing": len(passing), "closed": len(passing) >= 2}


def _slices(seen: Seen) -> list[tuple[str, list[Observation]]]:
    return sorted(_by(seen, lambda observed: observed.drawn.slice).items())


def _by(items: Iterable[Any], key: Callable[[Any], Any]) -> dict[Any, list[Any]]:
    """The items grouped by key, in order of first occurrence."""
    groups: dict[Any, list[Any]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def _mean(values: Iterable[Any]) -> float | None:
    average = mean(values)
    return None if average is None else round(average, 6)


def study(
    seed: int, per_slice: int, only: Collection[str] = (), *, hard: bool = False, quiet: bool = True
) -> Json:
    """All studies, or some of them, on a sweep."""
    drawn = sweep(seed, per_slice, hard=hard)
    seen = [observe(system) for system in track(drawn, "observe", total=len(drawn), quiet=quiet)]
    chosen = {name: made.rows for name, made in STUDIES.items() if not only or name in only}
    curves = {name: list(made(seen)) for name, made in chosen.items()}
    config = {"seed": seed, "per_slice": per_slice, "hard": hard}
    results: Json = {
        "schema_version": STUDY_SCHEMA,
        "config": config,
        "instances": len(seen),
        "studies": {key: {"what": str(chosen[key].__doc__), "rows": rows} for key, rows in curves.items()},
        "open": OPEN,
        **versions(config),
    }
    sweeps = curves.get("HYP-015/016 Q-033")
    if sweeps is not None:
        results["closure"] = closure(sweeps)
    return results


def show(results: Json, file: TextIO) -> None:
    """Write the curves as tables."""
    for study in results["studies"].values():
        first = study["rows"][0] if study["rows"] else {}
        texts = sum(isinstance(value, str) for value in first.values())
        rows = [list(map(_text, row.values())) for row in study["rows"]]
        table(study["what"], list(first), rows, file, texts=texts)
    for name, why in results["open"].items():
        file.write(f"open, {name}: {why}\n")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


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
        (stem(name), partial(_figure, name=name, curve=STUDIES[name], rows=study["rows"]))
        for name, study in results["studies"].items()
        if study["rows"]
    ]
    return write(draws, folder, ("png",))


def _figure(plt: Any, name: str, curve: Study, rows: list[Json]) -> Any:
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


def lines(curve: Study, measure: str, rows: list[Json]) -> dict[str, list[tuple[str, float]]]:
    """The points of each line of a panel; a row without the measure has no point.

    >>> lines(Study(list, "x", ("y",), "s"), "y", [{"x": 1, "y": 2, "s": "a"}, {"x": 2, "y": None, "s": "a"}])
    {'a': [('1', 2)]}
    """
    points: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        if row[measure] is not None:
            label = "" if curve.by is None else str(row[curve.by])
            points.setdefault(label, []).append((str(row[curve.along]), row[measure]))
    return points
