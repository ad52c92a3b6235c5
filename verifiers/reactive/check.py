"""A set of flips: sufficient, and can a flip, or several, be left out?  And the cheapest certificate.

(GF-01, definitions 10 to 12, 14.)  The run without one flip is a *shadow*: it is followed from the cell until
it meets the main run, a place (step, node) where another shadow has been, or the end; with the latest cells
first, no place is walked through twice.  A proper subset of the flips reads at each step a submask:
``smaller`` keeps, step by step, the nodes that proper subsets can be in, each with the cheapest way there; so
the question about 2^|C| subsets takes horizon x nodes x 2^k operations, k being the largest number of flips
at one step.

The cheapest certificate has the fewest timesteps, then the fewest atoms, then the smallest list of cells.  A
backward pass gives the cost of every (step, node): the least (timesteps, atoms) of flips from there to
acceptance.  A cheapest sufficient set is valid, since each smaller set costs less.  Among equal costs the
list of cells (step, input) that is first in lexicographic order is taken, by a greedy walk forward.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=2))
>>> check(product, 0b010).valid, check(product, 0b011).removable, smaller(product, 0b011)
(True, 3, 2)
"""

from typing import NamedTuple

from ...domains.reactive.effect import Product, Table
from ...instances.errors import WorldError
from .cells import Cells, by_step, everything, mask_order, members, submasks


class Checked(NamedTuple):
    """What definitions 10 to 12 say of a set of flips."""

    sufficient: bool
    removable: Cells  # the cells without which the effect happens

    @property
    def min1(self) -> bool:
        """No single cell can be left out with the effect still happening."""
        return not self.removable

    @property
    def valid(self) -> bool:
        """Sufficient and minimal."""
        return self.sufficient and not self.removable


Ends = dict[tuple[int, int], bool]  # by step and node whether a shadow there is accepted


def check(product: Product, flips: Cells) -> Checked:
    """Run the product under the flips, and under all but one for each; WorldError for a negative number."""
    if flips < 0:
        raise WorldError(f"a set of cells is a number from 0 on, not {flips}")
    tables, inputs, letters = product.tables, product.inputs, list(product.base)
    limit = inputs * len(tables)
    late = flips >> limit << limit
    cells = members(flips ^ late)
    for cell in cells:
        letters[cell // inputs] ^= 1 << cell % inputs
    node, main = 0, [0]
    for table, letter in zip(tables, letters, strict=True):
        node = table[node][letter]
        main.append(node)
    sufficient = product.accepting[node]
    removable = late if sufficient else 0
    ends: Ends = {}
    for cell in reversed(cells):
        step = cell // inputs
        shadow = tables[step][main[step]][letters[step] ^ 1 << cell % inputs]
        if _ends(product, letters, main, step + 1, shadow, ends):
            removable |= 1 << cell
    return Checked(sufficient, removable)


def _ends(product: Product, letters: list[int], main: list[int], step: int, node: int, ends: Ends) -> bool:
    """Whether a shadow that is in ``node`` before ``step`` is accepted; ``ends`` keeps the known places."""
    walked = []
    while step < product.horizon and node != main[step] and (step, node) not in ends:
        walked.append((step, node))
        node = product.tables[step][node][letters[step]]
        step += 1
    if node == main[step]:
        node, step = main[-1], product.horizon
    accepted = ends.get((step, node), product.accepting[node])
    ends.update(dict.fromkeys(walked, accepted))
    return accepted


Ways = dict[int, tuple[int, int, Cells]]  # by node (timesteps, atoms, cells); only the costs are compared


def smaller(product: Product, flips: Cells) -> Cells | None:
    """The cheapest sufficient proper subset in (timesteps, atoms); None where it is subset-minimal."""
    horizon, inputs = product.horizon, product.inputs
    inside = flips & everything(inputs, horizon)
    ways: Ways = {}
    main, reached, whole = 0, 0, (0, 0, 0)
    for step, mask in by_step(inside, inputs):
        main, ways = _undisturbed(product, reached, step, main, ways)
        after: Ways = {}
        row, letter, shift = product.tables[step], product.base[step], step * inputs
        for part in submasks(mask):
            used, size = int(part > 0), part.bit_count()
            for node, (steps, atoms, cells) in ways.items():
                _keep(after, row[node][letter ^ part], steps + used, atoms + size, cells | part << shift)
            if part != mask:
                steps, atoms, cells = whole
                _keep(after, row[main][letter ^ part], steps + used, atoms + size, cells | part << shift)
        whole = (whole[0] + 1, whole[1] + mask.bit_count(), whole[2] | mask << shift)
        main, ways, reached = row[main][letter ^ mask], after, step + 1
    main, ways = _undisturbed(product, reached, horizon, main, ways)
    if inside != flips:
        _keep(ways, main, *whole)
    ends = [ways[node] for node in sorted(ways) if product.accepting[node]]
    return min(ends, key=lambda way: way[:2])[2] if ends else None


def _undisturbed(product: Product, start: int, stop: int, main: int, ways: Ways) -> tuple[int, Ways]:
    """The nodes at ``stop``, where nothing is flipped in between."""
    for table, letter in zip(product.tables[start:stop], product.base[start:stop], strict=True):
        main = table[main][letter]
        if ways:
            after: Ways = {}
            for node, way in ways.items():
                _keep(after, table[node][letter], *way)
            ways = after
    return main, ways


def _keep(ways: Ways, node: int, steps: int, atoms: int, cells: Cells) -> None:
    """Keep the cells where they are the cheapest way to the node."""
    known = ways.get(node)
    if known is None or (steps, atoms) < known[:2]:
        ways[node] = (steps, atoms, cells)


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
