"""The cheapest certificate: fewest timesteps, then fewest atoms, then the smallest list of cells.

A backward pass gives the cost of every (step, node): the least (timesteps, atoms) of flips from there to
acceptance.  A cheapest sufficient set is valid, since each smaller set costs less.  Among equal costs the
list of cells (step, input) that is first in lexicographic order is taken, by a greedy walk forward.
"""

from ...domains.reactive.effect import Product, Table
from .cells import Cells, mask_order

Choices = tuple[tuple[int, int, int], ...]
"""(cost, next node, mask) of a node at a step: the best mask for each next node, in the order of masks."""


def cheapest(product: Product, budget: int | None = None, settings: int | None = None) -> Cells | None:
    """The cheapest certificate with at most ``budget`` timesteps and ``settings`` atoms, or None."""
    unit = product.horizon * product.inputs + 1
    choices = _choices(product, unit)
    row: list[int | None] = [0 if accepting else None for accepting in product.accepting]
    rows = [row]
    for choice in reversed(choices):
        row = [
            min((cost + far for cost, node, _ in listed if (far := row[node]) is not None), default=None)
            for listed in choice
        ]
        rows.append(row)
    rows.reverse()
    best = rows[0][0]
    if best is None or (budget is not None and best // unit > budget):
        return None
    if settings is not None and best % unit > settings:
        return _bounded(product, product.horizon if budget is None else budget, settings)
    node, cells = 0, 0
    for step, choice in enumerate(choices):
        left, after = rows[step][node], rows[step + 1]
        for cost, target, mask in choice[node]:
            far = after[target]
            if far is not None and cost + far == left:
                node, cells = target, cells | mask << step * product.inputs
                break
    return cells


def _choices(product: Product, unit: int) -> list[tuple[Choices, ...]]:
    """For each step what can be done in each node; a flip of mask f costs ``unit + |f|``."""
    known: dict[tuple[int, int], tuple[Choices, ...]] = {}
    listed = []
    for table, letter in zip(product.tables, product.base, strict=True):
        key = (id(table), letter)
        if key not in known:
            known[key] = _of_table(table, letter, unit, mask_order(product.inputs))
        listed.append(known[key])
    return listed


def _of_table(table: Table, letter: int, unit: int, masks: tuple[int, ...]) -> tuple[Choices, ...]:
    rank = {mask: place for place, mask in enumerate(masks)}
    costs = [mask.bit_count() + unit * (mask > 0) for mask in range(len(masks))]
    rows = []
    for successors in table:
        best: dict[int, tuple[int, int, int]] = {}
        for mask in masks:
            target, cost = successors[letter ^ mask], costs[mask]
            if target not in best or cost < best[target][0]:
                best[target] = (cost, target, mask)
        rows.append(tuple(sorted(best.values(), key=lambda choice: rank[choice[2]])))
    return tuple(rows)


def _bounded(product: Product, budget: int, settings: int) -> Cells | None:
    """The cheapest where the fewest timesteps take too many atoms: the least atoms by exact timesteps."""
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
    node, cells = 0, 0
    steps, atoms = min(rows[0][0].items())
    for step, (table, letter) in enumerate(zip(product.tables, product.base, strict=True)):
        for mask in masks:
            target = table[node][letter ^ mask]
            if rows[step + 1][target].get(steps - (mask > 0)) == atoms - mask.bit_count():
                break
        cells |= mask << step * product.inputs
        node, steps, atoms = target, steps - (mask > 0), atoms - mask.bit_count()
    return cells
