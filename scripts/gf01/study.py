"""``certwright gf01 study``: a sweep is drawn, observed once, and put to all studies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TextIO

from ...generators.reactive.sweep import sweep
from ...instances.records import Json
from ..progress import track
from ..tables import table
from .observing import observe
from .provenance import versions
from .studies import STUDIES, closure

STUDY_SCHEMA = "gf01.study.v1"
OPEN = {
    "HYP-006": "a pilot with people, matched to the agents' runs, has not been made",
    "HYP-017": "GF-01-R3 is deferred (DEC-038): there is no second renderer to compare GF-01-R1 with",
}
"""What no sweep can answer."""


def study(
    seed: int, per_slice: int, only: Collection[str] = (), *, hard: bool = False, quiet: bool = True
) -> Json:
    """All studies, or some of them, on a sweep."""
    drawn = sweep(seed, per_slice, hard=hard)
    seen = [observe(one) for one in track(drawn, "observe", total=len(drawn), quiet=quiet)]
    chosen = {name: made for name, made in STUDIES.items() if not only or name in only}
    curves = {name: made(seen) for name, made in chosen.items()}
    config = {"seed": seed, "per_slice": per_slice, "hard": hard}
    found: Json = {
        "schema_version": STUDY_SCHEMA,
        "config": config,
        "instances": len(seen),
        "studies": {
            name: {"what": str(STUDIES[name].__doc__), "rows": rows} for name, rows in curves.items()
        },
        "open": OPEN,
        **versions(config),
    }
    sweeps = curves.get("HYP-015/016 Q-033")
    if sweeps is not None:
        found["closure"] = closure(sweeps)
    return found


def show(found: Json, file: TextIO) -> None:
    """Write the curves as tables."""
    for one in found["studies"].values():
        rows = one["rows"]
        columns = list(rows[0]) if rows else []
        texts = sum(isinstance(value, str) for value in rows[0].values()) if rows else 0
        table(
            one["what"],
            columns,
            [list(map(_text, row.values())) for row in rows],
            file,
            texts=texts,
        )
    for name, why in found["open"].items():
        file.write(f"open, {name}: {why}\n")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
