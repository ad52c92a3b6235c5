"""From cells to a stream of planning questions without duplicates, in a fixed order.

At the levels up to ``SMALL``, and in the domains of ``ALIKE`` at any level, worlds coincide now and then: a
run that starts in the middle makes the items before it too, and writes none of them.  Elsewhere coincidences
are so rare that a run starts where it is told; the tally shows whether there were any (``duplicate``).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cells import Item
from ..pipeline import Cells, Made
from .cells import Recipe
from .items import make_item

SMALL = 2
"""The highest level whose worlds are small enough to coincide."""
ALIKE = frozenset({"swap"})
"""Domains whose worlds are so symmetric that they coincide at any level."""


@dataclass
class Pipeline(Cells[Recipe]):
    """One run of planning questions."""

    def coincides(self, item: Item) -> bool:
        """Whether later items of the cell may have to avoid this one."""
        return item.level(self.recipe) <= SMALL or item.cell.domain in ALIKE

    def again(self, item: Item, first: int) -> Made[Item]:
        """The item once more; questions that are taken are not labelled."""
        return make_item(item, self.recipe, first, self.taken)
