"""The row of the planning questions.

At the levels up to ``SMALL``, and at any level in domains whose makers are ``alike``, worlds coincide now and
then: a run that starts in the middle makes the items before it too, and writes none of them.  Elsewhere
coincidences are so rare that a run starts where it is told; the tally shows whether there were any
(``duplicate``).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cells import Cell, Item
from ..family import Family, Later, Option
from .cells import CONTEXTS, PLANS, VERSION, Recipe
from .makers import makers

SMALL = 2
"""The highest level whose worlds are small enough to coincide."""
ENGINES = ("numba", "numpy", "python-sat")


def coincides(item: Item, recipe: Recipe) -> bool:
    """Whether later items of the cell may have to avoid this one."""
    made_by = recipe.maker(item.cell.domain)
    return recipe.level(item) <= SMALL or made_by.alike or made_by.own is not None


def engines(recipe: Recipe) -> tuple[str, ...]:
    """Distributions whose version may matter."""
    return (*ENGINES, "kstar-planner") if recipe.plans == "kstar" else ENGINES


def taken(cells: Sequence[Cell], recipe: Recipe) -> set[str]:
    """The digests of worked examples; EngineMissingError where the engine that makes the plans is missing."""
    from ...verifiers.engines.registry import require

    if recipe.plans != "own":
        require(recipe.plans)
    if recipe.shots == "0":
        return set()
    from .duplicates import digest
    from .items import shot_instances

    kinds = sorted({(cell.task, cell.form) for cell in cells})
    return {digest(shot) for task, form in kinds for shot in shot_instances(task, form, recipe.context)}


FAMILY = Family(
    name="planning",
    title="Planning questions: thirteen domains or your own, eight tasks, three forms.",
    help="Make planning questions from a seed, each with complete truth, proofs and a gold answer.",
    version=VERSION,
    recipe=Recipe,
    domains=makers,
    make=Later(f"{__package__}.items", "make_item"),
    options=(
        Option("context", "The world in sentences, in PDDL, or both.", choices=CONTEXTS, default="natural"),
        Option("shots", "Solved examples before the question.", choices=("0", "2"), default="0"),
        Option("plans", "Who makes the plans that states are taken from.", choices=PLANS, default="own"),
    ),
    levels=(1, 2, 3, 4, 5),
    forms=("gen",),
    stated={"domains": "domains", "tasks": "tasks", "forms": "forms"},
    digest=Later(f"{__package__}.duplicates", "digest"),
    coincides=coincides,
    engines=engines,
    taken=taken,
    opens=Later(f"{__package__}.own", "open_folder"),
)
