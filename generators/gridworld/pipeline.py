"""From worlds, tasks and a count to a stream of questions without duplicates, in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...instances.records import Instance
from .items import Item, Made, Recipe


@dataclass
class Pipeline:
    """One run: its worlds and tasks, how many questions of each pair, what was refused."""

    worlds: Sequence[str]
    tasks: Sequence[str]
    count: int
    recipe: Recipe
    start: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    """Refused attempts by world and reason."""
    unmade: list[str] = field(default_factory=list)
    kept: int = 0

    def items(self) -> Iterator[Item]:
        """The items to make: by index, then world, then task."""
        for index in range(self.start, self.start + self.count):
            for world in self.worlds:
                for task in self.tasks:
                    yield Item(world, task, index)

    def instances(self, made: Iterable[Made]) -> Iterator[Instance]:
        """The questions that were made, each id once."""
        seen: set[str] = set()
        for one in made:
            for reason, count in one.rejected.items():
                self.rejected[f"{one.item.world}/{one.item.task}: {reason}"] += count
            if one.instance is None or one.instance.id in seen:
                self.unmade.append(one.item.name)
                continue
            seen.add(one.instance.id)
            self.kept += 1
            yield one.instance
