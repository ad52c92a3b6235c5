"""The studies that the HYP and Q entries of the specification ask for, over the observations of a sweep.

Each is a function from observations to rows, one a point of a curve.  All figures are counts and shares of
counts, so that a study is the same on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...instances.records import Json
from ...verifiers.reactive.gf01.diagnostics import P as QUANTILE
from ...verifiers.reactive.gf01.diagnostics import caps, quantile
from .frames import frame_sizes
from .observing import Observation, widths
from .views import matched

Rows = list[Json]
Seen = Sequence[Observation]

UNDECIDED_SHARE, GAP, SLICE_GAP = 0.25, 0.10, 0.05
"""Q-033: at most so many undecided; oracle above greedy by at least this, overall and in each slice."""


def subset_minimality(seen: Seen) -> Rows:
    """HYP-005: the cost of the exact diagnostic beside the normative check, by slice and atoms at once."""
    groups: dict[tuple[str, int], list[tuple[int, int, int]]] = defaultdict(list)
    for one in seen:
        for found in one.sample:
            key = (one.slice, found.most_at_once)
            groups[key].append((found.normative, found.diagnostic.visits, found.diagnostic.peak))
    return [
        {
            "slice": slice_,
            "atoms_at_once": atoms,
            "certificates": len(costs),
            "normative_steps_mean": _mean(one for one, _, _ in costs),
            "visits_mean": _mean(visits for _, visits, _ in costs),
            "visits_p90": quantile([visits for _, visits, _ in costs], QUANTILE),
            "visits_max": max(visits for _, visits, _ in costs),
            "peak_max": max(peak for _, _, peak in costs),
        }
        for (slice_, atoms), costs in sorted(groups.items())
    ]


def minimality_rates(seen: Seen) -> Rows:
    """Section 6: how many members of M(I) are subset-minimal, counted exactly, by slice."""
    rows = []
    for slice_, group in _by_slice(seen):
        pairs = sorted((one.certificates, one.subset_minimal or 0) for one in group if one.certificates)
        if pairs:
            shares = [minimal / size for size, minimal in pairs]
            rows.append(
                {
                    "slice": slice_,
                    "instances": len(pairs),
                    "m_size_median": pairs[len(pairs) // 2][0],
                    "m_size_max": pairs[-1][0],
                    "subset_minimal_share_mean": _mean(shares),
                    "subset_minimal_share_least": round(min(shares), 6),
                }
            )
    return rows


def window_audit(seen: Seen) -> Rows:
    """HYP-007, HYP-008: the widths that w(I) takes, and what other widths would do to the same instances."""
    rows = []
    for slice_, group in _by_slice(seen):
        derived = Counter(one.width for one in group)
        tried: dict[int, list[tuple[bool, bool]]] = defaultdict(list)
        for one in group:
            for width, given, solved in widths(one.drawn):
                tried[width].append((given, solved))
        rows += [
            {
                "slice": slice_,
                "width": width,
                "derived_here": derived[width],
                "base_shows_effect": _mean(given for given, _ in outcomes),
                "greedy_of_the_rest": _mean(solved for given, solved in outcomes if not given),
            }
            for width, outcomes in sorted(tried.items())
        ]
    return rows


def families(seen: Seen) -> Rows:
    """HYP-011, HYP-012: the families of systems by what their instances ask for; least greedy first."""
    groups: dict[str, list[Observation]] = defaultdict(list)
    for one in seen:
        groups[one.drawn.family].append(one)
    rows: Rows = [
        {
            "family": family,
            "instances": len(members),
            "greedy_share": _mean(one.greedy for one in members),
            "two_timesteps_share": _mean(one.cheapest[0] > 1 for one in members),
            "cheapest_timesteps_mean": _mean(one.cheapest[0] for one in members),
            "transitions_mean": _mean(one.transitions for one in members),
        }
        for family, members in groups.items()
    ]
    return sorted(rows, key=lambda row: (row["greedy_share"], -row["instances"], row["family"]))


def cap_transfer(seen: Seen) -> Rows:
    """HYP-013, HYP-014: caps from one replicate, and how many certificates of another they let through."""
    replicates = sorted({one.drawn.replicate for one in seen})
    rows = []
    for pilot in replicates:
        found = caps(cost.diagnostic for one in seen if one.drawn.replicate == pilot for cost in one.sample)
        for other in replicates:
            costs = [c.diagnostic for one in seen if one.drawn.replicate == other for c in one.sample]
            rows.append(
                {
                    "pilot": pilot,
                    "applied_to": other,
                    "a_ref": found.a_ref,
                    "p_ref": found.p_ref,
                    "certificates": len(costs),
                    "feasible_share": _mean(found.allow(cost) for cost in costs),
                }
            )
    return rows


def scale(seen: Seen) -> Rows:
    """HYP-015, HYP-016, Q-033: counting M(I) over the slices of two replicates, and the sweep's gates."""
    groups: dict[tuple[int, str], list[Observation]] = defaultdict(list)
    for one in seen:
        groups[one.drawn.replicate, one.slice].append(one)
    rows = []
    for (replicate, slice_), members in sorted(groups.items()):
        undecided, greedy = (
            _mean(one.certificates is None for one in members),
            _mean(o.greedy for o in members),
        )
        gap = 1 - (greedy or 0.0)
        rows.append(
            {
                "replicate": replicate,
                "slice": slice_,
                "instances": len(members),
                "transitions_mean": _mean(one.transitions for one in members),
                "transitions_max": max(one.transitions for one in members),
                "peak_max": max(one.peak for one in members),
                "undecided_share": undecided,
                "oracle_minus_greedy": gap,
                "passes": (undecided or 0.0) <= UNDECIDED_SHARE and gap >= SLICE_GAP,
            }
        )
    return rows


def views(seen: Seen) -> Rows:
    """HYP-006: the same baselines on the same instances in both views; matched humans remain to be asked."""
    return matched([one.question for one in seen], [one.drawn.mode for one in seen])


STUDIES: dict[str, Callable[[Seen], Rows]] = {
    "HYP-005": subset_minimality,
    "HYP-006": views,
    "HYP-007/008": window_audit,
    "HYP-011/012": families,
    "HYP-013/014": cap_transfer,
    "HYP-015/016 Q-033": scale,
    "HYP-017": frame_sizes,
    "section 6": minimality_rates,
}


def closure(rows: Rows) -> Json:
    """Q-033: closed when two replicates or more pass in every slice and the gap is large enough overall."""
    replicates = sorted({row["replicate"] for row in rows})
    passing = [
        name
        for name in replicates
        if all(row["passes"] for row in rows if row["replicate"] == name)
        and (_mean(row["oracle_minus_greedy"] for row in rows if row["replicate"] == name) or 0.0) >= GAP
    ]
    return {"replicates": len(replicates), "passing": len(passing), "closed": len(passing) >= 2}


def _by_slice(seen: Seen) -> list[tuple[str, list[Observation]]]:
    groups: dict[str, list[Observation]] = defaultdict(list)
    for one in seen:
        groups[one.slice].append(one)
    return sorted(groups.items())


def _mean(values: Iterable[Any]) -> float | None:
    listed = list(values)
    return round(sum(listed) / len(listed), 6) if listed else None
