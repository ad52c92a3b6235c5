"""One certificate under the four questions, each "no" with its witness.

Sufficient?  Singleton-minimal: which atoms can be left out?  Subset-minimal: which proper subset is enough?
Cardinality-minimal: which certificate is cheaper in (timesteps, atoms)?  The definitions are GF-01's (10, 11,
12 and 14); the last is the key of MET-M.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .cheapest import cheapest
from .check import Flips, cells, check
from .interventions import Interventions
from .metrics import Semantics
from .structure import Atom, flips_in
from .subset import smaller


@dataclass(frozen=True)
class Examination:
    """The verdicts; witnesses are lists of atoms, None where there is none."""

    sufficient: bool
    min1: bool
    removable: tuple[Atom, ...]
    """The atoms without which the effect happens."""
    subset_minimal: bool
    smaller: tuple[Atom, ...] | None
    """The cheapest sufficient proper subset."""
    cardinality_minimal: bool
    cheapest: tuple[Atom, ...] | None
    """The cheapest certificate there is."""
    timesteps: int
    atoms: int
    within_budget: bool

    @property
    def valid(self) -> bool:
        """Sufficient and singleton-minimal."""
        return self.sufficient and self.min1


def examine(
    question: Interventions, atoms: Sequence[Atom], semantics: Semantics = "specification"
) -> Examination:
    """Put the four questions to the atoms of a well-formed certificate; some may agree with the base trace.

    In the reference's semantics a repeated atom can be left out, what exceeds the budget is not sufficient,
    and Min1 is asked of sufficient certificates only.
    """
    chosen, trace = frozenset(atoms), question.trace
    published = semantics == "reference"
    listed = list(atoms) if published else sorted(chosen)
    flips = flips_in(chosen, trace)
    changing = frozenset(atoms_of(flips, trace))
    idle = {atom for atom, times in Counter(listed).items() if times > 1 or atom not in changing}
    steps = len({step for step, _, _ in listed})
    checked, within = check(question.product, flips), steps <= question.budget
    sufficient = checked.sufficient and (within or not published)
    removable = [(step, index, _other(trace, step, index)) for step, index in checked.removable]
    if checked.sufficient:
        removable = sorted({*removable, *idle})
    part = smaller(question.product, flips)
    if part is None and idle and checked.sufficient:
        part = flips
    best = cheapest(question.product)
    return Examination(
        sufficient,
        (sufficient or not published) and not removable,
        tuple(removable),
        part is None,
        None if part is None else atoms_of(part, trace),
        sufficient and best is not None and (steps, len(listed)) == (len(best), len(cells(best))),
        None if best is None else atoms_of(best, trace),
        steps,
        len(listed),
        within,
    )


def atoms_of(flips: Flips, trace: Sequence[int]) -> tuple[Atom, ...]:
    """The atoms that flip these cells of the trace."""
    return tuple((step, index, _other(trace, step, index)) for step, index in cells(flips))


def _other(trace: Sequence[int], step: int, index: int) -> int:
    return 1 - (trace[step] >> index & 1)


def named(atoms: Iterable[Atom], inputs: Sequence[str]) -> list[list[Any]]:
    """The atoms as records have them: ``[[3, "r", 1]]``."""
    return [[step, inputs[index], value] for step, index, value in atoms]
