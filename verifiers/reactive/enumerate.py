"""The valid certificates one after the other, by (timesteps, atoms, list of cells).

For one number of timesteps after the other, a backward pass over the automaton of M(I) tells for each state
at each step which (timesteps, atoms) its completions have, as a set of bits; a depth-first walk that follows
only transitions towards the wanted pair never turns back empty-handed, so the k-th certificate costs no more
than the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...domains.reactive.product import Product
from .check import Flips
from .shadows import LIMIT, CertificateAutomaton


def enumerate_certificates(
    product: Product, budget: int, cap: int, *, limit: int = LIMIT
) -> tuple[tuple[Flips, ...], bool]:
    """The first ``cap`` valid certificates with at most ``budget`` timesteps, and whether these are all.

    LimitError as in ``count``.
    """
    found = tuple(islice(Enumeration(product, budget, limit=limit), cap + 1))
    return found[:cap], len(found) <= cap


class Enumeration:
    """Iterates over M(I) in order; ``of_size`` gives those of one size."""

    def __init__(self, product: Product, budget: int, settings: int | None = None, *, limit: int = LIMIT):
        """``settings`` bounds the atoms of what is iterated over (None: it does not)."""
        self.settings = settings
        self.automaton = CertificateAutomaton(product, limit=limit)
        self.budget = max(-1, min(budget, product.horizon))
        self.most = max(0, self.budget) * product.inputs
        self._sizes: dict[int, list[dict[int, int]]] = {}

    def __iter__(self) -> Iterator[Flips]:
        for timesteps in range(self.budget + 1):
            most = timesteps * self.automaton.inputs
            most = most if self.settings is None else min(most, self.settings)
            for atoms in range(timesteps, most + 1):
                yield from self.of_size(timesteps, atoms)

    def of_size(self, timesteps: int, atoms: int) -> Iterator[Flips]:
        """Those with so many timesteps and atoms, by their lists of cells."""
        automaton = self.automaton
        start = automaton.start
        if start is None or not 0 <= timesteps <= self.budget:
            return
        if timesteps not in self._sizes:
            self._sizes[timesteps] = self._backward(timesteps)
        sizes = self._sizes[timesteps]
        if not self._possible(sizes, 0, start, timesteps, atoms):
            return
        stack: list[tuple[int, int, int, int, Flips]] = [(0, start, timesteps, atoms, ())]
        while stack:
            step, state, left, cells, flips = stack.pop()
            if left == 0:
                yield flips
                continue
            for mask, target in reversed(automaton.arcs(step, state)):
                if mask:
                    place = (step + 1, target, left - 1, cells - mask.bit_count())
                    if self._possible(sizes, *place):
                        stack.append((*place, (*flips, (step, mask))))
                elif self._possible(sizes, step + 1, target, left, cells):
                    stack.append((step + 1, target, left, cells, flips))

    def _possible(self, sizes: list[dict[int, int]], step: int, state: int, left: int, cells: int) -> bool:
        """Whether a state has a completion with so many timesteps and atoms."""
        if left == 0:
            return cells == 0 and self.automaton.settled(step, state)
        if cells < left:
            return False
        return bool(sizes[step].get(state, 0) >> left * (self.most + 1) + cells & 1)

    def _backward(self, budget: int) -> list[dict[int, int]]:
        """For each step and state the sizes of its completions, up to ``budget`` timesteps.

        Bit ``timesteps * (most + 1) + atoms`` stands for a size.
        """
        automaton, row = self.automaton, self.most + 1
        kept = (1 << row * (budget + 1)) - 1
        layers = automaton.reachable(budget)
        after = {state: int(automaton.settled(automaton.horizon, state)) for state in layers[-1]}
        sizes = [after]
        for step in range(automaton.horizon - 1, -1, -1):
            here: dict[int, int] = {}
            for state in layers[step]:
                arcs = automaton.arcs(step, state)
                automaton.spend(len(arcs))
                found = 0
                for mask, target in arcs:
                    far = after.get(target)
                    if far is None:
                        far = int(automaton.settled(step + 1, target))
                    found |= far << row + mask.bit_count() if mask else far
                if found := found & kept:
                    here[state] = found
            sizes.append(here)
            after = here
        sizes.reverse()
        return sizes
