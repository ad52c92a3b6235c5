"""Which reactive questions a run makes: cells (family of systems x task x form), and what all items share.

Item ``k`` of a cell is a function of the generator version, the recipe and its names alone; nothing of it
depends on the items before it (but for duplicates: see ``duplicates``).

>>> [cell.form for cell in cells(["latch"], ["accept", "member"], ["gen", "bool"])]
['gen', 'bool', 'bool']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..cells import Cell, Item, product
from ..rng import Rng
from .worlds import domains

VERSION = "3"
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
MODES = ("hard", "normal", "hard", "normal", "ltlf")
"""How effects are told: see ``scene``."""
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
    bundle: bool = False
    """Only what an instance bundle of GF-01 can hold: no formulas."""

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of effects, in turns."""
        return tuple(mode for mode in MODES if not (self.bundle and mode == "ltlf"))

    def rng(self, item: Item) -> Rng:
        """The stream of an item; the context takes no part, so one question has three wordings."""
        cell = item.cell
        return Rng(
            "reactive",
            cell.task,
            cell.form,
            cell.domain,
            VERSION,
            self.seed,
            item.index,
            item.level(self),
            self.split,
            self.system,
            *(self.trace or ()),
            secret=self.secret,
        )

    def drawn(self, item: Item, what: str, options: Sequence[str]) -> str:
        """One of the options; they take turns, so shares are exact and no answer is told by chance.

        A cell has the options in their order; where it begins is drawn anew for each round.  In a task these
        are places in one shuffled list of the families: over all families each option has its share at every
        index.
        """
        many, cell = len(options), item.cell
        stream = Rng(
            *("reactive", what, cell.task, cell.form, VERSION, self.seed, item.index // many, self.split),
            secret=self.secret,
        )
        begins = stream.shuffle(domains())
        begin = begins.index(cell.domain) if cell.domain in begins else stream.below(many)
        return options[(begin + item.index) % many]


def cells(domains: Iterable[str], tasks: Iterable[str], forms: Iterable[str]) -> list[Cell]:
    """The cells of the product, without the forms that a task does not have."""
    return product(domains, tasks, forms, FORMS_OF)
