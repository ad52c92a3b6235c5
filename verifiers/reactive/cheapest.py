"""The cheapest certificate: fewest timesteps, then fewest atoms, then the smallest list of cells.

A backward pass gives the cost of every (step, node): the least (timesteps, atoms) of flips from there to
acceptance.  A cheapest sufficient set is valid, since each smaller set costs less.  Among equal costs the
list of cells (step, input) that is first in lexicographic order is taken, by a greedy walk forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...domains.reactive.product import Product, Table
from .check import Flips
from .shadows import mask_order

Choices = tuple[tuple[int, int, int], ...]
"""(cost, next node, mask) of a node at a step: the best mask for each next node, in the order of masks."""


@dataclass(frozen=True)
class Distances:
    """``rows[t][node]``: the least cost from a node at step t to acceptance, or None.

    A cost is ``timesteps * unit + atoms``.
    """

    unit: int
    rows: tuple[tuple[int | None, ...], ...]

    def cost(self, step: int, node: int) -> tuple[int, int] | None:
        """(timesteps, atoms), or None where acceptance is out of reach."""
        packed = self.rows[step][node]
        return None if packed is None else divmod(packed, self.unit)


def distances(product: Product) -> Distances:
    """The table of least costs, one row a step and one for the end."""
    unit = product.horizon * product.inputs + 1
    choices = _Choices(product, unit)
    row: tuple[int | None, ...] = tuple(0 if accepting else None for accepting in product.accepting)
    rows = [row]
    for step in range(product.horizon - 1, -1, -1):
        row = tuple(
            min((cost + far for cost, node, _ in choice if (far := row[node]) is not None), default=None)
            for choice in choices.at(step)
        )
        rows.append(row)
    return Distances(unit, tuple(reversed(rows)))


def cheapest(product: Product, budget: int | None = None, settings: int | None = None) -> Flips | None:
    """The cheapest certificate with at most ``budget`` timesteps and ``settings`` atoms, or None."""
    table = distances(product)
    best = table.cost(0, 0)
    if best is None or (budget is not None and best[0] > budget):
        return None
    if settings is not None and best[1] > settings:
        return _bounded(product, product.horizon if budget is None else budget, settings)
    choices, node, flips = _Choices(product, table.unit), 0, []
    for step in range(product.horizon):
        left, after = table.rows[step][node], table.rows[step + 1]
        for cost, target, mask in choices.at(step)[node]:
            far = after[target]
            if far is not None and cost + far == left:
                node = target
                if mask:
                    flips.append((step, mask))
                break
    return tuple(flips)


def _bounded(product: Product, budget: int, settings: int) -> Flips | None:
    """The cheapest certificate where the fewest timesteps take too many atoms.

    A row holds, for each node, the least number of atoms by the exact number of timesteps.
    """
    masks = mask_order(product.inputs)
    row: list[dict[int, int]] = [{0: 0} if accepting else {} for accepting in product.accepting]
    rows = [row]
    for table, letter in zip(reversed(product.tables), reversed(product.base), strict=True):
        before: list[dict[int, int]] = []
        for successors in table:
            least: dict[int, int] = {}
            for mask in masks:
                for steps, atoms in row[successors[letter ^ mask]].items():
                    cost, used = atoms + mask.bit_count(), steps + (mask > 0)
                    if cost <= min(settings, least.get(used, settings)) and used <= budget:
                        least[used] = cost
            before.append(least)
        row = before
        rows.append(row)
    rows.reverse()
    if not rows[0][0]:
        return None
    node, flips = 0, list[tuple[int, int]]()
    steps, atoms = min(rows[0][0].items())
    for step, (table, letter) in enumerate(zip(product.tables, product.base, strict=True)):
        for mask in masks:
            target = table[node][letter ^ mask]
            if rows[step + 1][target].get(steps - (mask > 0)) == atoms - mask.bit_count():
                break
        if mask:
            flips.append((step, mask))
        node, steps, atoms = target, steps - (mask > 0), atoms - mask.bit_count()
    return tuple(flips)


class _Choices:
    """What can be done at a step, computed once for each table and base letter."""

    def __init__(self, product: Product, unit: int):
        self.product, self.masks = product, mask_order(product.inputs)
        self.costs = [mask.bit_count() + unit * (mask > 0) for mask in range(1 << product.inputs)]
        self.known: dict[tuple[int, int], tuple[Choices, ...]] = {}

    def at(self, step: int) -> Sequence[Choices]:
        table, letter = self.product.tables[step], self.product.base[step]
        key = (id(table), letter)
        if key not in self.known:
            self.known[key] = tuple(self._of(table, letter, node) for node in range(len(table)))
        return self.known[key]

    def _of(self, table: Table, letter: int, node: int) -> Choices:
        best: dict[int, tuple[int, int, int]] = {}
        for mask in self.masks:
            target, cost = table[node][letter ^ mask], self.costs[mask]
            if target not in best or cost < best[target][0]:
                best[target] = (cost, target, mask)
        rank = {mask: place for place, mask in enumerate(self.masks)}
        return tuple(sorted(best.values(), key=lambda choice: rank[choice[2]]))
