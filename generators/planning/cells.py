"""Which questions a run makes: cells (domain x task x form), their items, and what all items share.

Item ``k`` of a cell is a function of the generator version, the recipe and its names alone; nothing of it
depends on the items before it (but for duplicates: see ``duplicates``).  Items are made in the order of their
index, so a longer run begins with the same bytes, and a run that starts later is the tail of it.

>>> [item.name for item in items(cells(["ferry", "grid"], ["app"], ["gen"]), 1, start=3)]
['ferry/app/gen/3', 'grid/app/gen/3']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...instances.names import TASKS
from ..rng import Rng

VERSION = "2"
"""Raised whenever equal arguments give other questions than before."""

FORMS = ("gen", "bool", "mcq")
LEVELS = (1, 2, 3, 4, 5)
CONTEXTS = ("natural", "pddl", "both")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the items of a run share."""

    seed: int = 0
    levels: tuple[int, ...] = (3,)
    """The curriculum: item ``k`` is of level ``levels[k % len(levels)]``."""
    context: str = "natural"
    shots: int = 0
    split: str | None = None
    secret: bytes = b""
    """Mixed into every draw of a private split; without it the split cannot be made again."""
    plans: str = "own"
    """Who makes the plans that states are taken from: ``own`` search or ``kstar``."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All questions of one domain, task and form."""

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

    def level(self, recipe: Recipe) -> int:
        """The level of the item in the curriculum."""
        return recipe.levels[self.index % len(recipe.levels)]

    def rng(self, recipe: Recipe) -> Rng:
        """The stream of the item; the context takes no part, so one question has three wordings."""
        cell = self.cell
        return Rng(
            "planning",
            cell.task,
            cell.form,
            cell.domain,
            VERSION,
            recipe.seed,
            self.index,
            self.level(recipe),
            recipe.split,
            recipe.plans,
            secret=recipe.secret,
        )


def cells(domains: Iterable[str], tasks: Iterable[str], forms: Iterable[str]) -> list[Cell]:
    """The cells of the product, without the forms that a task does not have."""
    kept, wanted = list(tasks), list(forms)
    return [
        Cell(domain, task, form)
        for domain in domains
        for task in kept
        for form in wanted
        if form in TASKS[task].groups
    ]


def items(cells: Sequence[Cell], count: int, start: int = 0) -> Iterator[Item]:
    """``count`` items of every cell from the index ``start`` on, index by index."""
    for index in range(start, start + count):
        for cell in cells:
            yield Item(cell, index)
