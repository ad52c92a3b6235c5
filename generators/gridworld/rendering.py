"""The prompt of a grid-world question: what its task is; all else is met by playing."""

from collections.abc import Iterator

from ...domains.gridworld.catalog import world, worlds
from ...instances.records import Instance, Prompt

QUESTIONS = {
    "mfp": "Learn the world by playing. Then a run is shown whose last frames are hidden in part: choose "
    "what stood there at its end.",
    "planning": "Learn the world by playing. Then bring it into a state that shows the goal wherever the "
    "goal says something.",
    "change": "Learn the world by playing. Then you play a world in which one rule may change: say when it "
    "does, and which frame showed it first.",
}


def misplaced(instance: Instance) -> str | None:
    """Why the record's program is not that of the world of ours which it names; None when it may be.

    A name that is none of ours is that of somebody's own world, whose program stands in the record alone.
    """
    if instance.domain not in worlds():
        return None
    if instance.world.get("program") != world(instance.domain).program:
        return f"domain: the program is not that of {instance.domain}"
    return None


def renderings(instance: Instance) -> Iterator[Prompt]:
    """The one prompt that the record's task has."""
    yield Prompt(question=QUESTIONS[instance.task])
