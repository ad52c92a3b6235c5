"""What all reactive items share: the recipe with the bounds of its options, and the family's row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .. import cells
from ..cells import Item
from ..family import Family, Later, Option
from ..rng import Rng
from .worlds import IMPORTED, domains

SMALL = 2  # the highest level whose questions coincide now and then: its items are made before a late start
VERSION = "3"  # raised whenever equal arguments give other questions than before
MODES = ("hard", "normal", "hard", "normal", "ltlf")  # how effects are told: see ``scene``
CONTEXTS = ("table", "hoa", "both")


@dataclass(frozen=True)
class Recipe(cells.Recipe):
    """The context takes no part in draws, so one question has three wordings."""

    FAMILY: ClassVar[str] = "reactive"
    VERSION: ClassVar[str] = VERSION

    context: str = "table"
    system: str | None = None  # HOA text of the only system asked about; None for the cell's family
    trace: tuple[str, ...] | None = None  # rows over "01" of the one trace that is asked about
    bundle: bool = False  # only what an instance bundle of GF-01 can hold: no formulas

    def drawn_by(self) -> tuple[str | None, ...]:
        """The system and the trace take part."""
        return (self.system, *(self.trace or ()))

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of effects, in turns."""
        return tuple(mode for mode in MODES if not (self.bundle and mode == "ltlf"))

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
        Option("context", "How the system is shown.", choices=CONTEXTS, default="table"),
        Option("system", "Ask about this one system: a file, or a name of 'list systems'.", text=True),
        Option("trace", "With --system: about this one trace, a file or the text.", text=True),
        Option("strict", "With --system: refuse one that leaves something open instead of choosing."),
        Option("bundle", "Of intervene: only what a GF-01 bundle can hold (no formulas)."),
    ),
    levels=(1, 2, 3, 4, 5),
    cell="cell (family x task x form)",
    digest=Later(f"{__package__}.items", "digest"),
    coincides=lambda item, recipe: recipe.level(item) <= SMALL,
    engines=lambda recipe: ("python-sat",),
    misplaced=Later(f"{__package__}.prompt", "misplaced"),
    renderings=Later(f"{__package__}.prompt", "renderings"),
)
