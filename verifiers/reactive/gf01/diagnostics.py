"""The subset-minimality diagnostic and when it may stay away (DEC-012a, DEC-012b, DEC-019 to DEC-023).

The normative checks are exact and always made.  The diagnostic is exact when it runs; it may be marked
infeasible under two caps: A_ref bounds the algorithm, here the (node, submask) pairs that the forward pass of
``smaller`` visits; P_ref bounds the platform, here the most nodes that it holds at one step.  Both are
counts, never seconds, so they mean the same everywhere.  The dual-threshold rule (DEC-022, DEC-023) takes the
p-quantile of the costs seen on a pilot, p = 0.90, times k = 3.

>>> caps([Cost(10, 2), Cost(20, 4), Cost(30, 3)])
Caps(a_ref=90, p_ref=12)
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from ....domains.reactive.effect import Product
from ..atoms import AtomFault, read_settings
from ..cells import Cells, per_step, submasks
from ..check import smaller
from ..question import Interventions

P: Final = Fraction(9, 10)
K: Final = 3

Status = Literal["exact", "infeasible", "not-run"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What the diagnostic costs on one certificate."""

    visits: int
    peak: int


@dataclass(frozen=True, slots=True)
class Caps:
    """Above either of them the diagnostic is not run."""

    a_ref: int
    p_ref: int

    def allow(self, cost: Cost) -> bool:
        """Whether the diagnostic may run."""
        return cost.visits <= self.a_ref and cost.peak <= self.p_ref


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """``subset_minimal`` is None unless the status is exact."""

    status: Status
    subset_minimal: bool | None
    cost: Cost


def cost(product: Product, flips: Cells, bound: int | None = None) -> Cost:
    """The cost of the forward pass; with a bound it stops counting where that is passed."""
    masks = per_step(flips, product.inputs, product.horizon)
    main, nodes = 0, set[int]()
    visits = peak = 0
    for step, (table, letter) in enumerate(zip(product.tables, product.base, strict=True)):
        mask = masks[step]
        visits += (len(nodes) + 1 << mask.bit_count()) - 1
        if bound is not None and visits > bound:
            break
        after = {table[node][letter ^ part] for part in submasks(mask) for node in nodes}
        after |= {table[main][letter ^ part] for part in submasks(mask) if part != mask}
        main, nodes = table[main][letter ^ mask], after
        peak = max(peak, len(nodes))
    return Cost(visits, peak)


def caps(costs: Iterable[Cost], p: Fraction = P, k: int = K) -> Caps:
    """The caps that the costs of a pilot give; those of no cost at all are 0."""
    listed = list(costs)
    visits, peaks = [each.visits for each in listed], [each.peak for each in listed]
    return Caps(k * quantile(visits, p), k * quantile(peaks, p))


def quantile(values: list[int], p: Fraction) -> int:
    """The p-quantile by the nearest rank: the least value that at least p of all do not exceed."""
    if not values:
        return 0
    rank = -(-p.numerator * len(values) // p.denominator)
    return sorted(values)[max(1, rank) - 1]


def diagnose(product: Product, flips: Cells, limits: Caps | None) -> Diagnostic:
    """The diagnostic (definition 14) of a set of flips under caps; without caps it always runs."""
    spent = cost(product, flips, None if limits is None else limits.a_ref)
    if limits is not None and not limits.allow(spent):
        return Diagnostic("infeasible", None, spent)
    return Diagnostic("exact", smaller(product, flips) is None, spent)


def submitted(question: Interventions, raw: Any) -> Cells | None:
    """The flips of what was submitted; None where that is no certificate."""
    given = read_settings(raw, question.inputs, question.trace)
    return None if isinstance(given, AtomFault) else given.flips


def diagnosed(question: Interventions, raw: Any, limits: Caps | None) -> Diagnostic:
    """The diagnostic of what was submitted; not run for what is no certificate."""
    if (flips := submitted(question, raw)) is None:
        return Diagnostic("not-run", None, Cost(0, 0))
    return diagnose(question.product, flips, limits)


def untruths(
    row: Mapping[str, Any], question: Interventions, limits: Caps | None
) -> Iterator[tuple[str, str]]:
    """What a row says of the diagnostic and is not so, as (field, message). Whether it was infeasible is for
    the caps to say; without them a row may not claim more than it costs."""
    if not {"diagnostic_status", "diagnostic_visits", "diagnostic_peak"} & row.keys():
        return
    status = row.get("diagnostic_status", "not-run")
    if status not in STATUSES:
        yield "diagnostic_status", f"{str(status)[:60]!r} is not one of {', '.join(STATUSES)}"
        return
    if status == "infeasible" and row.get("subset_minimal") is not None:
        yield "subset_minimal", f"{row['subset_minimal']!r} is stored, but the diagnostic was infeasible"
    flips = submitted(question, row["certificate"])
    if flips is None and status != "not-run":
        yield "diagnostic_status", f"{status!r} is stored, but what was submitted is no certificate"
        return
    spent = Cost(0, 0)
    if flips is not None and status != "not-run":
        spent = cost(question.product, flips, limits.a_ref if limits and status == "infeasible" else None)
        if limits is not None and limits.allow(spent) != (status == "exact"):
            yield "diagnostic_status", f"{status!r} is stored, the caps say otherwise"
            return
    for name, own in (("diagnostic_visits", spent.visits), ("diagnostic_peak", spent.peak)):
        stored = row.get(name, own)
        if not (stored <= own if status == "infeasible" and limits is None else stored == own):
            yield name, f"{stored!r} is stored, the certificate has {own}"
