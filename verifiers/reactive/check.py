"""Is a set of flips sufficient, and can a flip, or several, be left out?  (GF-01, definitions 10 to 12, 14.)

The run without one flip is a *shadow*: it is followed from the cell until it meets the main run, a place
(step, node) where another shadow has been, or the end; with the latest cells first, no place is walked
through twice.  A proper subset of the flips reads at each step a submask: ``smaller`` keeps, step by step,
the nodes that proper subsets can be in, each with the cheapest way there; so the question about 2^|C| subsets
takes horizon x nodes x 2^k operations, k being the largest number of flips at one step.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=2))
>>> check(product, 0b010).valid, check(product, 0b011).removable, smaller(product, 0b011)
(True, 3, 2)
"""

from typing import NamedTuple

from ...domains.reactive.effect import Product
from ...instances.errors import WorldError
from .cells import Cells, by_step, everything, members, submasks


class Checked(NamedTuple):
    """What definitions 10 to 12 say of a set of flips."""

    sufficient: bool
    removable: Cells
    """The cells without which the effect happens."""

    @property
    def min1(self) -> bool:
        """No single cell can be left out with the effect still happening."""
        return not self.removable

    @property
    def valid(self) -> bool:
        """Sufficient and minimal."""
        return self.sufficient and not self.removable


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
    ends: dict[tuple[int, int], bool] = {}
    for cell in reversed(cells):
        step = cell // inputs
        shadow = tables[step][main[step]][letters[step] ^ 1 << cell % inputs]
        if _ends(product, letters, main, step + 1, shadow, ends):
            removable |= 1 << cell
    return Checked(sufficient, removable)


def _ends(
    product: Product,
    letters: list[int],
    main: list[int],
    step: int,
    node: int,
    ends: dict[tuple[int, int], bool],
) -> bool:
    """Whether a shadow that is in ``node`` before ``step`` is accepted; ``ends`` keeps the known places."""
    tables, walked = product.tables, []
    while True:
        if node == main[step]:
            accepted = product.accepting[main[-1]]
            break
        place = (step, node)
        if place in ends:
            accepted = ends[place]
            break
        walked.append(place)
        if step == len(tables):
            accepted = product.accepting[node]
            break
        node = tables[step][node][letters[step]]
        step += 1
    for place in walked:
        ends[place] = accepted
    return accepted


Ways = dict[int, tuple[int, int, Cells]]
"""By node (timesteps, atoms, cells) of a subset; only the costs are compared."""


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
                _keep(after, row[node][letter ^ part], steps + used, atoms + size, cells, part, shift)
            if part != mask:
                steps, atoms, cells = whole
                _keep(after, row[main][letter ^ part], steps + used, atoms + size, cells, part, shift)
        whole = (whole[0] + 1, whole[1] + mask.bit_count(), whole[2] | mask << shift)
        main, ways, reached = row[main][letter ^ mask], after, step + 1
    main, ways = _undisturbed(product, reached, horizon, main, ways)
    if inside != flips:
        _keep(ways, main, *whole, 0, 0)
    ends = [ways[node] for node in sorted(ways) if product.accepting[node]]
    return min(ends, key=lambda way: way[:2])[2] if ends else None


def _undisturbed(product: Product, start: int, stop: int, main: int, ways: Ways) -> tuple[int, Ways]:
    """The nodes at ``stop``, where nothing is flipped in between."""
    for table, letter in zip(product.tables[start:stop], product.base[start:stop], strict=True):
        main = table[main][letter]
        if ways:
            after: Ways = {}
            for node, way in ways.items():
                _keep(after, table[node][letter], *way, 0, 0)
            ways = after
    return main, ways


def _keep(ways: Ways, node: int, steps: int, atoms: int, cells: Cells, mask: int, shift: int) -> None:
    """Keep the cells with one more mask where they are the cheapest way to the node."""
    known = ways.get(node)
    if known is None or (steps, atoms) < known[:2]:
        ways[node] = (steps, atoms, cells | mask << shift)
