"""Validation of run records: every figure of a row is computed again from its certificate and its instance.

The public implementation believes what a row says; rows with invented figures pass there.  Here a row holds
when it keeps the policies, says of its instance what the instance says of itself, stands once for its agent,
track, instance and sample, and when each of its figures is the one that the certificate has.

>>> [fault.field for fault in disagreements({"valid": True, "ap_f1": 7.5}, {"valid": False, "ap_f1": 0.5})]
['valid', 'ap_f1']
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ....instances.canonical import encode
from ....instances.formats.gf01 import Gf01Instance
from ..metrics import FIGURES, Metrics
from ..question import Interventions
from ..reference import MEASURES, Semantics
from .diagnostics import Caps, untruths
from .policies import OPEN, violations

TOLERANCE: Final = 1e-9  # figures are quotients; the last digits depend on how they were divided
SHARED: Final = (
    *("split_id", "mode", "t_star", "window_size", "budget_timestep", "budget_atoms"),
    *("seed", "content_hash"),
)  # what a row may repeat of its instance
TABLES: Final = ("complexity", "identifiability")
"""Figures of the instance that a row may repeat; those that both state are compared."""
ROUNDED: Final = 1e-6  # writers of these figures round them
SINGLE: Final = ("agent_name", "eval_track", "renderer_track", "instance_id")
"""What names a row, with its view and its sample."""
FAMILY_ID: Final = "GF-01"

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong with a field of a row."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


@dataclass(frozen=True, slots=True)
class ValidatedRow:
    """A row, the metrics that its certificate has, and what is wrong with it; it holds when nothing is."""

    row: Row
    instance: Gf01Instance | None
    metrics: Metrics | None
    faults: tuple[RowFault, ...]

    @property
    def holds(self) -> bool:
        """Whether the row is what it says."""
        return not self.faults


@dataclass(frozen=True)
class BundleInstance:
    """An instance of the bundle, and the question that it asks."""

    instance: Gf01Instance
    question: Interventions


def known(instances: Iterable[Gf01Instance]) -> dict[str, BundleInstance]:
    """The instances by id, each with its question, whose oracles are kept."""
    return {each.instance_id: BundleInstance(each, Interventions.of(each)) for each in instances}


def validate(
    rows: Iterable[Row],
    instances: Mapping[str, BundleInstance],
    *,
    semantics: Semantics = "specification",
    limits: Caps | None = None,
) -> Iterator[ValidatedRow]:
    """The rows (``gf01.run_record.v1``) in order, each with its faults; ``limits`` are the set's caps."""
    seen: dict[bytes, int] = {}
    for number, row in enumerate(rows, 1):
        faults = [RowFault(*text.split(": ", 1)) for text in violations(row)]
        if row["family_id"] != FAMILY_ID:
            faults.append(RowFault("family_id", f"{row['family_id']!r} is not {FAMILY_ID}"))
        key = (*(row[name] for name in SINGLE), row.get("view", OPEN), row.get("sample", 0))
        if (first := seen.setdefault(encode(key), number)) != number:
            message = f"row {first} is of the same agent, track, view and instance"
            faults.append(RowFault("instance_id", message))
        if (entry := instances.get(row["instance_id"])) is None:
            faults.append(RowFault("instance_id", f"{row['instance_id']!r} is not in the bundle"))
            yield ValidatedRow(row, None, None, tuple(faults))
            continue
        metrics = MEASURES[semantics](entry.question, row["certificate"])
        faults += _strays(row, entry.instance)
        faults += disagreements(row, figures_of(metrics))
        faults += [RowFault(*fault) for fault in untruths(row, entry.question, limits)]
        yield ValidatedRow(row, entry.instance, metrics, tuple(faults))


def figures_of(metrics: Metrics) -> dict[str, Any]:
    """The figures of a row that its certificate has."""
    return {
        "suff": metrics.sufficient,
        "min1": metrics.min1,
        "valid": metrics.valid,
        "goal": metrics.sufficient,
        "eff_t": metrics.eff_t,
        "eff_a": metrics.eff_a,
        "subset_minimal": metrics.subset_minimal,
        "kappa": None if metrics.kappa is None else list(metrics.kappa),
        "structure_ok": metrics.structure_ok,
        "reason": metrics.reason,
        **{name: getattr(metrics, name) for name in FIGURES},
    }


def disagreements(row: Row, figures: Mapping[str, Any]) -> list[RowFault]:
    """The figures that a row states (``null`` for no value) and that are not those of its certificate."""
    return [
        RowFault(name, f"{row[name]!r} is stored, the certificate has {computed!r}")
        for name, computed in figures.items()
        if name in row and not _near(row[name], computed, TOLERANCE)
    ]


def _strays(row: Row, instance: Gf01Instance) -> list[RowFault]:
    faults = []
    for name in SHARED:
        own = getattr(instance, name)
        if name in row and own != "" and not (type(row[name]) is type(own) and row[name] == own):
            faults.append(RowFault(name, f"{row[name]!r:.200} is stored, the instance has {own!r:.200}"))
    for name in TABLES:
        own, stored = getattr(instance, name), row.get(name, {})
        if not isinstance(stored, Mapping):
            faults.append(RowFault(name, f"{stored!r:.60} is no table of figures"))
            continue
        faults += [
            RowFault(name, f"{part} {stored[part]!r:.60} is stored, the instance has {own[part]!r:.60}")
            for part in sorted(own.keys() & stored.keys())
            if not _near(stored[part], own[part], ROUNDED)
        ]
    return faults


def _near(stored: Any, own: Any, tolerance: float) -> bool:
    if type(own) in (int, float) and type(stored) in (int, float):
        return bool(abs(stored - own) <= tolerance)
    return type(stored) is type(own) and bool(stored == own)
