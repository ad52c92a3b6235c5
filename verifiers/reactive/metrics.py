"""What GF-01 measures of a submitted certificate: MET-C, MET-M, and precision, recall and F1 (section 7).

The specification's semantics: a certificate is a *set* of atoms; Min1 is asked for whether or not the
certificate is sufficient; Valid = Suff and Min1.  The budgets of timesteps and of single settings are part of
the structure that is reported and of M(I), not of Valid.  An atom that agrees with the base trace counts in
the costs and can always be left out.  ``reference.py`` has the other semantics, that of the public code.

    MET-C = Valid;  MET-M: kappa = (Valid, Suff, -Eff_t, -Eff_a), compared lexicographically.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from ...instances.records import Code
from .best_match import Match, best_match
from .check import check
from .interventions import Interventions
from .structure import Atom, flips_in, structure
from .subset import smaller

Semantics = Literal["specification", "reference"]
SEMANTICS: tuple[Semantics, ...] = get_args(Semantics)
FIGURES = ("ap_precision", "ap_recall", "ap_f1", "ts_precision", "ts_recall", "ts_f1")
LARGEST = 2**63 - 1
"""The largest integer that every JSON writer of ours takes."""
OVER_BUDGET = "timestep budget exceeded"
"""The public code's words."""


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


def figures(match: Match | None) -> dict[str, Any]:
    """Precision, recall and F1 by atoms and timesteps; None each where the match is undecided."""
    return {name: getattr(match, name, None) for name in FIGURES}


@dataclass(frozen=True)
class Causality:
    """Definitions 10 to 12 and 14 of a set of atoms."""

    sufficient: bool
    min1: bool
    subset_minimal: bool


def causality(question: Interventions, atoms: frozenset[Atom]) -> Causality:
    """Sufficiency and both kinds of minimality; the definitions, also for atoms that change nothing."""
    flips = flips_in(atoms, question.trace)
    checked = check(question.product, flips)
    idle = len(atoms) > sum(mask.bit_count() for _, mask in flips)
    left_out = idle and checked.sufficient
    return Causality(
        checked.sufficient,
        checked.min1 and not left_out,
        not left_out and smaller(question.product, flips) is None,
    )


def measure(question: Interventions, raw: Any, *, semantics: Semantics = "specification") -> Metrics:
    """The metrics of a submitted certificate, any JSON value; never raises for what it holds."""
    if semantics == "reference":
        from .reference import measure as as_published

        return as_published(question, raw)
    found = structure(raw, question.inputs, len(question.trace))
    if not found.ok:
        return Metrics(False, found.reason, m_size=question.size, code=found.code)
    atoms = frozenset(found.atoms)
    steps, size = len({step for step, _, _ in atoms}), len(atoms)
    cause = causality(question, atoms)
    valid = cause.sufficient and cause.min1
    excess = question.excess(steps, size)
    match = best_match(
        question.product, question.budget, atoms, settings=question.budget_atoms, bound=question.limit
    )
    return Metrics(
        structure_ok=not excess,
        reason=excess,
        sufficient=cause.sufficient,
        min1=cause.min1,
        valid=valid,
        subset_minimal=cause.subset_minimal,
        eff_t=steps,
        eff_a=size,
        kappa=(int(valid), int(cause.sufficient), -steps, -size),
        m_size=question.size,
        **figures(match),
        code=Code.OVER_BUDGET if excess else Code.OK,
    )
