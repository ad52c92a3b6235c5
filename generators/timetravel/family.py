"""The row of the time-travel levels."""

from __future__ import annotations

from ..family import Family, Later, Option
from .cells import VERSION, Recipe
from .scenario import scenarios

SMALL = 3
"""The highest difficulty at which games coincide now and then: their items are made before a late start."""


FAMILY = Family(
    name="timetravel",
    title="Levels with causal rules and decay, of a proven optimum.",
    help="Make time-travel levels from a seed: optimum proven, every lock, rule, epoch and decay needed.\n\n"
    "What is not asked for is drawn according to --level.",
    version=VERSION,
    recipe=Recipe,
    domains=scenarios,
    make=Later(f"{__package__}.maker", "make_item"),
    options=(
        Option("length", "The exact optimum.", range=(1, 40)),
        Option("epochs", "How many epochs.", range=(2, 4)),
        Option("characters", "How many objects act.", range=(2, 5)),
        Option("locks", "Gates opened by a key or a dial.", range=(0, 4)),
        Option("rules", "Causal rules in the domain.", range=(0, 7)),
        Option("decay", "Whether some facts are unstable.", negated=True),
        Option("milestones", "How many marks on the way count.", range=(0, 8)),
    ),
    levels=(1, 2, 3, 4, 5, 6),
    cell="scenario",
    noun="levels",
    stated={"domains": "scenarios"},
    digest=Later(f"{__package__}.fingerprint", "mark"),
    coincides=lambda item, recipe: recipe.level(item) <= SMALL,
    duplicate="isomorphic",
    engines=lambda recipe: ("numba", "numpy", "up-fast-downward"),
    opens=Later(f"{__package__}.theme", "open_theme"),
    called=("--domain", "--theme"),
)
