"""Which reactive questions a run makes: cells (family of systems x task x form), their items, their recipe.

Item ``k`` of a cell is a function of the generator version, the recipe and its names alone; nothing of it
depends on the items before it (but for duplicates: see ``duplicates``).

>>> [item.name for item in items(cells(["latch"], ["accept"], ["gen", "bool"]), 1)]
['latch/accept/gen/0', 'latch/accept/bool/0']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..rng import Rng
from .worlds import domains

VERSION = "2"
"""Raised whenever equal arguments give other questions than before."""

FORMS_OF = {
    "simulate": ("gen",),
    "accept": ("gen", "bool"),
    "butfor": ("gen",),
    "sufficient": ("gen",),
    "breaking": ("gen",),
    "cause": ("gen",),
    "member": ("bool",),
    "intervene": ("gen", "episode"),
}
"""Every task and the forms in which it is asked."""
FORMS = ("gen", "bool", "episode")
LEVELS = (1, 2, 3, 4, 5)
CONTEXTS = ("table", "hoa", "both")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the items of a run share."""

    seed: int = 0
    levels: tuple[int, ...] = (3,)
    """The curriculum: item ``k`` is of level ``levels[k % len(levels)]``."""
    context: str = "table"
    split: str | None = None
    secret: bytes = b""
    """Mixed into every draw of a private split; without it the split cannot be made again."""
    system: str | None = None
    """HOA text of the one system that is asked about; None for systems of the cell's family."""
    trace: tuple[str, ...] | None = None
    """Rows over "01" of the one trace that is asked about."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All questions about one family of systems, in one task and form."""

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
            "reactive",
            cell.task,
            cell.form,
            cell.domain,
            VERSION,
            recipe.seed,
            self.index,
            self.level(recipe),
            recipe.split,
            recipe.system,
            *(recipe.trace or ()),
            secret=recipe.secret,
        )

    def drawn(self, recipe: Recipe, what: str, options: Sequence[str]) -> str:
        """One of the options; they take turns, so shares are exact and no answer is told by chance.

        A cell has the options in their order; where it begins is drawn anew for each round.  In a task these
        are places in one shuffled list of the families: over all families each option has its share at every
        index.
        """
        many, cell = len(options), self.cell
        stream = Rng(
            *("reactive", what, cell.task, cell.form, VERSION, recipe.seed, self.index // many, recipe.split),
            secret=recipe.secret,
        )
        begins = stream.shuffle(domains())
        begin = begins.index(cell.domain) if cell.domain in begins else stream.below(many)
        return options[(begin + self.index) % many]


def cells(domains: Iterable[str], tasks: Iterable[str], forms: Iterable[str]) -> list[Cell]:
    """The cells of the product, without the forms that a task does not have."""
    kept, wanted = list(tasks), list(forms)
    return [
        Cell(domain, task, form)
        for domain in domains
        for task in kept
        for form in wanted
        if form in FORMS_OF[task]
    ]


def items(cells: Sequence[Cell], count: int, start: int = 0) -> Iterator[Item]:
    """``count`` items of every cell from the index ``start`` on, index by index."""
    for index in range(start, start + count):
        for cell in cells:
            yield Item(cell, index)
