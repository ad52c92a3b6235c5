"""Is a set of flips sufficient, and can a single flip be left out?  (GF-01, definitions 10 to 12.)

A certificate is looked at as *flips*: the cells (step, input) at which it departs from the base trace.  The
run without one cell is a *shadow*: it leaves the main run where the cell stood and reads the same letters
from there on.  It is followed until it meets the main run, or a place (step, node) that another shadow has
been at, or the end; with the latest cells first, no place is walked through twice.

Min1 is asked for by itself: ``removable`` names the cells without which the effect happens, whether or not it
happens with them.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> from certwright.domains.reactive.product import Product
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=2))
>>> check(product, ((1, 1),)).valid, check(product, ((0, 1), (1, 1))).removable
(True, ((0, 0), (1, 0)))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...domains.reactive.product import Product
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
    """Run the product under the flips, and under all of them but one for each one.

    Steps from the horizon on are allowed and change nothing.  WorldError for masks or steps out of range.
    """
    tables, horizon, masks = product.tables, product.horizon, 1 << product.inputs
    letters, last = list(product.base), -1
    for step, mask in flips:
        if step <= last or not 0 < mask < masks:
            raise WorldError(f"flips are by step, with masks below {masks}: {(step, mask)}")
        last = step
        if step < horizon:
            letters[step] ^= mask
    node, main = 0, [0]
    for table, letter in zip(tables, letters, strict=True):
        node = table[node][letter]
        main.append(node)
    sufficient = product.accepting[node]
    ends: dict[tuple[int, int], bool] = {}
    removable: list[Cell] = []
    for step, mask in reversed(flips):
        if step >= horizon:
            removable += reversed(cells(((step, mask),))) if sufficient else ()
            continue
        row, letter = tables[step][main[step]], letters[step]
        while mask:
            bit = 1 << mask.bit_length() - 1
            mask ^= bit
            if _ends(product, letters, main, step + 1, row[letter ^ bit], ends):
                removable.append((step, bit.bit_length() - 1))
    return Checked(sufficient, tuple(reversed(removable)))


def _ends(
    product: Product,
    letters: list[int],
    main: list[int],
    step: int,
    node: int,
    ends: dict[tuple[int, int], bool],
) -> bool:
    """Whether a shadow that is in ``node`` before ``step`` is accepted; ``ends`` keeps what was found."""
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
