"""One grid-world question: drawn, labelled, and kept when all that it claims is certified.

Its attempts try the most telling first, at the end whatever can be proven:

- ``mfp``: random runs; the last attempts allow delays.
- ``planning``: two attempts a seed, since exploring the world is what takes long; worlds without chance have
  one seed.
- ``change``: the changes by how late random play shows them (``changes.tries``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from msgspec.structs import replace

from ...domains.gridworld.catalog import World
from ...instances.canonical import seal
from ...instances.errors import AutumnError, LimitError
from ...instances.records import CANARY, Generator, Grade, Instance, Json, Prompt
from ...verifiers.gridworld.labelling import label
from ..cells import Item, Made
from ..rng import Rng
from . import changes, goals, masked
from .changes import Drafted
from .family import Recipe
from .rendering import QUESTIONS

NAME = "certwright.gridworld"
PLANNED_ROUND, SEEDS = 2, 3
"""Goals are drawn so often by one seed, and by so many seeds."""
DELAYED = 60
"""From this attempt on the options of masked frames may be delays."""
ATTEMPTS = {"mfp": 90, "planning": PLANNED_ROUND * SEEDS, "change": 20}


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The first attempt, from ``first`` on, whose truth is wholly certified."""
    task, entry, refused = item.cell.task, recipe.world(item.cell.domain), Counter[str]()
    rng = recipe.rng(item)
    for attempt in range(first, ATTEMPTS[task]):
        drawn: Drafted | str
        try:
            drawn = DRAFTS[task](entry, item.index, attempt, rng)
        except (AutumnError, LimitError) as error:
            drawn = type(error).__name__
        if isinstance(drawn, str):
            refused[drawn] += 1
            continue
        instance = _labelled(entry, item, *drawn, recipe)
        certified = instance.grades is not None and instance.grades.grade is Grade.CERTIFIED
        if certified:
            return Made(item, instance, instance.id, attempt, dict(refused))
        refused["undecided"] += 1
    return Made(item, None, attempt=ATTEMPTS[task], rejected=dict(refused))


def _labelled(entry: World, item: Item, query: Json, figures: dict[str, float], recipe: Recipe) -> Instance:
    instance = seal(
        Instance(
            id="",
            family="gridworld",
            task=item.cell.task,
            form="episode",
            domain=item.cell.domain,
            world={"kind": "autumn", "program": entry.program},
            query=query,
            prompt=Prompt(question=QUESTIONS[item.cell.task]),
            split=recipe.split,
            seed=recipe.seed,
            index=item.index,
            generator=Generator(NAME, recipe.version(item.cell.task)),
            canary=CANARY,
        )
    )
    labelled = label(instance)
    return replace(
        instance,
        truth=labelled.truth,
        certificates=labelled.certificates,
        grades=labelled.grades,
        gold=labelled.gold,
        difficulty={**figures, **labelled.difficulty},
    )


def _masked(entry: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    draws = rng.fork("attempt", attempt)
    query = masked.make(entry, _seed(entry, draws), draws, delayed=attempt >= DELAYED)
    return query if isinstance(query, str) else (query, {"masked": float(query["masked"])})


def _planning(entry: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    number = attempt // PLANNED_ROUND
    if number and not entry.stochastic:
        return "there is no other seed"
    query = goals.make(entry, _seed(entry, rng.fork("seed", number)), rng.fork("attempt", attempt))
    return query if isinstance(query, str) else (query, {})


def _change(entry: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    if not entry.changed:
        return "the world has no changed program"
    listed = changes.tries(entry, index, rng)
    if attempt >= len(listed):
        return "every change was tried"
    return changes.make(entry, listed[attempt])


def _seed(entry: World, rng: Rng) -> int:
    return rng.below(2**31) if entry.stochastic else 0


DRAFTS = {"mfp": _masked, "planning": _planning, "change": _change}
"""By task, the query of one attempt with its figures, or why there is none."""
