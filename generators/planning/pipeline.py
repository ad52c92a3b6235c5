"""From cells to a stream of instances without duplicates, in a fixed order, with a tally of what was refused.

Items are made by any number of workers and arrive in order.  One whose digest (``duplicates``) is taken makes
its next attempts here, so what a set holds does not depend on the workers.  That is the only way in which an
item can depend on those before it.  At the levels up to ``SMALL``, and in the domains of ``ALIKE`` at any
level, worlds coincide now and then: a run that starts in the middle makes the items before it too, and writes
none of them.  Elsewhere coincidences are so rare that a run starts where it is told; the tally shows whether
there were any (``duplicate``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from .cells import Cell, Item, Recipe, items
from .items import ATTEMPTS, Made, make_item

SMALL = 2
"""The highest level whose worlds are small enough to coincide."""
ALIKE = frozenset({"swap"})
"""Domains whose worlds are so symmetric that they coincide at any level."""

Run = Callable[[Callable[[Item], Made], Iterable[Item]], Iterator[Made]]
"""Maps a function over items; results stand in order."""


@dataclass
class Tally:
    """What a run refused: attempts by domain and reason, and the items that could not be made."""

    rejected: Counter[str] = field(default_factory=Counter)
    unmade: list[str] = field(default_factory=list)
    kept: int = 0

    def add(self, made: Made) -> None:
        """Count the refused attempts of an item."""
        for reason, count in made.rejected.items():
            self.rejected[f"{made.item.cell.domain}/{reason}"] += count

    def duplicate(self, made: Made) -> None:
        """Count an instance that is there already."""
        self.rejected[f"{made.item.cell.domain}/duplicate"] += 1


@dataclass
class Pipeline:
    """One run: its cells, how many items of each, and what is taken already."""

    cells: Sequence[Cell]
    count: int
    recipe: Recipe
    start: int = 0
    taken: set[str] = field(default_factory=set)
    """Digests that no instance may have: of other splits, of worked examples, of what is written."""
    tally: Tally = field(default_factory=Tally)

    def items(self, after: Item | None = None) -> Iterator[Item]:
        """The items to make, in order, from the one after ``after``."""
        waiting = after is not None
        for item in items(self.cells, self.start + self.count):
            if item.index < self.start and not self._coincides(item):
                continue
            if not waiting:
                yield item
            waiting = waiting and item != after

    def _coincides(self, item: Item) -> bool:
        """Whether later items of the cell may have to avoid this one."""
        return item.level(self.recipe) <= SMALL or item.cell.domain in ALIKE

    def instances(self, made: Iterable[Made]) -> Iterator[Instance]:
        """The instances of the items from ``start`` on, no two of them alike."""
        for one in made:
            settled = self._settled(one)
            wanted = one.item.index >= self.start
            if settled is None:
                if wanted:
                    self.tally.unmade.append(one.item.name)
            elif wanted:
                self.tally.kept += 1
                yield settled

    def _settled(self, made: Made) -> Instance | None:
        """The first attempt of the item, from the one that was made, that is no duplicate."""
        self.tally.add(made)
        while made.instance is not None and made.digest in self.taken:
            self.tally.duplicate(made)
            if made.attempt + 1 >= ATTEMPTS:
                return None
            made = make_item(made.item, self.recipe, made.attempt + 1, self.taken)
            self.tally.add(made)
        if made.instance is not None:
            self.taken.add(made.digest)
        return made.instance
