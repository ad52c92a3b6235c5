"""The row of the questions about grid worlds."""

from __future__ import annotations

from collections.abc import Set

from ...domains.gridworld.catalog import worlds
from ..cells import Item
from ..family import Family
from ..pipeline import Made
from .cells import VERSION, Recipe


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item; see ``items``."""
    from .items import make_item

    return make_item(item, recipe, first, avoid)


FAMILY = Family(
    name="gridworld",
    title="Grid worlds in Autumn: masked frames, goals, changes.",
    help="Make masked frames, goals and changes from a seed, each proven by search or belief support.",
    version=VERSION,
    recipe=Recipe,
    domains=worlds,
    make=make_item,
    count=1,
    cell="world and task",
    stated={"domains": "worlds", "tasks": "tasks"},
    refusal="{domain}/{task}: {reason}",
)
