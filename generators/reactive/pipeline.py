"""From cells to a stream of reactive questions without duplicates, in a fixed order.

A run that starts in the middle makes the items of small levels before it too, where questions coincide now
and then, and writes none of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cells import Item
from ..pipeline import Cells, Made
from .cells import Recipe
from .items import make_item

SMALL = 2
"""The highest level whose questions are small enough to coincide."""


@dataclass
class Pipeline(Cells[Recipe]):
    """One run of reactive questions."""

    def coincides(self, item: Item) -> bool:
        """Whether later items of the cell may have to avoid this one."""
        return item.level(self.recipe) <= SMALL

    def again(self, item: Item, first: int) -> Made[Item]:
        """The item once more, from the attempt ``first`` on."""
        return make_item(item, self.recipe, first)
