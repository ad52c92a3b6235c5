"""A certificate drawn uniformly from M(I).

A backward pass over the automaton of M(I) gives each state at each step its numbers of completions with
0, 1, ..., B further timesteps (packed as in ``count.py``).  A draw chooses the number of timesteps, then
walks forward and chooses each transition with the share of completions that it leads to.
"""

from __future__ import annotations

from collections.abc import Callable

from ...domains.reactive.product import Product
from ...instances.errors import WorldError
from .check import Flips
from .count import field_width
from .shadows import LIMIT, CertificateAutomaton


class Sampler:
    """Draws from the certificates with at most ``budget`` timesteps; LimitError as in ``count``."""

    def __init__(self, product: Product, budget: int, *, limit: int = LIMIT):
        self.automaton = CertificateAutomaton(product, limit=limit)
        self.budget = max(-1, min(budget, product.horizon))
        self.width = field_width(product.horizon, product.inputs, self.budget)
        self._weights = self._backward()

    @property
    def count(self) -> int:
        """|M(I)|."""
        return sum(self._ways(0, self.automaton.start, left) for left in range(self.budget + 1))

    def draw(self, below: Callable[[int], int]) -> Flips:
        """One certificate; ``below(n)`` draws uniformly from 0 .. n - 1.  WorldError when M(I) is empty."""
        if not self.count:
            raise WorldError("there is no valid certificate to draw")
        start, rank, left = self.automaton.start, below(self.count), 0
        while rank >= (ways := self._ways(0, start, left)):
            rank, left = rank - ways, left + 1
        assert start is not None
        return self._unrank(start, left, rank)

    def _unrank(self, state: int, left: int, rank: int) -> Flips:
        """The certificate of this rank among those with ``left`` timesteps."""
        flips = []
        step = 0
        while left:
            for mask, target in self.automaton.arcs(step, state):
                ways = self._ways(step + 1, target, left - (mask > 0))
                if rank < ways:
                    break
                rank -= ways
            if mask:
                flips.append((step, mask))
                left -= 1
            step, state = step + 1, target
        return tuple(flips)

    def _ways(self, step: int, state: int | None, left: int) -> int:
        """Completions of a state with exactly ``left`` timesteps."""
        if state is None:
            return 0
        if left == 0:
            return int(self.automaton.settled(step, state))
        return self._weights[step].get(state, 0) >> self.width * left & (1 << self.width) - 1

    def _backward(self) -> list[dict[int, int]]:
        automaton, kept = self.automaton, (1 << self.width * (self.budget + 1)) - 1
        layers = automaton.reachable(self.budget)
        after: dict[int, int] = {
            state: int(automaton.settled(automaton.horizon, state)) for state in layers[-1]
        }
        weights = [after]
        for step in range(automaton.horizon - 1, -1, -1):
            here: dict[int, int] = {}
            for state in layers[step]:
                grouped = automaton.grouped(automaton.arcs(step, state))
                automaton.spend(len(grouped))
                ways = 0
                for target, still, moved in grouped:
                    far = after.get(target)
                    if far is None:
                        far = int(automaton.settled(step + 1, target))
                    ways += (far if still else 0) + (far * moved << self.width)
                if ways := ways & kept:
                    here[state] = ways
            weights.append(here)
            after = here
        weights.reverse()
        return weights
