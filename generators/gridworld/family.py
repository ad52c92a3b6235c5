"""What the questions of a run about grid worlds share: the recipe, the prompts, and the family's row."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...domains.gridworld.catalog import World, world, worlds
from ...domains.gridworld.own import OwnWorld
from ...instances.records import Instance, Prompt
from .. import cells
from ..family import Family, Later

VERSION = "3"  # raised whenever equal arguments give other questions than before


@dataclass(frozen=True)
class Recipe(cells.Recipe):
    """What the questions of a run share; grid worlds have no levels."""

    FAMILY: ClassVar[str] = "gridworld"
    VERSION: ClassVar[str] = VERSION

    levels: tuple[int, ...] = ()

    def world(self, domain: str) -> World:
        """The world that a domain names."""
        opened: OwnWorld | None = self.opened(domain)
        return opened.world if opened else world(domain)


MENDS = {
    "too few continuations": "from a random state too few different frames follow within eight steps: let "
    "more move, or more actions do something",
    "several options are possible": "by chance several of the six frames may come: make fewer rules draw",
    "too many states are possible": "chance leads to over 2,000 states within a run: make fewer rules draw",
    "no goal is far enough": "no frame within the counted states is five steps away or more: let things take "
    "several steps, or shrink the grid where each cell is a click of its own",
    "there is no other seed": "the world draws nothing at random, so there is one seed",
    "every change was tried": "no other changed program is there: add changed_N.sexp",
    "the world has no changed program": "add changed_1.sexp, the same world with one rule changed",
    "random play shows the change too soon": "guard the change, so that five random steps do not show it",
    "random play does not show it": "300 random steps do not show the change: let it begin earlier",
    "no run is known that shows the change": 'give one in about.toml: run = "left, click 2 5", [[changes]]',
    "the shortest sequence is not known": "too many states for the search; others were tried without it",
    "undecided": "the proof went beyond its counted bounds: fewer states, or fewer draws",
    "AutumnError": "a rule fails in some state: 'certwright autumn run FILE --actions ...' shows where",
    "LimitError": "the world grows beyond the counted bounds: 'certwright autumn lint FILE' may show why",
}
"""What may help against a reason for refusing an attempt."""
QUESTIONS = {
    "mfp": "Learn the world by playing. Then a run is shown whose last frames are hidden in part: choose "
    "what stood there at its end.",
    "planning": "Learn the world by playing. Then bring it into a state that shows the goal wherever the "
    "goal says something.",
    "change": "Learn the world by playing. Then you play a world in which one rule may change: say when it "
    "does, and which frame showed it first.",
}


def misplaced(instance: Instance) -> str | None:
    """Why the record's program is not that of the world of ours which it names; None when it may be. A name
    that is none of ours is that of somebody's own world, whose program stands in the record alone."""
    if instance.domain not in worlds():
        return None
    if instance.world.get("program") != world(instance.domain).program:
        return f"domain: the program is not that of {instance.domain}"
    return None


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The one prompt that the record's task has."""
    yield Prompt(question=QUESTIONS[instance.task])


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
    opens=Later("certwright.domains.gridworld.own", "open_world"),
    misplaced=misplaced,
    renderings=renderings,
    mends=MENDS,
)
