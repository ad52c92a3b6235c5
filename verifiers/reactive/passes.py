"""Runs in which some inputs are free, and what they decide about one set of literals.

With some cells *free* and all others held at the base trace, the nodes that can be reached at a step form a
set, and so do those from which every choice of the free cells left ends in an accepting node (*safe* nodes).
Both sweeps decide at once what setting one more cell free, or holding one more, would change: all questions
about one set of literals here are polynomial (T steps, S nodes, 2^n letters: O(T S 2^n)).

*Sufficient* literals, kept, force the effect; a minimal set is an abductive explanation (AXp; Marques-Silva,
2022; Ignatiev et al., 2019), a prime implicant of the cause C*.  If all literals of a *breaking* set may
change, the effect can be avoided; a minimal one is a contrastive explanation (CXp; Ignatiev et al., 2020), a
prime implicate of C*.  Both are monotone, so a set is minimal when no single literal can be left out.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> passes = Passes(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
>>> sufficiency(passes, 0b11), sufficiency(passes, 0b10), one_sufficient(passes)
(Minimality(holds=True, removable=3), Minimality(holds=True, removable=0), 1)
>>> breaking(passes, 0b11), breaking(passes, 0b01).holds, one_breaking(passes)
(Minimality(holds=True, removable=0), False, 3)
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from ...domains.reactive.effect import Product
from ...instances.errors import WorldError
from .cells import Cells, everything, members, per_step, submasks

Free = Sequence[int]  # for each step the mask of the inputs that are free


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
        if (rows_after := self._after.get(key)) is None:
            letters = [letter ^ flips for flips in submasks(free)]
            rows_after = self._after[key] = tuple(
                reduce(or_, (1 << row[chosen] for chosen in letters), 0) for row in self.product.tables[step]
            )
        return rows_after

    def reached(self, free: Free) -> list[int]:
        """The nodes that can be reached before step 0, 1, ... and after the last."""
        now, layers = 1, [1]
        for step in range(self.product.horizon):
            now = image(self.after(step, free[step]), now)
            layers.append(now)
        return layers

    def safe(self, free: Free) -> list[int]:
        """The nodes before step 0, 1, ... and after the last from which every choice ends well."""
        layers = [self.accepting]
        for step in reversed(range(self.product.horizon)):
            layers.append(self.safe_before(step, free[step], layers[-1]))
        layers.reverse()
        return layers

    def safe_before(self, step: int, free: int, later: int) -> int:
        """The nodes all of whose successors lie in ``later``."""
        return sum(1 << node for node, far in enumerate(self.after(step, free)) if not far & ~later)

    def require_effect(self) -> None:
        """WorldError when the effect does not happen on the base trace: there is nothing to explain then."""
        if not self.product.happens(self.product.base):
            raise WorldError("the effect does not happen on the trace: it has no cause there")


def image(after: Sequence[int], nodes: int) -> int:
    """The union of the successors of a set of nodes."""
    return reduce(or_, (after[node] for node in members(nodes)), 0)


class Minimality(NamedTuple):
    """Whether a set of literals is of a sort, and those literals each of which it does not need for that."""

    holds: bool
    removable: Cells


def sufficiency(passes: Passes, held: Cells) -> Minimality:
    """Whether a set of literals is sufficient (cells beyond the horizon hold nothing, and are removable)."""
    return _minimality(passes, held, forces=True)


def breaking(passes: Passes, flips: Cells) -> Minimality:
    """Whether a set of literals is breaking; cells beyond the horizon are removable."""
    return _minimality(passes, flips, forces=False)


def _minimality(passes: Passes, cells: Cells, *, forces: bool) -> Minimality:
    """Whether the effect is forced, or can be avoided: with these cells held, or these alone free."""
    inputs, horizon = passes.product.inputs, passes.product.horizon
    masks, row = per_step(cells, inputs, horizon), (1 << inputs) - 1
    free = [row & ~mask for mask in masks] if forces else masks
    reached, safe = passes.reached(free), passes.safe(free)
    if bool(safe[0] & 1) is not forces:
        return Minimality(False, 0)
    removable = cells & ~everything(inputs, horizon)
    for step, mask in enumerate(masks):
        for index in members(mask):
            after = image(passes.after(step, free[step] ^ 1 << index), reached[step])
            if (after & ~safe[step + 1] == 0) is forces:
                removable |= 1 << step * inputs + index
    return Minimality(True, removable)


def one_sufficient(passes: Passes) -> Cells:
    """A minimal sufficient set, literals of late steps set free first; WorldError without the effect. From
    the last step to the first: before the step the run is that of the base trace."""
    passes.require_effect()
    product = passes.product
    nodes = [0]
    for table, letter in zip(product.tables, product.base, strict=False):
        nodes.append(table[nodes[-1]][letter])
    safe, held = passes.accepting, 0
    for step in reversed(range(product.horizon)):
        free = 0
        for index in reversed(range(product.inputs)):
            if passes.after(step, free | 1 << index)[nodes[step]] & ~safe:
                held |= 1 << step * product.inputs + index
            else:
                free |= 1 << index
        safe = passes.safe_before(step, free, safe)
    return held


def one_breaking(passes: Passes) -> Cells | None:
    """A minimal breaking set, cells of late steps kept with preference; None when the effect is forced."""
    passes.require_effect()
    product = passes.product
    row = (1 << product.inputs) - 1
    safe = passes.safe([row] * product.horizon)
    if safe[0] & 1:
        return None
    reached, flips = 1, 0
    for step in range(product.horizon):
        mask = row
        for index in range(product.inputs):
            fewer = mask & ~(1 << index)
            if image(passes.after(step, fewer), reached) & ~safe[step + 1]:
                mask = fewer
        reached = image(passes.after(step, mask), reached)
        flips |= mask << step * product.inputs
    return flips
