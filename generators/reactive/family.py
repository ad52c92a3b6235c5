"""The row of the questions about reactive systems."""

from __future__ import annotations

from collections.abc import Set

from ...instances.records import Instance
from ..cells import Item
from ..family import Family, Option
from ..pipeline import Made
from .cells import CONTEXTS, VERSION, Recipe
from .worlds import IMPORTED, domains

SMALL = 2
"""The highest level whose questions coincide now and then: its items are made before a late start."""


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item; see ``items``."""
    from .items import make_item

    return make_item(item, recipe, first, avoid)


def digest(instance: Instance) -> str:
    """Equal for questions that are one up to names; see ``duplicates``."""
    from .duplicates import digest

    return digest(instance)


FAMILY = Family(
    name="reactive",
    title="Questions about automata: runs, causes, minimal interventions; eight tasks.",
    help="Make questions about reactive systems from a seed, each with truth, proofs and a gold answer.",
    version=VERSION,
    recipe=Recipe,
    domains=domains,
    given=IMPORTED,
    make=make_item,
    options=(
        Option("context", choices=CONTEXTS, default="table"),
        Option("system", "Ask about this one system: a HOA file, or a name of 'list systems'.", text=True),
        Option("trace", "With --system: about this one trace, a file or the text.", text=True),
        Option("bundle", "Of intervene: only what a GF-01 bundle can hold (no formulas)."),
    ),
    levels=(1, 2, 3, 4, 5),
    cell="cell (family x task x form)",
    digest=digest,
    coincides=lambda item, recipe: recipe.level(item) <= SMALL,
    engines=lambda recipe: ("python-sat",),
)
