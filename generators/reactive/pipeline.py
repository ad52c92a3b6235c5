"""From cells to a stream of reactive questions without duplicates (``pipeline``), in a fixed order.

A run that starts in the middle makes the items of small levels before it too, where questions coincide now
and then, and writes none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from ..pipeline import Made, Tally, Unlike
from .cells import Cell, Item, Recipe, items
from .items import make_item

SMALL = 2
"""The highest level whose questions are small enough to coincide."""


@dataclass
class Pipeline:
    """One run: its cells, how many items of each, and what is taken already."""

    cells: Sequence[Cell]
    count: int
    recipe: Recipe
    start: int = 0
    taken: set[str] = field(default_factory=set)
    """Digests that no instance may have: of other splits, of what is written."""
    tally: Tally = field(default_factory=Tally)

    @property
    def total(self) -> int:
        """How many questions are wanted."""
        return len(self.cells) * self.count

    def items(self) -> Iterator[Item]:
        """The items to make, in order."""
        for item in items(self.cells, self.start + self.count):
            if item.index >= self.start or item.level(self.recipe) <= SMALL:
                yield item

    def instances(self, made: Iterable[Made[Item]]) -> Iterator[Instance]:
        """The instances of the items from ``start`` on, no two of them alike."""
        return Unlike(self._again, self.taken, self.tally).instances(made, self.start)

    def _again(self, item: Item, first: int) -> Made[Item]:
        return make_item(item, self.recipe, first)
