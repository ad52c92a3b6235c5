"""From scenarios and a count to a stream of levels, no two of them isomorphic, in a fixed order.

Items are made by any number of workers and arrive in order; one whose fingerprint is taken makes its next
attempts here, so what a set holds does not depend on the workers.  At the difficulties up to ``SMALL`` games
coincide now and then, so a run that starts in the middle makes the items before it too, and writes none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from .maker import ATTEMPTS, Item, Made, Recipe, make

SMALL = 3


@dataclass
class Pipeline:
    """One run: its scenarios, how many levels of each, and which fingerprints are taken."""

    scenarios: Sequence[str]
    count: int
    recipe: Recipe
    start: int = 0
    taken: set[str] = field(default_factory=set)
    rejected: Counter[str] = field(default_factory=Counter)
    """Refused attempts by scenario and reason."""
    unmade: list[str] = field(default_factory=list)
    kept: int = 0

    def items(self) -> Iterator[Item]:
        """The items to make, index by index."""
        for index in range(self.start + self.count):
            for scenario in self.scenarios:
                item = Item(scenario, index)
                if index >= self.start or item.difficulty(self.recipe) <= SMALL:
                    yield item

    def instances(self, made: Iterable[Made]) -> Iterator[Instance]:
        """The levels of the items from ``start`` on, no two of them isomorphic."""
        for one in made:
            settled = self._settled(one)
            if one.item.index < self.start:
                continue
            if settled is None:
                self.unmade.append(one.item.name)
            else:
                self.kept += 1
                yield settled

    def _settled(self, made: Made) -> Instance | None:
        """The first attempt of the item, from the one that was made, whose game is new."""
        self._count(made)
        while made.instance is not None and made.digest in self.taken:
            self.rejected[f"{made.item.scenario}/isomorphic"] += 1
            if made.attempt + 1 >= ATTEMPTS:
                return None
            made = make(made.item, self.recipe, made.attempt + 1)
            self._count(made)
        if made.instance is not None:
            self.taken.add(made.digest)
        return made.instance

    def _count(self, made: Made) -> None:
        for reason, count in made.rejected.items():
            self.rejected[f"{made.item.scenario}/{reason}"] += count
