"""Cells (domain x task x form), and the items of a run in their order: what families ask in the same way.

Items are made in the order of their index, so a longer run begins with the same bytes, and a run that starts
later is the tail of it.

>>> [item.name for item in items([Cell("ferry", "app", "gen"), Cell("grid", "app", "gen")], 1)]
['ferry/app/gen/0', 'grid/app/gen/0']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..instances.records import Instance


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
    digest: str = ""
    """Equal for questions that are one question up to names."""
    attempt: int = 0
    """The attempt that was accepted."""
    rejected: dict[str, int] = field(default_factory=dict)
    """Refused attempts by reason, those of earlier calls not included."""


def product(
    domains: Iterable[str],
    tasks: Iterable[str],
    forms: Iterable[str],
    forms_of: Mapping[str, Collection[str]],
) -> list[Cell]:
    """The cells of the product, without the forms that a task does not have."""
    kept, wanted = list(tasks), list(forms)
    return [
        Cell(domain, task, form)
        for domain in domains
        for task in kept
        for form in wanted
        if form in forms_of[task]
    ]


def items(cells: Sequence[Cell], count: int) -> Iterator[Item]:
    """The first ``count`` items of every cell, index by index."""
    return (Item(cell, index) for index in range(count) for cell in cells)
