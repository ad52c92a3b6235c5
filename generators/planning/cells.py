"""Which planning questions a run makes: cells (domain x task x form), and what all items share.

Item ``k`` of a cell is a function of the generator version, the recipe and its names alone; nothing of it
depends on the items before it (but for duplicates: see ``duplicates``).

>>> [cell.form for cell in cells(["ferry"], ["app", "nexta"], ["gen", "bool"])]
['gen', 'bool', 'gen']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...instances.names import tasks as tasks_of
from ..cells import Cell, Item, product
from ..rng import Rng

VERSION = "3"
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
    version: str = VERSION
    """Of the generator; another one only to render the prompts of its questions."""

    def rng(self, item: Item) -> Rng:
        """The stream of an item; the context takes no part, so one question has three wordings."""
        cell = item.cell
        return Rng(
            "planning",
            cell.task,
            cell.form,
            cell.domain,
            self.version,
            self.seed,
            item.index,
            item.level(self),
            self.split,
            self.plans,
            secret=self.secret,
        )


def cells(domains: Iterable[str], tasks: Iterable[str], forms: Iterable[str]) -> list[Cell]:
    """The cells of the product, without the forms that a task does not have."""
    return product(domains, tasks, forms, {key: task.groups for key, task in tasks_of("planning").items()})
