"""Precision, recall and F1 between an answered set of atoms and a right one, in TempoBench's two views.

AP level: over the union of the atoms of both sets.  Timestep level: over the steps that occur in either; a
step counts as hit when both sets have just the same atoms there.  Steps that neither set mentions count
nowhere, so leaving steps empty earns nothing, and superfluous steps cost precision.

>>> overlap({(0, 0), (1, 0)}, {(0, 0)})["ap_f1"]
0.6666666666666666
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from .cells import Cell


def overlap(answered: AbstractSet[Cell], right: AbstractSet[Cell]) -> dict[str, float]:
    """``ap_precision, ap_recall, ap_f1, ts_precision, ts_recall, ts_f1``; both sets empty give 1.0."""
    ours, theirs = _steps(answered), _steps(right)
    hits = sum(theirs.get(step) == there for step, there in ours.items())
    return {
        **_figures("ap", len(answered & right), len(answered), len(right)),
        **_figures("ts", hits, len(ours), len(theirs)),
    }


def best_overlap(answered: AbstractSet[Cell], family: Iterable[AbstractSet[Cell]]) -> dict[str, float]:
    """The overlap with the member of a family that gives the best AP F1, then the best timestep F1."""
    found = [overlap(answered, right) for right in family]
    return max(found, key=lambda one: (one["ap_f1"], one["ts_f1"]), default=overlap(answered, frozenset()))


def _steps(cells: AbstractSet[Cell]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for step, index in cells:
        found.setdefault(step, set()).add(index)
    return found


def _figures(level: str, hits: int, answered: int, right: int) -> dict[str, float]:
    if not answered and not right:
        precision = recall = f1 = 1.0
    else:
        precision = hits / answered if answered else 0.0
        recall = hits / right if right else 0.0
        f1 = 2 * hits / (answered + right)
    return {f"{level}_precision": precision, f"{level}_recall": recall, f"{level}_f1": f1}
