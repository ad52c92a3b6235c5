"""The member of M(I) that a submitted certificate is closest to (DEC-025), over the whole of M(I).

The target maximises F1_AP; ties go to the larger F1_TS, to fewer timesteps, to the list of cells (step,
input) that is first in lexicographic order ("canonical atom hash order" leaves that open).

F1 = 2 tp / (|C_a| + |C|) is a ratio of sums over the flips, so Dinkelbach's method (1967) applies: for a
guess p/q the best C for 2 q tp - p (|C_a| + |C|) is a longest path in the automaton of M(I) (``closest.py``);
its ratio is the next guess, and when nothing is above 0 the guess is the maximum.  Guesses are ratios of
certificates in hand, so a path has to reach 0, which keeps most of the automaton out of sight.  Matched
timesteps count below that weight, for each |TS(C)| apart.  Where no certificate shares an atom with C_a, the
same is done with timesteps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ...domains.reactive.effect import Product
from ...instances.errors import LimitError
from .atoms import Settings
from .automaton import LIMIT, START, CertificateAutomaton
from .cells import Cells, by_step, cost, everything, members, per_step, steps_of
from .certificates import Enumeration
from .check import cheapest, check, smaller
from .closest import Row, Weighted

LISTED = 20_000  # certificates that are compared one by one


@dataclass(frozen=True)
class ClosestCertificate:
    """The closest certificate, None when M(I) is empty, and how close it is."""

    certificate: Cells | None
    ap_precision: float
    ap_recall: float
    ap_f1: float
    ts_precision: float
    ts_recall: float
    ts_f1: float


def scores(submitted: int, target: int, common: int) -> tuple[float, float, float]:
    """Precision, recall and F1 of sets of these sizes; 0 where a quotient has no value.

    >>> scores(2, 3, 1)
    (0.5, 0.3333333333333333, 0.4)
    """
    precision = common / submitted if submitted else 0.0
    recall = common / target if target else 0.0
    return precision, recall, 2 * common / (submitted + target) if common else 0.0


def match(given: Settings, inputs: int, target: Cells | None) -> ClosestCertificate:
    """How close a certificate is to the flips of ``target``; to nothing when it is None."""
    gold = target or 0
    steps, gold_steps = steps_of(given.cells, inputs), steps_of(gold, inputs)
    by_atom = scores(given.cells.bit_count(), gold.bit_count(), (given.flips & gold).bit_count())
    by_timestep = scores(steps.bit_count(), gold_steps.bit_count(), (steps & gold_steps).bit_count())
    return ClosestCertificate(target, *by_atom, *by_timestep)


def best_match(
    product: Product, budget: int, given: Settings, *, settings: int | None = None, bound: int = LIMIT
) -> ClosestCertificate | None:
    """The closest certificate with at most ``budget`` timesteps and ``settings`` atoms; None where undecided.

    That is beyond ``bound`` transitions, or ``LISTED`` certificates where the closest has too many atoms.
    Idle cells of ``given`` count in it and match nothing.
    """
    try:
        target = _Search(product, budget, given, bound).run()
        if target is not None and settings is not None and target.bit_count() > settings:
            return _listed(product, budget, given, settings, bound)
    except LimitError:
        return None
    return match(given, product.inputs, target)


def _listed(
    product: Product, budget: int, given: Settings, settings: int, bound: int
) -> ClosestCertificate | None:
    """The closest of all certificates within both budgets, one by one; None when they are too many."""
    certificates, complete = Enumeration(product, budget, settings, limit=bound).first(LISTED)
    if not complete:
        return None
    inputs = product.inputs

    def worth(cells: Cells) -> tuple[float, float, int]:
        found = match(given, inputs, cells)
        return found.ap_f1, found.ts_f1, -cost(cells, inputs)[0]

    closest = max(sorted(certificates, key=members), key=worth, default=None)
    return match(given, inputs, closest)


@dataclass(frozen=True)
class _Ratio:
    """2 common / (size + parts): what a flip brings to the common and to the parts."""

    inputs: int
    size: int
    common: Callable[[int, int], int]
    parts: Callable[[int, int], int]
    below: Callable[[int], int]  # what a step is worth where two ratios are equal, 0 or 1
    most_common: int

    def of(self, cells: Cells) -> Fraction:
        masks = list(by_step(cells, self.inputs))
        common = sum(self.common(step, mask) for step, mask in masks)
        parts = sum(self.parts(step, mask) for step, mask in masks)
        return Fraction(2 * common, self.size + parts) if common else Fraction(0)


class _Search:
    def __init__(self, product: Product, budget: int, given: Settings, bound: int):
        self.product, self.inputs, self.given = product, product.inputs, given
        self.budget = max(-1, min(budget, product.horizon))
        self.automaton = CertificateAutomaton(product, limit=bound)
        self.unit = product.horizon + 1
        self.steps = frozenset(members(steps_of(given.cells, self.inputs)))
        self.flips = given.flips & everything(self.inputs, product.horizon)

    def run(self) -> Cells | None:
        """The target; None when M(I) is empty."""
        best = cheapest(self.product, self.budget)
        if best is None:
            return None
        if self.flips and self._within(self.flips) and check(self.product, self.flips).valid:
            return self.flips  # another shares k of them at most, and 2 k / (|C_a| + k) grows with k
        known, size = [best], self.given.cells.bit_count()
        part = smaller(self.product, self.flips)
        if part is not None and self._within(part):
            known.append(part)
        submitted, steps = per_step(self.flips, self.inputs, self.product.horizon), self.steps
        by_atoms = _Ratio(
            self.inputs,
            size,
            lambda step, mask: (mask & submitted[step]).bit_count(),
            lambda _, mask: mask.bit_count(),
            lambda step: int(step in steps),
            self.flips.bit_count(),
        )
        many = len(steps)
        by_steps = _Ratio(self.inputs, many, lambda step, _: step in steps, lambda *_: 1, lambda _: 0, many)
        for ratio in (by_atoms, by_steps):
            target = self._largest(ratio, known) if ratio.most_common else None
            if target is not None:
                return target
        # nothing is shared with any certificate: the fewest timesteps, then the first list
        least, _ = cost(best, self.inputs)
        weighted = Weighted(self.automaton, lambda _, __: 0, frozenset(), least)
        return weighted.first(weighted.table(0), least)

    def _within(self, cells: Cells) -> bool:
        return cost(cells, self.inputs)[0] <= self.budget

    def _largest(self, ratio: _Ratio, known: list[Cells]) -> Cells | None:
        """The target among the certificates of the largest ratio; None when that is 0."""
        guess = max(map(ratio.of, known))
        guess = max(guess, self._better(ratio, guess))
        while guess:
            weighted, need = self._weighted(ratio, guess)
            table = weighted.table(need)
            row = weighted.row(table, 0, START)
            most = max(value for value in row if value is not None)
            if most < need + self.unit:
                return weighted.first(table, self._timesteps(row))
            guess = ratio.of(weighted.first(table, row.index(most)))
        return None

    def _better(self, ratio: _Ratio, known: Fraction) -> Fraction:
        """The ratio of some certificate that is above ``known``, or 0 when there is none. Tried are ratios
        that can be, from the largest that the relaxation allows downwards."""
        parts = self.budget * self.inputs
        self.automaton.spend(parts * ratio.most_common)
        values = {
            Fraction(2 * common, ratio.size + rest)
            for common in range(1, ratio.most_common + 1)
            for rest in range(common, parts + 1)
        }
        tried = sorted((value for value in values if value > known), reverse=True)
        while tried:
            weighted, need = self._weighted(ratio, tried[0])
            if weighted.reaches(need):
                table = weighted.table(need)
                row = weighted.row(table, 0, START)
                reached = [value for value in row if value is not None and value >= need]
                if reached:
                    return ratio.of(weighted.first(table, row.index(max(reached))))
            lower = [value for value in tried if 5 * value <= 4 * tried[0]]
            tried = lower or (tried[-1:] if len(tried) > 1 else [])
        return Fraction(0)

    def _weighted(self, ratio: _Ratio, guess: Fraction) -> tuple[Weighted, int]:
        """The worth of flips under a guess, and the sum at which the guess is reached."""
        part, hit = guess.numerator, 2 * guess.denominator

        def worth(step: int, mask: int) -> int:
            primary = hit * ratio.common(step, mask) - part * ratio.parts(step, mask)
            return primary * self.unit + ratio.below(step)

        weighted = Weighted(self.automaton, worth, self.steps, self.budget)
        return weighted, part * ratio.size * self.unit

    def _timesteps(self, row: Row) -> int:
        """The number of timesteps of the target: the best F1_TS among the best sums, then the least."""
        primary = max(value // self.unit for value in row if value is not None)
        best, chosen = Fraction(-1), 0
        for used, value in enumerate(row):
            if value is not None and value // self.unit == primary:
                quality = Fraction(2 * (value % self.unit), used + len(self.steps) or 1)
                if quality > best:
                    best, chosen = quality, used
        return chosen
