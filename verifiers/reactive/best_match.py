"""The member of M(I) that a submitted certificate is closest to (DEC-025), over the whole of M(I).

The target maximises F1_AP; ties go to the larger F1_TS, then to fewer timesteps, then to the list of cells
(step, input) that is first in lexicographic order (the clause "canonical atom hash order" leaves the order
open; this one is a walk through the automaton).

F1_AP = 2 tp / (|C_a| + |C|) is a ratio of sums over the cells of C, so Dinkelbach's method finds its maximum:
for a guess p/q the best C for 2 q tp - p (|C_a| + |C|) is the answer to a longest-path question in the
automaton of M(I); its F1 is the next guess, and when nothing is above 0 the guess is the maximum.  A last
pass adds, below that weight, the number of matched timesteps; it is kept apart for each |TS(C)|, so that
F1_TS can be compared exactly.  All arithmetic is in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...domains.reactive.product import Product
from ...instances.errors import LimitError
from .check import Flips, cells, flips_of
from .shadows import LIMIT, Arcs, CertificateAutomaton

Atom = tuple[int, int, int]
"""(step, index of an input, value)."""


@dataclass(frozen=True)
class Match:
    """The closest certificate, None when M(I) is empty, and how close it is."""

    certificate: Flips | None
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


def match(atoms: Iterable[Atom], base: Sequence[int], target: Flips | None) -> Match:
    """How close the atoms are to the flips of ``target``; to nothing when it is None."""
    submitted = set(atoms)
    gold = {(step, index, 1 - (base[step] >> index & 1)) for step, index in cells(target or ())}
    steps, gold_steps = {atom[0] for atom in submitted}, {atom[0] for atom in gold}
    by_atom = scores(len(submitted), len(gold), len(submitted & gold))
    return Match(target, *by_atom, *scores(len(steps), len(gold_steps), len(steps & gold_steps)))


def best_match(product: Product, budget: int, atoms: Iterable[Atom], *, bound: int = LIMIT) -> Match | None:
    """The closest certificate with at most ``budget`` timesteps.

    None says that it is undecided: that took more than ``bound`` transitions.  ``atoms`` is the submitted
    set; atoms that agree with the base trace count in it and match nothing.
    """
    submitted = frozenset(atoms)
    try:
        target = _Search(product, budget, submitted, bound).run()
    except LimitError:
        return None
    return match(submitted, product.base, target)


class _Search:
    """Longest paths through the automaton of M(I) under changing weights."""

    def __init__(self, product: Product, budget: int, submitted: frozenset[Atom], bound: int):
        self.automaton = CertificateAutomaton(product, limit=bound)
        self.budget = max(-1, min(budget, product.horizon))
        self.layers = self.automaton.reachable(self.budget)
        self.size, self.steps = len(submitted), {step for step, _, _ in submitted}
        changing = [
            (step, index)
            for step, index, value in submitted
            if step < product.horizon and value != product.base[step] >> index & 1
        ]
        self.wanted = dict(flips_of(changing))

    def run(self) -> Flips | None:
        """The target; None when M(I) is empty."""
        automaton, guess = self.automaton, Fraction(0)
        if automaton.start is None:
            return None
        while True:
            weights = _Weights(guess, self)
            table = self._backward(weights)
            row = self._row(table, 0, automaton.start)
            reached = [value for value in row if value is not None]
            if not reached:
                return None
            offset = guess.numerator * self.size * weights.unit
            if max(reached) - offset < weights.unit:
                return self._walk(table, weights, self._timesteps(row, weights))
            target = self._walk(table, weights, row.index(max(reached)))
            common = sum((mask & self.wanted.get(step, 0)).bit_count() for step, mask in target)
            guess = Fraction(2 * common, self.size + len(cells(target)))

    def _timesteps(self, row: list[int | None], weights: _Weights) -> int:
        """The number of timesteps of the target: the best F1_TS among the best weights, then the least."""
        primary = max(value // weights.unit for value in row if value is not None)
        best, chosen = Fraction(-1), 0
        for used, value in enumerate(row):
            if value is not None and value // weights.unit == primary:
                matched, all_steps = value % weights.unit, used + len(self.steps)
                quality = Fraction(2 * matched, all_steps) if matched else Fraction(0)
                if quality > best:
                    best, chosen = quality, used
        return chosen

    def _row(self, table: list[dict[int, list[int | None]]], step: int, state: int) -> list[int | None]:
        """The best weight of a state's completions for each number of further timesteps, from 0 on."""
        known = table[step].get(state)
        return known if known is not None else [0 if self.automaton.settled(step, state) else None]

    def _backward(self, weights: _Weights) -> list[dict[int, list[int | None]]]:
        automaton = self.automaton
        table: list[dict[int, list[int | None]]] = [{} for _ in range(automaton.horizon + 1)]
        for step in range(automaton.horizon - 1, -1, -1):
            for state in self.layers[step]:
                row: list[int | None] = [None] * (self.budget + 1)
                row[0] = 0 if automaton.settled(step, state) else None
                for target, still, gain in weights.grouped(step, automaton.arcs(step, state)):
                    far = self._row(table, step + 1, target)
                    if still:
                        _raise(row, far, 0, 1, 0)
                    if gain is not None:
                        _raise(row, far, gain, 0, 1)
                while row and row[-1] is None:
                    row.pop()
                table[step][state] = row
        return table

    def _walk(self, table: list[dict[int, list[int | None]]], weights: _Weights, left: int) -> Flips:
        """The first in lexicographic order among the best completions with ``left`` timesteps."""
        step, state, flips = 0, self.automaton.start, []
        assert state is not None
        while left:
            value = self._row(table, step, state)[left]
            assert value is not None
            arcs = self.automaton.arcs(step, state)
            for mask, target in arcs if left > 1 else sorted(arcs, key=_ending):
                far, gain = self._row(table, step + 1, target), weights.gain(step, mask)
                rest = left - (mask > 0)
                if rest < len(far) and (after := far[rest]) is not None and after + gain == value:
                    break
            if mask:
                flips.append((step, mask))
            step, state, left = step + 1, target, left - (mask > 0)
        return tuple(flips)


