"""What the runs of all families share: what came of an item, a tally, a stream without duplicates.

Items are made by any number of workers and arrive in order.  One whose digest is taken makes its next
attempts here, so what a set holds does not depend on the workers.  That is the only way in which an item can
depend on those before it; a run that starts in the middle makes some items before its start too, to know
what is taken, and writes none of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from ..instances.records import Instance
from . import cells as of_cells
from .cells import Cell, Curriculum


class Item(Protocol):
    """One question to be made."""

    @property
    def name(self) -> str:
        """The item as people write it: its domain, a slash, and more."""
        ...

    @property
    def index(self) -> int:
        """Its number among those of its kind."""
        ...


I = TypeVar("I", bound=Item)  # noqa: E741
R = TypeVar("R", bound=Curriculum)


@dataclass(frozen=True, slots=True)
class Made(Generic[I]):
    """What came of an item: the instance, or None when no attempt was accepted."""

    item: I
    instance: Instance | None
    digest: str = ""
    """Equal for questions that are one question up to names; empty where a family asks for none."""
    attempt: int = 0
    """The attempt that was accepted."""
    rejected: dict[str, int] = field(default_factory=dict)
    """Refused attempts by reason, those of earlier calls not included."""


@dataclass
class Tally:
    """What a run refused: attempts by domain and reason, and the items that could not be made."""

    rejected: Counter[str] = field(default_factory=Counter)
    unmade: list[str] = field(default_factory=list)
    kept: int = 0

    def add(self, made: Made[I]) -> None:
        """Count the refused attempts of an item."""
        for reason, count in made.rejected.items():
            self.refuse(made, reason, count)

    def refuse(self, made: Made[I], reason: str, count: int = 1) -> None:
        """Count attempts refused for one reason."""
        self.rejected[f"{made.item.name.partition('/')[0]}/{reason}"] += count


@dataclass
class Unlike(Generic[I]):
    """Passes on the instances of a stream that no earlier one equals, and keeps the tally."""

    again: Callable[[I, int], Made[I]]
    """The item once more, from an attempt on; nothing is made after the last one."""
    taken: set[str]
    """Digests that no instance may have; those of the instances are added."""
    tally: Tally
    reason: str = "duplicate"

    def instances(self, made: Iterable[Made[I]], start: int) -> Iterator[Instance]:
        """The instances of the items from ``start`` on, no two of them alike."""
        for one in made:
            wanted = one.item.index >= start
            settled = self._settled(one, self.tally if wanted else Tally())
            if not wanted:
                continue
            if settled is None:
                self.tally.unmade.append(one.item.name)
            else:
                self.tally.kept += 1
                yield settled

    def _settled(self, made: Made[I], tally: Tally) -> Instance | None:
        """The first attempt of the item, from the one that was made, that is no duplicate."""
        tally.add(made)
        while made.instance is not None and made.digest in self.taken:
            tally.refuse(made, self.reason)
            made = self.again(made.item, made.attempt + 1)
            tally.add(made)
        if made.instance is not None:
            self.taken.add(made.digest)
        return made.instance


@dataclass
class Cells(ABC, Generic[R]):
    """One run over cells: how many items of each, and what is taken already."""

    cells: Sequence[Cell]
    count: int
    recipe: R
    start: int = 0
    taken: set[str] = field(default_factory=set)
    """Digests that no instance may have: of other splits, of worked examples, of what is written."""
    tally: Tally = field(default_factory=Tally)

    @property
    def total(self) -> int:
        """How many questions are wanted."""
        return len(self.cells) * self.count

    def items(self) -> Iterator[of_cells.Item]:
        """The items to make, in order."""
        for item in of_cells.items(self.cells, self.start + self.count):
            if item.index >= self.start or self.coincides(item):
                yield item

    def instances(self, made: Iterable[Made[of_cells.Item]]) -> Iterator[Instance]:
        """The instances of the items from ``start`` on, no two of them alike."""
        return Unlike(self.again, self.taken, self.tally).instances(made, self.start)

    @abstractmethod
    def coincides(self, item: of_cells.Item) -> bool:
        """Whether later items of the cell may have to avoid this one."""

    @abstractmethod
    def again(self, item: of_cells.Item, first: int) -> Made[of_cells.Item]:
        """The item once more, from the attempt ``first`` on."""
