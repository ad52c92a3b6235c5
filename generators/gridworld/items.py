"""One grid-world question: drawn, labelled, and kept when all that it claims is certified."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ...domains.gridworld.catalog import World, world
from ...instances.canonical import seal
from ...instances.errors import AutumnError, LimitError
from ...instances.records import Generator, Grade, Instance, Prompt
from ...verifiers.gridworld.labelling import label
from ..pipeline import Made
from ..rng import Rng
from .changes import Drafted
from .drafts import ATTEMPTS, draft, wanting
from .rendering import QUESTIONS

NAME = "certwright.gridworld"
VERSIONS = {"mfp": "3", "planning": "2", "change": "2"}
"""By task; raised whenever equal arguments give other questions than before."""
VERSION = max(VERSIONS.values())
TASKS = ("mfp", "planning", "change")
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
        *(
            "gridworld",
            item.task,
            "episode",
            item.world,
            VERSIONS[item.task],
            recipe.seed,
            item.index,
            recipe.split,
        ),
        secret=recipe.secret,
    )
    for attempt in range(ATTEMPTS[item.task]):
        drawn: Drafted | str
        try:
            drawn = draft(told, item.task, item.index, attempt, rng)
        except (AutumnError, LimitError) as error:
            drawn = type(error).__name__
        if isinstance(drawn, str):
            refused[drawn] += 1
            continue
        instance = _labelled(told, item, *drawn, recipe)
        certified = instance.grades is not None and instance.grades.grade is Grade.CERTIFIED
        lack = wanting(item.task, attempt, instance.truth or {}) if certified else "undecided"
        if lack is None:
            return Made(item, instance, attempt=attempt, rejected=dict(refused))
        refused[lack] += 1
    return Made(item, None, attempt=ATTEMPTS[item.task], rejected=dict(refused))


def _labelled(
    told: World, item: Item, query: dict[str, Any], figures: dict[str, float], recipe: Recipe
) -> Instance:
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
            generator=Generator(NAME, VERSIONS[item.task]),
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
        difficulty={**figures, **found.difficulty},
    )
