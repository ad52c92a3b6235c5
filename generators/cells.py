"""Cells (domain x task x form), the items of a run in their order, and what the items of a run share.

Items are made in the order of their index, so a longer run begins with the same bytes, and a run that starts
later is the tail of it.  Item ``k`` of a cell is a function of the generator's version, the recipe and the
names of the cell alone; nothing of it depends on the items before it (but for duplicates: see ``pipeline``).

>>> [item.name for item in items([Cell("ferry", "app", "gen"), Cell("grid", "app", "gen")], 1)]
['ferry/app/gen/0', 'grid/app/gen/0']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from ..instances.records import Instance, Json
from .rng import Rng


@dataclass(frozen=True, slots=True)
class Cell:
    """All questions of one domain (a kind of world), task and form."""

    domain: str
    task: str
    form: str


@dataclass(frozen=True, slots=True)
class Item:
    """One question to be made."""

    cell: Cell
    index: int

    @property
    def name(self) -> str:
        """The item as people write it."""
        return f"{self.cell.domain}/{self.cell.task}/{self.cell.form}/{self.index}"


@dataclass(frozen=True, slots=True)
class Made:
    """What came of an item: the instance, or None when no attempt was accepted."""

    item: Item
    instance: Instance | None
    digest: str = ""  # equal for questions that are one question up to names
    attempt: int = 0  # the attempt that was accepted
    rejected: dict[str, int] = field(default_factory=dict)
    """Refused attempts by reason, those of earlier calls not included."""


def items(cells: Sequence[Cell], count: int) -> Iterator[Item]:
    """The first ``count`` items of every cell, index by index."""
    return (Item(cell, index) for index in range(count) for cell in cells)


@dataclass(frozen=True)
class Recipe:
    """What all families share; a family's own recipe adds its options as fields."""

    FAMILY: ClassVar[str]
    VERSION: ClassVar[str]  # of the generator; raised whenever equal arguments give other questions

    seed: int = 0
    levels: tuple[int, ...] = (3,)
    """The curriculum: item ``k`` is of level ``levels[k % len(levels)]``; empty where there are no levels."""
    split: str | None = None
    secret: bytes = b""  # mixed into every draw of a private split; without it the split cannot be made again
    own: tuple[Any, ...] = ()  # domains of the user's own (``family.Opened``), beside those that come along

    def opened(self, domain: str) -> Any | None:
        """The user's own domain of a name, if there is one."""
        return next((opened for opened in self.own if opened.key == domain), None)

    def version(self, task: str) -> str:
        """The version of the generator of a task."""
        return self.VERSION

    def version_of(self, item: Item) -> str:
        """The version of the generator for an item."""
        return self.version(item.cell.task)

    def drawn_by(self) -> tuple[Any, ...]:
        """The options that take part in every draw; none do unless a family says so."""
        return ()

    def level(self, item: Item) -> int:
        """The level of an item in the curriculum, where there are levels."""
        return self.levels[item.index % len(self.levels)]

    def rng(self, item: Item) -> Rng:
        """The stream of an item."""
        cell = item.cell
        levels = (self.level(item),) if self.levels else ()
        names = (self.FAMILY, cell.task, cell.form, cell.domain, self.version_of(item))
        return Rng(*names, self.seed, item.index, *levels, self.split, *self.drawn_by(), secret=self.secret)

    def options(self) -> dict[str, Any]:
        """The family's own options that are set."""
        shared = {field.name for field in fields(Recipe)}
        own = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in shared}
        return {name: value for name, value in own.items() if value not in (None, False)}

    def stated(self) -> Json:
        """The options as a manifest keeps them."""
        options = self.options().items()
        said = {name: list(value) if isinstance(value, tuple) else value for name, value in options}
        return {**said, "own": {opened.key: opened.digest for opened in self.own}} if self.own else said

    @classmethod
    def restated(cls, options: Json) -> dict[str, Any]:
        """The fields of a recipe out of what a manifest keeps."""
        return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
