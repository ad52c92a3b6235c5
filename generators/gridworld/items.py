"""One grid-world question: drawn, labelled, and kept when all that it claims is certified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

from msgspec.structs import replace

from ...domains.gridworld.catalog import World
from ...instances.canonical import seal
from ...instances.errors import AutumnError, LimitError
from ...instances.records import CANARY, Generator, Grade, Instance, Prompt
from ...verifiers.gridworld.labelling import label
from ..cells import Item, Made
from .cells import Recipe
from .changes import Drafted
from .drafts import ATTEMPTS, draft
from .rendering import QUESTIONS

NAME = "certwright.gridworld"


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The first attempt, from ``first`` on, whose truth is wholly certified."""
    task, told, refused = item.cell.task, recipe.world(item.cell.domain), Counter[str]()
    rng = recipe.rng(item)
    for attempt in range(first, ATTEMPTS[task]):
        drawn: Drafted | str
        try:
            drawn = draft(told, task, item.index, attempt, rng)
        except (AutumnError, LimitError) as error:
            drawn = type(error).__name__
        if isinstance(drawn, str):
            refused[drawn] += 1
            continue
        instance = _labelled(told, item, *drawn, recipe)
        certified = instance.grades is not None and instance.grades.grade is Grade.CERTIFIED
        if certified:
            return Made(item, instance, instance.id, attempt, dict(refused))
        refused["undecided"] += 1
    return Made(item, None, attempt=ATTEMPTS[task], rejected=dict(refused))


def _labelled(
    told: World, item: Item, query: dict[str, Any], figures: dict[str, float], recipe: Recipe
) -> Instance:
    instance = seal(
        Instance(
            id="",
            family="gridworld",
            task=item.cell.task,
            form="episode",
            domain=item.cell.domain,
            world={"kind": "autumn", "program": told.program},
            query=query,
            prompt=Prompt(question=QUESTIONS[item.cell.task]),
            split=recipe.split,
            seed=recipe.seed,
            index=item.index,
            generator=Generator(NAME, recipe.version(item.cell.task)),
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
