"""What all planning items share: the recipe with the bounds of its options, and the family's row.

At the levels up to ``SMALL``, and at any level in domains whose makers are ``alike``, worlds coincide now and
then: a run that starts in the middle makes the items before it too, and writes none of them.  Elsewhere
coincidences are so rare that a run starts where it is told; the tally shows whether there were any
(``duplicate``).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import cells
from ..cells import Item
from ..family import Family, Later, Option
from .maker import Maker, maker, makers

if TYPE_CHECKING:
    from .own import Folder

VERSION = "7"  # the highest of the tasks' versions; raised whenever equal arguments give other questions
FORMER = "6"  # that of the tasks that have none of their own
VERSIONS = {"app": "7", "just": "7", "land": "7", "val": "7"}
HARD = {"nexta": "7"}  # those of tasks that differ above level ``RELEASED``
RELEASED = 3  # level of the released sets, whose certificates count states of bounds that are not ``lean``
SMALL = 2  # the highest level whose worlds are small enough to coincide
ENGINES = ("numba", "numpy", "python-sat")
CONTEXTS = ("natural", "pddl", "both")
PLANS = ("own", "kstar")


@dataclass(frozen=True)
class Recipe(cells.Recipe):
    """The context takes no part in draws, so one question has three wordings."""

    FAMILY: ClassVar[str] = "planning"

    context: str = "natural"
    shots: str = "0"  # worked examples before the question: 0 or 2
    plans: str = "own"  # who makes the plans that states are taken from: ``own`` search or ``kstar``
    generator: str | None = None  # another version of the generator, to render the prompts of its questions

    def maker(self, domain: str) -> Maker:
        """The problem maker of a domain: that of a folder, else that of the catalogue."""
        folder: Folder | None = self.opened(domain)
        return folder.maker if folder else maker(domain)

    def version(self, task: str) -> str:
        """The version of the generator of a task."""
        return self.generator or VERSIONS.get(task, FORMER)

    def version_of(self, item: Item) -> str:
        """The version of the generator for an item."""
        task, hard = item.cell.task, self.level(item) > RELEASED
        return (not self.generator and hard and HARD.get(task)) or self.version(task)

    def drawn_by(self) -> tuple[str]:
        """The makers of plans take part."""
        return (self.plans,)


def coincides(item: Item, recipe: Recipe) -> bool:
    """Whether later items of the cell may have to avoid this one."""
    made_by = recipe.maker(item.cell.domain)
    return recipe.level(item) <= SMALL or made_by.alike or made_by.own is not None


def engines(recipe: Recipe) -> tuple[str, ...]:
    """Distributions whose version may matter."""
    return (*ENGINES, "kstar-planner") if recipe.plans == "kstar" else ENGINES


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
    taken=Later(f"{__package__}.items", "taken"),
    opens=Later(f"{__package__}.own", "open_folder"),
    misplaced=Later(f"{__package__}.rendering", "misplaced"),
    renderings=Later(f"{__package__}.rendering", "renderings"),
)
