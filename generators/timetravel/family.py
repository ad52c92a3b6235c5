"""What all levels of a run share: the recipe, and the family's row."""

from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ...instances.records import Json
from .. import cells
from ..family import Family, Later, Option
from .scenario import Scenario, scenario, scenarios
from .wanted import Wanted

if TYPE_CHECKING:
    from .theme import OwnTheme

VERSION = "2"  # raised whenever equal arguments give other levels than before
NO_WISH = Wanted()


@dataclass(frozen=True)
class Recipe(cells.Recipe):
    """What the levels of a run share."""

    FAMILY: ClassVar[str] = "timetravel"
    VERSION: ClassVar[str] = VERSION

    wanted: Wanted = NO_WISH

    def scenario(self, domain: str) -> Scenario:
        """The scenario that a domain names."""
        theme: OwnTheme | None = self.opened(domain)
        return theme.scenario if theme else scenario(domain)

    def drawn_by(self) -> tuple[int | None, ...]:
        """All wishes take part."""
        return astuple(self.wanted)

    def options(self) -> dict[str, Any]:
        """The wishes that there are."""
        return {"wanted": {name: value for name, value in asdict(self.wanted).items() if value is not None}}

    @classmethod
    def restated(cls, options: Json) -> dict[str, Any]:
        """The wishes out of a manifest, or as they are asked for one by one."""
        wishes = {name: value for name, value in options.items() if name != "own"}
        return {"wanted": Wanted(**options.get("wanted", wishes)), "own": tuple(options.get("own", ()))}


SMALL = 3  # highest difficulty at which games may coincide: their items are made before a late start


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
    digest=Later(f"{__package__}.maker", "mark"),
    coincides=lambda item, recipe: recipe.level(item) <= SMALL,
    duplicate="isomorphic",
    engines=lambda recipe: ("numba", "numpy", "up-fast-downward"),
    opens=Later(f"{__package__}.theme", "open_theme"),
    misplaced=Later(f"{__package__}.render", "misplaced"),
    renderings=Later(f"{__package__}.render", "renderings"),
    called=("--domain", "--theme"),
)
