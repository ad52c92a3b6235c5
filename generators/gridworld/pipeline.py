"""From worlds, tasks and a count to a stream of questions without duplicates, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from ..pipeline import Made, Tally
from .items import Item, Recipe


@dataclass
class Pipeline:
    """One run: its worlds and tasks, how many questions of each pair, what was refused."""

    worlds: Sequence[str]
    tasks: Sequence[str]
    count: int
    recipe: Recipe
    start: int = 0
    taken: set[str] = field(default_factory=set)
    """Ids that are there."""
    tally: Tally = field(default_factory=Tally)
    """Refused attempts stand in it by world, task and reason."""

    @property
    def total(self) -> int:
        """How many questions are wanted."""
        return len(self.worlds) * len(self.tasks) * self.count

    def items(self) -> Iterator[Item]:
        """The items to make: by index, then world, then task."""
        for index in range(self.start, self.start + self.count):
            for world in self.worlds:
                for task in self.tasks:
                    yield Item(world, task, index)

    def instances(self, made: Iterable[Made[Item]]) -> Iterator[Instance]:
        """The questions that were made, each id once."""
        for one in made:
            for reason, count in one.rejected.items():
                self.tally.rejected[f"{one.item.world}/{one.item.task}: {reason}"] += count
            if one.instance is None or one.instance.id in self.taken:
                self.tally.unmade.append(one.item.name)
                continue
            self.taken.add(one.instance.id)
            self.tally.kept += 1
            yield one.instance
