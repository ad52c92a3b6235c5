"""One grid-world question: drawn, labelled, and kept when all that it claims is certified."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ...domains.gridworld.catalog import World, run, world
from ...instances.canonical import seal
from ...instances.errors import AutumnError, LimitError
from ...instances.records import Generator, Grade, Instance, Prompt
from ...verifiers.gridworld.labelling import label
from ..pipeline import Made
from ..rng import Rng
from . import goals, masked

NAME = "certwright.gridworld"
VERSION = "1"
"""Raised whenever equal arguments give other questions than before."""
ATTEMPTS = 24
TASKS = ("mfp", "planning", "change")
QUESTIONS = {
    "mfp": "Learn the world by playing. Then a run is shown whose last frames are hidden in part: choose "
    "what stood there at its end.",
    "planning": "Learn the world by playing. Then bring it into a state that shows the goal wherever the "
    "goal says something.",
    "change": "Learn the world by playing. Then you play a world in which one rule may change: say when it "
    "does, and which frame showed it first.",
}
CANARY = "certwright grid worlds: this text must not occur in training data"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the questions of a run share."""

    seed: int = 0
    split: str | None = None
    secret: bytes = b""


@dataclass(frozen=True, slots=True)
class Item:
    """A question to be made: its world, its task, its number."""

    world: str
    task: str
    index: int

    @property
    def name(self) -> str:
        """The item as people write it."""
        return f"{self.world}/{self.task}/{self.index}"


def make_item(item: Item, recipe: Recipe) -> Made[Item]:
    """The first attempt whose truth is wholly certified."""
    told, refused = world(item.world), Counter[str]()
    rng = Rng(
        *("gridworld", item.task, "episode", item.world, VERSION, recipe.seed, item.index, recipe.split),
        secret=recipe.secret,
    )
    for attempt in range(ATTEMPTS):
        draws = rng.fork("attempt", attempt)
        try:
            query = _query(told, item, attempt, draws)
        except (AutumnError, LimitError) as error:
            query = type(error).__name__
        if isinstance(query, str):
            refused[query] += 1
            continue
        instance = _labelled(told, item, query, recipe)
        if instance.grades is not None and instance.grades.grade is Grade.CERTIFIED:
            return Made(item, instance, attempt=attempt, rejected=dict(refused))
        refused["undecided"] += 1
    return Made(item, None, attempt=ATTEMPTS, rejected=dict(refused))


def _query(told: World, item: Item, attempt: int, rng: Rng) -> dict[str, Any] | str:
    """The query of one attempt, or why there is none; worlds without chance have one seed."""
    rng_seed = rng.below(2**31) if told.about.stochastic else 0
    if item.task == "mfp":
        return masked.make(told, rng_seed, rng)
    if item.task == "planning":
        return goals.make(told, rng_seed, rng)
    return _change(told, item.index, attempt, rng_seed)


def _change(told: World, index: int, attempt: int, rng_seed: int) -> dict[str, Any] | str:
    """Change after change; the later attempts carry the stored run, which shows the change by its seed."""
    place = index % len(told.changed)
    change = told.about.changes[place]
    if attempt == 0:
        return {"rng_seed": rng_seed, "changed": told.changed[place]}
    if attempt > 1:
        return "no attempt is left"
    witness = [str(action) for action in run(change.run)]
    return {"rng_seed": change.rng_seed, "changed": told.changed[place], "witness": witness}


def _labelled(told: World, item: Item, query: dict[str, Any], recipe: Recipe) -> Instance:
    instance = seal(
        Instance(
            id="",
            family="gridworld",
            task=item.task,
            form="episode",
            domain=item.world,
            world={"kind": "autumn", "program": told.program},
            query=query,
            prompt=Prompt(question=QUESTIONS[item.task]),
            split=recipe.split,
            seed=recipe.seed,
            index=item.index,
            generator=Generator(NAME, VERSION),
            canary=CANARY,
        )
    )
    found = label(instance)
    return replace(
        instance,
        truth=found.truth,
        certificates=found.certificates,
        grades=found.grades,
        gold=found.gold,
        difficulty=found.difficulty,
    )
