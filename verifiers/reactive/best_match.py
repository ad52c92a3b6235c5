"""The member of M(I) that a submitted certificate is closest to (DEC-025), over the whole of M(I).

The target maximises F1_AP; ties go to the larger F1_TS, to fewer timesteps, to the list of cells (step,
input) that is first in lexicographic order ("canonical atom hash order" leaves that open).

F1 = 2 tp / (|C_a| + |C|) is a ratio of sums over the flips, so Dinkelbach's method (1967) applies: for a
guess p/q the best C for 2 q tp - p (|C_a| + |C|) is a longest path in the automaton of M(I) (``Weighted``);
its ratio is the next guess, and when nothing is above 0 the guess is the maximum.  Guesses are ratios of
certificates in hand, so a path has to reach 0, which keeps most of the automaton out of sight.  Matched
timesteps count below that weight, for each |TS(C)| apart.  Where no certificate shares an atom with C_a, the
same is done with timesteps.

In a longest path each flip has a worth, and wanted are certificates whose sum reaches ``need``.  A relaxation
looks at the main run alone, shadows aside: its table says for each class at each step what at most k further
timesteps can still bring.  A forward pass over the automaton keeps the states that, with it, can reach the
need; a backward pass over those gives the exact table, one best sum for each number of further timesteps.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...domains.reactive.effect import Product
from ...instances.errors import LimitError
from .atoms import Settings
from .automaton import LIMIT, START, CertificateAutomaton
from .cells import Cells, by_step, cost, everything, members, per_step, steps_of
from .certificates import Enumeration
from .check import cheapest, check, smaller

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

    return match(given, inputs, max(sorted(certificates, key=members), key=worth, default=None))


Worth = Callable[[int, int], int]  # from a step and a mask, not 0, to what flipping it there is worth
Row = list[int | None]  # a best sum for each number of timesteps, or None where there is none
Ways = tuple[tuple[int, bool, int | None], ...]
"""(next state or class, whether without a flip, the best worth of a flip) for each next one."""


class Weighted:
    """The automaton with a worth for each flip; the worth is the same at all steps outside ``special``."""

    def __init__(self, automaton: CertificateAutomaton, worth: Worth, special: frozenset[int], budget: int):
        self.automaton, self.worth, self.special, self.budget = automaton, worth, special, budget
        self._plain: dict[tuple[str, object], Ways] = {}
        self.bounds = self._relax()

    def reaches(self, need: int) -> bool:
        """Whether the relaxation reaches the need at all."""
        return self._hopeful(0, 0, [0], need)

    def table(self, need: int) -> list[dict[int, Row]]:
        """``table[step][state][k]``: the best sum with exactly k timesteps, where the need is reached."""
        layers = self._forward(need)
        table: list[dict[int, Row]] = [{} for _ in layers]
        for step in range(self.automaton.horizon - 1, -1, -1):
            for state in layers[step]:
                row: Row = [0 if self.automaton.settled(step, state) else None, *[None] * self.budget]
                for target, still, gain in self._of_state(step, state):
                    far = self.row(table, step + 1, target)
                    if still:
                        raise_to(row, far, 0, 1, 0)
                    if gain is not None:
                        raise_to(row, far, gain, 0, 1)
                table[step][state] = row
        return table

    def row(self, table: list[dict[int, Row]], step: int, state: int) -> Row:
        """The row of a state; where the table has none, what holds without further timesteps."""
        known = table[step].get(state)
        return known if known is not None else [0 if self.automaton.settled(step, state) else None]

    def first(self, table: list[dict[int, Row]], left: int) -> Cells:
        """The best certificate with ``left`` timesteps whose list of cells comes first."""
        automaton, cells = self.automaton, 0
        step, state = 0, automaton.start
        assert state is not None
        while left:
            value = self.row(table, step, state)[left]
            assert value is not None
            arcs = automaton.arcs(step, state)
            for mask, target in arcs if left > 1 else sorted(arcs, key=_ending):
                gain, rest = self.worth(step, mask) if mask else 0, left - (mask > 0)
                far = self.row(table, step + 1, target)
                if rest < len(far) and (after := far[rest]) is not None and after + gain == value:
                    break
            cells |= mask << step * automaton.inputs
            step, state, left = step + 1, target, left - (mask > 0)
        return cells

    def _forward(self, need: int) -> list[list[int]]:
        """The states at each step that can reach the need and have a timestep left."""
        automaton, budget = self.automaton, self.budget
        reached: dict[int, Row] = {}
        if automaton.start is not None and budget:
            reached[automaton.start] = [0, *[None] * (budget - 1)]
        layers: list[list[int]] = []
        for step in range(automaton.horizon):
            kept = [state for state, row in reached.items() if self._hopeful(step, state, row, need)]
            layers.append(kept)
            after: dict[int, Row] = {}
            for state in kept:
                row = reached[state]
                automaton.spend(budget)
                for target, still, gain in self._of_state(step, state):
                    if (far := after.get(target)) is None:
                        far = after[target] = [None] * budget
                    if still:
                        raise_to(far, row, 0, 0, 0)
                    if gain is not None:
                        raise_to(far, row, gain, 0, 1)
            reached = after
        return [*layers, []]

    def _hopeful(self, step: int, state: int, row: Row, need: int) -> bool:
        bound = self.bounds[step][self.automaton.main_class(state)]
        return any(
            value is not None and (most := bound[self.budget - used]) is not None and value + most >= need
            for used, value in enumerate(row)
        )

    def _relax(self) -> list[list[Row]]:
        """For each step and class: the best sum of at most k further timesteps that lead to acceptance."""
        automaton, budget = self.automaton, self.budget
        after: list[Row] = [[None] * (budget + 1), [0] * (budget + 1)]
        table = [after]
        for step in range(automaton.horizon - 1, -1, -1):
            before: list[Row] = []
            automaton.spend(len(automaton.layers[step]) * (budget + 1))
            for place in range(len(automaton.layers[step])):
                row: Row = [None] * (budget + 1)
                for target, still, gain in self._of_class(step, place):
                    far = after[target]
                    if still:
                        raise_to(row, far, 0, 0, 0)
                    if gain is not None:
                        raise_to(row, far, gain, 0, 1)
                before.append(row)
            table.append(before)
            after = before
        table.reverse()
        return table

    def _of_state(self, step: int, state: int) -> Ways:
        arcs = self.automaton.arcs(step, state)
        return self._ways("state", step, arcs, id(arcs))

    def _of_class(self, step: int, place: int) -> Ways:
        row, base = self.automaton.layers[step][place], self.automaton.base[step]
        arcs = ((base ^ letter, after) for letter, after in enumerate(row))
        return self._ways("class", step, arcs, (id(row), base))

    def _ways(self, kind: str, step: int, arcs: Iterable[tuple[int, int]], key: object) -> Ways:
        plain = step not in self.special
        if plain and (kind, key) in self._plain:
            return self._plain[kind, key]
        listed = tuple(arcs)
        self.automaton.spend(len(listed))
        best: dict[int, tuple[bool, int | None]] = {}
        for mask, target in listed:
            still, gain = best.get(target, (False, None))
            if mask:
                worth = self.worth(step, mask)
                gain = worth if gain is None else max(worth, gain)
            best[target] = (still or not mask, gain)
        ways = tuple((target, *way) for target, way in best.items())
        if plain:
            self._plain[kind, key] = ways
        return ways


def raise_to(row: Row, far: Row, gain: int, first: int, shift: int) -> None:
    """``row[k + shift]`` becomes at least ``far[k] + gain``, for k from ``first`` on."""
    for place in range(first, min(len(far), len(row) - shift)):
        if (value := far[place]) is not None:
            known = row[place + shift]
            row[place + shift] = value + gain if known is None else max(known, value + gain)


def _ending(arc: tuple[int, int]) -> tuple[bool, list[int]]:
    """The order of masks where the list of cells ends with this step: a beginning comes before the longer."""
    mask = arc[0]
    return mask == 0, members(mask)


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
        if (best := cheapest(self.product, self.budget)) is None:
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
            if (target := self._largest(ratio, known) if ratio.most_common else None) is not None:
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
                if reached := [value for value in row if value is not None and value >= need]:
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

        return Weighted(self.automaton, worth, self.steps, self.budget), part * ratio.size * self.unit

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
