"""A report of GF-01 for people: one line a stratum and agent, and only the dimensions that differ."""

from __future__ import annotations

from typing import Any, TextIO

from ..tables import table


def write_strata(report: dict[str, Any], file: TextIO) -> None:
    """Write the strata of a report as a table; dimensions that are the same everywhere stand above it."""
    strata = report["strata"]
    dimensions = [name for name in report["dimensions"] if name != "agent_name"]
    same = [name for name in dimensions if len({str(one[name]) for one in strata}) == 1]
    told = ", ".join(f"{name}={strata[0][name]}" for name in same) if strata else ""
    file.write(f"{report['rows']} rows, {report['refused']} refused. {told}\n")
    differ = [name for name in dimensions if name not in same]
    columns = ["agent", *differ, "rows", "certified", "95 % interval", "goal", "AP F1", "TS F1"]
    columns += ["Eff_t", "Eff_a", "subset-min", "kappa"]
    rows = [
        [
            str(one["agent_name"]),
            *(str(one[name]) for name in differ),
            str(one["count"]),
            _number(one["certified_rate"]),
            " - ".join(_number(end) for end in one["certified_interval"]),
            *(_number(one[name]) for name in FIGURES),
            " ".join(_number(part) for part in one["kappa_mean"]),
        ]
        for one in strata
    ]
    table("", columns, rows, file, texts=1 + len(differ))


FIGURES = ("goal_rate", "ap_f1_mean", "ts_f1_mean", "eff_t_mean", "eff_a_mean", "subset_minimal_rate")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
