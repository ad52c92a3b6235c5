"""Runs in which some inputs are free: which nodes can be reached, and from which the effect cannot be missed.

With some cells *free* (they may keep or change their value) and all others held at the value of the base
trace, the nodes that can be reached at a step form a set, and so do those from which every choice of the
free cells that are left ends in an accepting node (*safe* nodes).  Both are computed step by step, one
forward, one backward; sets of nodes are integers.  Together they decide in one sweep what setting one more
cell free, or holding one more, would change: that is why all questions about one set of literals here are
polynomial (reference: reachability in the explicit product, T steps, S nodes, 2^n letters, O(T S 2^n)).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domains.reactive.product import Product
from ...instances.errors import WorldError
from .cells import submasks

Free = Sequence[int]
"""For each step the mask of the inputs that are free."""


class Passes:
    """The two sweeps over one product; tables of successors are kept from call to call."""

    def __init__(self, product: Product):
        self.product = product
        phases: dict[int, int] = {}
        self._phase = [phases.setdefault(id(table), len(phases)) for table in product.tables]
        self._after: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.accepting = sum(1 << node for node, good in enumerate(product.accepting) if good)

    def after(self, step: int, free: int) -> tuple[int, ...]:
        """For each node the set of nodes that one step can lead to."""
        letter = self.product.base[step]
        key = (self._phase[step], letter, free)
        found = self._after.get(key)
        if found is None:
            letters = [letter ^ flips for flips in submasks(free)]
            rows = []
            for row in self.product.tables[step]:
                reached = 0
                for one in letters:
                    reached |= 1 << row[one]
                rows.append(reached)
            found = self._after[key] = tuple(rows)
        return found

    def reached(self, free: Free) -> list[int]:
        """The nodes that can be reached before step 0, 1, ... and after the last."""
        now, found = 1, [1]
        for step in range(self.product.horizon):
            now = image(self.after(step, free[step]), now)
            found.append(now)
        return found

    def safe(self, free: Free) -> list[int]:
        """The nodes before step 0, 1, ... and after the last from which every choice ends well."""
        found = [self.accepting]
        for step in reversed(range(self.product.horizon)):
            found.append(self.safe_before(step, free[step], found[-1]))
        found.reverse()
        return found

    def safe_before(self, step: int, free: int, later: int) -> int:
        """The nodes all of whose successors lie in ``later``."""
        safe = 0
        for node, reached in enumerate(self.after(step, free)):
            if reached & ~later == 0:
                safe |= 1 << node
        return safe

    def require_effect(self) -> None:
        """WorldError when the effect does not happen on the base trace: there is nothing to explain then."""
        if not self.product.happens(self.product.base):
            raise WorldError("the effect does not happen on the trace: it has no cause there")


def image(after: Sequence[int], nodes: int) -> int:
    """The union of the successors of a set of nodes."""
    reached = 0
    while nodes:
        low = nodes & -nodes
        reached |= after[low.bit_length() - 1]
        nodes ^= low
    return reached
