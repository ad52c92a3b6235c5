"""The row of the questions about grid worlds."""

from __future__ import annotations

from ...domains.gridworld.catalog import worlds
from ..family import Family, Later
from .cells import VERSION, Recipe

FAMILY = Family(
    name="gridworld",
    title="Grid worlds in Autumn: masked frames, goals, changes.",
    help="Make masked frames, goals and changes from a seed, each proven by search or belief support.",
    version=VERSION,
    recipe=Recipe,
    domains=worlds,
    make=Later(f"{__package__}.items", "make_item"),
    count=1,
    cell="world and task",
    stated={"domains": "worlds", "tasks": "tasks"},
    refusal="{domain}/{task}: {reason}",
)
