"""The valid certificates, M(I): how many there are, all of them in order, or one drawn uniformly.

The count is a forward pass over the automaton of M(I) (``automaton.py``) that carries for each state the
numbers of ways to reach it with 0, 1, ..., B - 2 intervened timesteps.  These stand in one Python integer,
each in a field wide enough for the largest that can occur (Kronecker's substitution), so that a transition is
an addition and a flip is a shift.  States with one timestep left, the most of all, only wait for it: how many
flips at a step finish a certificate is a matter of sets of letters.

For the list, by (timesteps, atoms, list of cells), and for draws a backward pass tells for each state at each
step what completions it has, packed into one integer: for the list, for one number of timesteps after the
other, which (timesteps, atoms) occur, a bit each; for a draw, how many completions have 0, 1, ..., B further
timesteps, in fields as above.  A walk that follows only transitions towards the wanted completion never turns
back empty-handed, so the k-th certificate costs no more than the first.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb
from operator import add, or_

from ...domains.reactive.effect import Product
from ...instances.errors import WorldError
from .automaton import LIMIT, Arcs, CertificateAutomaton
from .cells import Cells

Counts = dict[int, int]  # by state a number, or several packed into one


@dataclass(frozen=True)
class Counted:
    """How many certificates intervene at exactly k timesteps, for each k up to the budget."""

    by_timesteps: tuple[int, ...]
    peak: int  # the most states that lived at one step
    spent: int = 0  # transitions of the automaton that were walked

    @property
    def count(self) -> int:
        """|M(I)|."""
        return sum(self.by_timesteps)


def field_width(horizon: int, inputs: int, budget: int) -> int:
    """Bits that hold any number of flip sets with at most ``budget`` timesteps."""
    flipped, used = (1 << inputs) - 1, range(min(budget, horizon) + 1)
    return sum(comb(horizon, steps) * int(flipped**steps) for steps in used).bit_length() + 1


def count(
    product: Product,
    budget: int,
    *,
    settings: int | None = None,
    subset_minimal: bool = False,
    limit: int = LIMIT,
) -> Counted:
    """Count the valid (or subset-minimal) certificates with at most ``budget`` timesteps and ``settings``
    flips. LimitError when the automaton is too large to be walked within ``limit`` transitions."""
    automaton = CertificateAutomaton(product, subset_minimal=subset_minimal, limit=limit)
    budget = min(budget, product.horizon)
    if automaton.start is None or budget < 0:
        return Counted((0,) * (budget + 1), 0)
    if budget == 0:
        return Counted((int(automaton.settled(0, automaton.start)),), 1)
    if settings is not None and settings < budget * product.inputs:
        return _bounded(automaton, budget, settings)
    width, fields = field_width(product.horizon, product.inputs, budget), budget - 1
    reached, ending = ({automaton.start: 1}, {}) if fields else ({}, {automaton.start: 1})
    last, peak = 0, 1
    for step in range(product.horizon):
        last += sum(ways * automaton.closing(step, state) for state, ways in ending.items())
        ending = _stay(automaton, step, ending)
        reached = _advance(automaton, step, reached, ending, width, fields)
        peak = max(peak, len(reached) + len(ending))
    packed, field = sum(reached.values()), (1 << width) - 1
    counts = [packed >> width * used & field for used in range(fields)]
    settled = (ways for state, ways in ending.items() if automaton.settled(product.horizon, state))
    return Counted((*counts, sum(settled), last), peak, automaton.spent)


def _bounded(automaton: CertificateAutomaton, budget: int, settings: int) -> Counted:
    """The count under a budget of flips: for each state the ways by timesteps and flips so far."""
    assert automaton.start is not None
    reached: dict[int, dict[tuple[int, int], int]] = {automaton.start: {(0, 0): 1}}
    peak = 1
    for step in range(automaton.horizon):
        after: dict[int, dict[tuple[int, int], int]] = {}
        for state, ways in reached.items():
            choices = Counter((target, mask.bit_count()) for mask, target in automaton.arcs(step, state))
            automaton.spend(len(choices) * len(ways))
            for (target, flips), number in choices.items():
                for (used, flipped), known in ways.items():
                    place = used + (flips > 0), flipped + flips
                    if place[0] <= budget and place[1] <= settings:
                        there = after.setdefault(target, {})
                        there[place] = there.get(place, 0) + known * number
        reached = after
        peak = max(peak, len(reached))
    counts = [0] * (budget + 1)
    for state, ways in reached.items():
        if automaton.settled(automaton.horizon, state):
            for (used, _), known in ways.items():
                counts[used] += known
    return Counted(tuple(counts), peak, automaton.spent)


def _stay(automaton: CertificateAutomaton, step: int, ending: Counts) -> Counts:
    """The states with one timestep left, after a step without a flip."""
    after: Counts = {}
    automaton.spend(len(ending))
    for state, ways in ending.items():
        if (target := automaton.still(step, state)) is not None:
            after[target] = after.get(target, 0) + ways
    return after


def _advance(
    automaton: CertificateAutomaton, step: int, reached: Counts, ending: Counts, width: int, fields: int
) -> Counts:
    """The states after a step; those that it leaves one timestep are added to ``ending``."""
    after: Counts = {}
    top = width * (fields - 1)
    kept = (1 << top) - 1 if fields else 0
    for state, ways in reached.items():
        grouped = automaton.grouped(automaton.arcs(step, state))
        automaton.spend(len(grouped))
        spent, shifted = ways >> top, (ways & kept) << width
        for target, still, moved in grouped:
            if moved and spent:
                ending[target] = ending.get(target, 0) + spent * moved
            if more := (ways if still else 0) + (shifted * moved if moved else 0):
                after[target] = after.get(target, 0) + more
    return after


Ways = tuple[tuple[int, int, int], ...]
"""(next state, how many bits its completions are shifted, how many arcs lead there so)."""


def completions(
    automaton: CertificateAutomaton,
    budget: int,
    kept: int,
    ways_of: Callable[[Arcs], Ways],
    combine: Callable[[int, int], int],
) -> list[Counts]:
    """For each step and state the combination over its arcs of the next states' values, within ``kept``.
    States without an entry have their completion without a further flip, or none."""
    layers, known = automaton.reachable(budget), dict[int, Ways]()
    after = {state: int(automaton.settled(automaton.horizon, state)) for state in layers[-1]}
    table = [after]
    for step in range(automaton.horizon - 1, -1, -1):
        before: Counts = {}
        for state in layers[step]:
            arcs = automaton.arcs(step, state)
            if (ways := known.get(id(arcs))) is None:
                ways = known[id(arcs)] = ways_of(arcs)
            automaton.spend(len(ways))
            value = 0
            for target, shift, times in ways:
                if (far := after.get(target)) is None:
                    far = int(automaton.settled(step + 1, target))
                value = combine(value, far * times << shift)
            if value := value & kept:
                before[state] = value
        table.append(before)
        after = before
    table.reverse()
    return table


class Enumeration:
    """Iterates over M(I) in order; ``of_size`` gives those of one size.  LimitError as in ``count``."""

    def __init__(self, product: Product, budget: int, settings: int | None = None, *, limit: int = LIMIT):
        """``settings`` bounds the atoms of what is iterated over (None: it does not)."""
        self.settings = settings
        self.automaton = CertificateAutomaton(product, limit=limit)
        self.budget = min(budget, product.horizon)
        self.most = max(0, self.budget) * product.inputs
        self._sizes: dict[int, list[Counts]] = {}

    def __iter__(self) -> Iterator[Cells]:
        for timesteps in range(self.budget + 1):
            most = timesteps * self.automaton.inputs
            most = most if self.settings is None else min(most, self.settings)
            for atoms in range(timesteps, most + 1):
                yield from self.of_size(timesteps, atoms)

    def first(self, cap: int) -> tuple[tuple[Cells, ...], bool]:
        """The first ``cap`` certificates, and whether these are all."""
        listed = tuple(islice(self, cap + 1))
        return listed[:cap], len(listed) <= cap

    def of_size(self, timesteps: int, atoms: int) -> Iterator[Cells]:
        """Those with so many timesteps and atoms, by their lists of cells."""
        automaton, inputs = self.automaton, self.automaton.inputs
        start = automaton.start
        if start is None or not 0 <= timesteps <= self.budget:
            return
        if timesteps not in self._sizes:
            row = self.most + 1

            def ways(arcs: Arcs) -> Ways:
                return tuple((target, row + mask.bit_count() if mask else 0, 1) for mask, target in arcs)

            kept = (1 << row * (timesteps + 1)) - 1
            self._sizes[timesteps] = completions(automaton, timesteps, kept, ways, or_)
        sizes = self._sizes[timesteps]
        if not self._possible(sizes, 0, start, timesteps, atoms):
            return
        stack: list[tuple[int, int, int, int, Cells]] = [(0, start, timesteps, atoms, 0)]
        while stack:
            step, state, left, size, cells = stack.pop()
            if left == 0:
                yield cells
                continue
            for mask, target in reversed(automaton.arcs(step, state)):
                if mask:
                    place = (step + 1, target, left - 1, size - mask.bit_count())
                    if self._possible(sizes, *place):
                        stack.append((*place, cells | mask << step * inputs))
                elif self._possible(sizes, step + 1, target, left, size):
                    stack.append((step + 1, target, left, size, cells))

    def _possible(self, sizes: list[Counts], step: int, state: int, left: int, size: int) -> bool:
        if left == 0:
            return size == 0 and self.automaton.settled(step, state)
        if size < left:
            return False
        return bool(sizes[step].get(state, 0) >> left * (self.most + 1) + size & 1)


class Sampler:
    """Draws from the certificates with at most ``budget`` timesteps; LimitError as in ``count``."""

    def __init__(self, product: Product, budget: int, *, limit: int = LIMIT):
        automaton = self.automaton = CertificateAutomaton(product, limit=limit)
        self.budget = max(-1, min(budget, product.horizon))
        width = self.width = field_width(product.horizon, product.inputs, self.budget)

        def ways(arcs: Arcs) -> Ways:
            listed = []
            for target, still, moved in automaton.grouped(arcs):
                listed += [(target, 0, 1)] if still else []
                listed += [(target, width, moved)] if moved else []
            return tuple(listed)

        kept = (1 << width * (self.budget + 1)) - 1
        self._weights = completions(automaton, self.budget, kept, ways, add)

    @property
    def count(self) -> int:
        """|M(I)|."""
        return sum(self._ways(0, self.automaton.start, left) for left in range(self.budget + 1))

    def draw(self, below: Callable[[int], int]) -> Cells:
        """One certificate; ``below(n)`` draws uniformly from 0 .. n - 1.  WorldError when M(I) is empty."""
        if not self.count:
            raise WorldError("there is no valid certificate to draw")
        start, rank, left = self.automaton.start, below(self.count), 0
        while rank >= (ways := self._ways(0, start, left)):
            rank, left = rank - ways, left + 1
        assert start is not None
        return self._unrank(start, left, rank)

    def _unrank(self, state: int, left: int, rank: int) -> Cells:
        step = cells = 0
        while left:
            for mask, target in self.automaton.arcs(step, state):
                ways = self._ways(step + 1, target, left - (mask > 0))
                if rank < ways:
                    break
                rank -= ways
            cells |= mask << step * self.automaton.inputs
            step, state, left = step + 1, target, left - (mask > 0)
        return cells

    def _ways(self, step: int, state: int | None, left: int) -> int:
        if state is None:
            return 0
        if left == 0:
            return int(self.automaton.settled(step, state))
        return self._weights[step].get(state, 0) >> self.width * left & (1 << self.width) - 1