def _ending(arc: tuple[int, int]) -> tuple[bool, list[int]]:
    """The order of masks where the list of cells ends with this step: a beginning comes before the longer."""
    mask = arc[0]
    return mask == 0, [index for index in range(mask.bit_length()) if mask >> index & 1]


def _raise(row: list[int | None], far: list[int | None], gain: int, first: int, shift: int) -> None:
    """``row[k + shift]`` becomes at least ``far[k] + gain``, for k from ``first`` on."""
    for place in range(first, min(len(far), len(row) - shift)):
        value = far[place]
        if value is not None:
            known = row[place + shift]
            if known is None or known < value + gain:
                row[place + shift] = value + gain


class _Weights:
    """What a flip is worth under a guess p/q: ``(2 q tp - p atoms) * unit``, and 1 for a matched timestep."""

    def __init__(self, guess: Fraction, search: _Search):
        self.atom, self.hit = guess.numerator, 2 * guess.denominator
        self.unit = search.automaton.horizon + 1
        self.search = search
        self._plain: dict[int, tuple[tuple[int, bool, int | None], ...]] = {}

    def gain(self, step: int, mask: int) -> int:
        """The worth of flipping ``mask`` at ``step``."""
        if not mask:
            return 0
        hits = (mask & self.search.wanted.get(step, 0)).bit_count()
        return (self.hit * hits - self.atom * mask.bit_count()) * self.unit + (step in self.search.steps)

    def grouped(self, step: int, arcs: Arcs) -> Iterable[tuple[int, bool, int | None]]:
        """(next state, whether without a flip, the best worth of a flip) for each next state."""
        plain = step not in self.search.steps
        if plain and id(arcs) in self._plain:
            return self._plain[id(arcs)]
        self.search.automaton.spend(len(arcs))
        best: dict[int, tuple[bool, int | None]] = {}
        for mask, target in arcs:
            still, gain = best.get(target, (False, None))
            if mask == 0:
                best[target] = (True, gain)
            else:
                worth = self.gain(step, mask)
                best[target] = (still, worth if gain is None or worth > gain else gain)
        found = tuple((target, *ways) for target, ways in best.items())
        if plain:
            self._plain[id(arcs)] = found
        return found
