"""What GF-01 measures of a submitted certificate: MET-C, MET-M, and precision, recall and F1 (section 7).

The specification's semantics: a certificate is a *set* of atoms; Min1 is asked for whether or not the
certificate is sufficient; Valid = Suff and Min1.  The budgets of timesteps and of single settings are part of
the structure that is reported and of M(I), not of Valid.  An atom that agrees with the base trace counts in
the costs and can always be left out.  ``reference.py`` has the other semantics, that of the public code.

    MET-C = Valid;  MET-M: kappa = (Valid, Suff, -Eff_t, -Eff_a), compared lexicographically.
"""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from ...domains.reactive.effect import Product
from ...instances.records import Code
from .atoms import AtomFault, Settings, read_settings
from .best_match import ClosestCertificate, best_match
from .cells import Cells, cost
from .check import Checked, check, smaller
from .question import Interventions

FIGURES = ("ap_precision", "ap_recall", "ap_f1", "ts_precision", "ts_recall", "ts_f1")
LARGEST = 2**63 - 1  # the largest integer that every JSON writer of ours takes


@dataclass(frozen=True)
class Metrics:
    """One row of figures.  What is None has no value (no certificate) or is undecided (beyond the bounds)."""

    structure_ok: bool
    reason: str = ""
    sufficient: bool = False
    min1: bool = False
    valid: bool = False
    subset_minimal: bool = False
    eff_t: int | None = None
    eff_a: int | None = None
    kappa: tuple[int, int, int, int] | None = None
    ap_precision: float | None = 0.0
    ap_recall: float | None = 0.0
    ap_f1: float | None = 0.0
    ts_precision: float | None = 0.0
    ts_recall: float | None = 0.0
    ts_f1: float | None = 0.0
    m_size: int | None = None
    code: Code = Code.OK

    def json(self) -> dict[str, Any]:
        """As a JSON object; an ``m_size`` beyond ``LARGEST`` is the text of its digits."""
        fields = asdict(self)
        fields["code"] = self.code.value
        if self.m_size is not None and self.m_size > LARGEST:
            fields["m_size"] = str(self.m_size)
        fields["kappa"] = None if self.kappa is None else list(self.kappa)
        return fields


def figures(match: ClosestCertificate | None) -> dict[str, Any]:
    """Precision, recall and F1 by atoms and timesteps; None each where the match is undecided."""
    return {name: getattr(match, name, None) for name in FIGURES}


@dataclass(frozen=True)
class Causality:
    """Definitions 10 to 12 and 14 of a submitted certificate, each "no" with its witness."""

    product: Product
    given: Settings

    @cached_property
    def checked(self) -> Checked:
        """The runs of the settings, and of all but one; what changes nothing can go where they suffice."""
        sufficient, removable = check(self.product, self.given.flips)
        return Checked(sufficient, removable | (self.given.idle if sufficient else 0))

    @cached_property
    def smaller(self) -> Cells | None:
        """The flips of the cheapest sufficient proper subset; None where there is none."""
        part = smaller(self.product, self.given.flips)
        return self.given.flips if part is None and self.given.idle and self.checked.sufficient else part

    @property
    def subset_minimal(self) -> bool:
        """No proper subset is sufficient."""
        return self.smaller is None


def measure(question: Interventions, raw: Any) -> Metrics:
    """The metrics of a submitted certificate, any JSON value; never raises for what it holds."""
    given = read_settings(raw, question.inputs, question.trace)
    if isinstance(given, AtomFault):
        return Metrics(False, given.message, m_size=question.size, code=given.code)
    steps, size = cost(given.cells, len(question.inputs))
    cause = Causality(question.product, given)
    checked = cause.checked
    excess, budgets = question.excess(steps, size), (question.budget, question.budget_atoms)
    match = best_match(question.product, budgets[0], given, settings=budgets[1], bound=question.limit)
    return Metrics(
        not excess,
        excess,
        *(checked.sufficient, checked.min1, checked.valid, cause.subset_minimal),
        eff_t=steps,
        eff_a=size,
        kappa=(int(checked.valid), int(checked.sufficient), -steps, -size),
        m_size=question.size,
        **figures(match),
        code=Code.OVER_BUDGET if excess else Code.OK,
    )
