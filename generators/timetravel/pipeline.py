"""From scenarios and a count to a stream of levels, no two of them isomorphic, in a fixed order.

What makes two levels one is their fingerprint (``pipeline`` tells how repetitions are mended).  At the
difficulties up to ``SMALL`` games coincide now and then, so a run that starts in the middle makes the items
before it too, and writes none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from ..pipeline import Made, Tally, Unlike
from .maker import Item, Recipe, make

SMALL = 3


@dataclass
class Pipeline:
    """One run: its scenarios, how many levels of each, and which fingerprints are taken."""

    scenarios: Sequence[str]
    count: int
    recipe: Recipe
    start: int = 0
    taken: set[str] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)

    @property
    def total(self) -> int:
        """How many levels are wanted."""
        return len(self.scenarios) * self.count

    def items(self) -> Iterator[Item]:
        """The items to make, index by index."""
        for index in range(self.start + self.count):
            for scenario in self.scenarios:
                item = Item(scenario, index)
                if index >= self.start or item.difficulty(self.recipe) <= SMALL:
                    yield item

    def instances(self, made: Iterable[Made[Item]]) -> Iterator[Instance]:
        """The levels of the items from ``start`` on, no two of them isomorphic."""
        return Unlike(self._again, self.taken, self.tally, "isomorphic").instances(made, self.start)

    def _again(self, item: Item, first: int) -> Made[Item]:
        return make(item, self.recipe, first)
