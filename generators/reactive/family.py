"""The row of the questions about reactive systems."""

from __future__ import annotations

from ..family import Family, Later, Option
from .cells import CONTEXTS, VERSION, Recipe
from .worlds import IMPORTED, domains

SMALL = 2
"""The highest level whose questions coincide now and then: its items are made before a late start."""


FAMILY = Family(
    name="reactive",
    title="Questions about automata: runs, causes, minimal interventions; eight tasks.",
    help="Make questions about reactive systems from a seed, each with truth, proofs and a gold answer.",
    version=VERSION,
    recipe=Recipe,
    domains=domains,
    given=IMPORTED,
    make=Later(f"{__package__}.items", "make_item"),
    options=(
        Option("context", choices=CONTEXTS, default="table"),
        Option("system", "Ask about this one system: a file, or a name of 'list systems'.", text=True),
        Option("trace", "With --system: about this one trace, a file or the text.", text=True),
        Option("strict", "With --system: refuse one that leaves something open instead of choosing."),
        Option("bundle", "Of intervene: only what a GF-01 bundle can hold (no formulas)."),
    ),
    levels=(1, 2, 3, 4, 5),
    cell="cell (family x task x form)",
    digest=Later(f"{__package__}.duplicates", "digest"),
    coincides=lambda item, recipe: recipe.level(item) <= SMALL,
    engines=lambda recipe: ("python-sat",),
)
