"""Is a set of flips sufficient, and can a single flip be left out?  (GF-01, definitions 10 to 12.)

A certificate is looked at as *flips*: the cells (step, input) at which it departs from the base trace.  The
run without one cell is a *shadow*: it leaves the main run where the cell stood and reads the same letters
from there on, so it is one node a step; shadows in the same node have the same end, and one that meets the
main run has its end.  One forward pass carries at most as many heads as the product has nodes.

Min1 is asked for by itself: ``removable`` names the cells without which the effect happens, whether or not it
happens with them.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> from certwright.domains.reactive.product import Product, Table
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=2))
>>> check(product, ((1, 1),)).valid, check(product, ((0, 1), (1, 1))).removable
(True, ((0, 0), (1, 0)))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...domains.reactive.product import Product, Table
from ...instances.errors import WorldError

Cell = tuple[int, int]
"""(step, index of an input)."""
Flips = tuple[tuple[int, int], ...]
"""(step, mask of the flipped inputs), by step; masks are not 0."""


@dataclass(frozen=True)
class Checked:
    """What definitions 10 to 12 say of a set of flips."""

    sufficient: bool
    removable: tuple[Cell, ...]
    """The cells without which the effect happens."""

    @property
    def min1(self) -> bool:
        """No single cell can be left out with the effect still happening."""
        return not self.removable

    @property
    def valid(self) -> bool:
        """Sufficient and minimal."""
        return self.sufficient and not self.removable


def cells(flips: Flips) -> tuple[Cell, ...]:
    """The cells of the flips, by step and input."""
    return tuple(
        (step, index) for step, mask in flips for index in range(mask.bit_length()) if mask >> index & 1
    )


def flips_of(items: Iterable[Cell]) -> Flips:
    """The flips at these cells."""
    masks: dict[int, int] = {}
    for step, index in items:
        masks[step] = masks.get(step, 0) | 1 << index
    return tuple(sorted(masks.items()))


def check(product: Product, flips: Flips) -> Checked:
    """Run the product under the flips and under all of them but one, for each one, in a single pass.

    Steps from the horizon on are allowed and change nothing.  WorldError for masks or steps out of range.
    """
    base, tables, horizon, letters = product.base, product.tables, product.horizon, 1 << product.inputs
    heads, carried = [0], [[]]  # type: tuple[list[int], list[list[Cell]]]
    reached, last = 0, -1
    for step, mask in flips:
        if step <= last or not 0 < mask < letters:
            raise WorldError(f"flips are by step, with masks below {letters}: {(step, mask)}")
        last = step
        if step >= horizon:
            carried[0].extend(cells(((step, mask),)))
            continue
        if reached < step:
            heads = _advance(product, reached, step, heads, carried)
        table, letter = tables[step], base[step] ^ mask
        row = table[heads[0]]
        heads = _step(table, letter, heads, carried)
        groups = dict(zip(heads, carried, strict=True))
        while mask:
            bit = mask & -mask
            node, mask = row[letter ^ bit], mask ^ bit
            if node not in groups:
                groups[node] = []
            groups[node].append((step, bit.bit_length() - 1))
        heads, carried = list(groups), list(groups.values())
        reached = step + 1
    heads = _advance(product, reached, horizon, heads, carried)
    removable = [
        cell for head, group in zip(heads, carried, strict=True) if product.accepting[head] for cell in group
    ]
    return Checked(product.accepting[heads[0]], tuple(sorted(removable)))


def _advance(
    product: Product, start: int, stop: int, heads: list[int], carried: list[list[Cell]]
) -> list[int]:
    """The heads at ``stop``, where nothing is flipped in between; head 0 is the main run."""
    tables, base = product.tables, product.base
    for step in range(start, stop):
        if len(heads) == 1:
            node = heads[0]
            for table, letter in zip(tables[step:stop], base[step:stop], strict=True):
                node = table[node][letter]
            return [node]
        heads = _step(tables[step], base[step], heads, carried)
    return heads


def _step(table: Table, letter: int, heads: list[int], carried: list[list[Cell]]) -> list[int]:
    """The heads one step on; where two meet, the smaller group of cells moves into the larger."""
    heads = [table[head][letter] for head in heads]
    if len(set(heads)) == len(heads):
        return heads
    groups: dict[int, list[Cell]] = {}
    for head, group in zip(heads, carried, strict=True):
        known = groups.setdefault(head, group)
        if known is not group:
            if head != heads[0] and len(known) < len(group):
                known, group = group, known
                groups[head] = known
            known.extend(group)
    carried[:] = groups.values()
    return list(groups)
