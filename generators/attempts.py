"""What all families do with attempts at an item: count refusals, demand proof, state the provenance."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ..instances.canonical import seal
from ..instances.records import CANARY, Answer, Generator, Grade, Instance, Json, Outcome, Prompt
from ..verifiers.judge import judge
from .cells import Item, Made, Recipe


def first_accepted(
    item: Item, attempts: range, attempt: Callable[[int], Instance | str], digest: Callable[[Instance], str]
) -> Made:
    """The first attempt that gives an instance, and how often others gave which reason why there is none."""
    refused = Counter[str]()
    for number in attempts:
        made = attempt(number)
        if isinstance(made, Instance):
            return Made(item, made, digest(made), number, dict(sorted(refused.items())))
        refused[made] += 1
    return Made(item, None, "", attempts.stop, dict(sorted(refused.items())))


def bare(item: Item, recipe: Recipe, world: Json, query: Json) -> Instance:
    """The question itself: what a digest sees, and what is labelled."""
    cell = item.cell
    return Instance(
        id="",
        family=recipe.FAMILY,  # type: ignore[arg-type]
        task=cell.task,
        form=cell.form,  # type: ignore[arg-type]
        domain=cell.domain,
        world=world,
        query=query,
        prompt=Prompt(question=""),
        level=recipe.level(item) if recipe.levels else None,
    )


def signed(made: Instance, item: Item, recipe: Recipe, **fields: Any) -> Instance:
    """The instance with some fields set and its provenance, under its id."""
    return seal(
        replace(
            made,
            split=recipe.split,
            seed=recipe.seed,
            index=item.index,
            generator=Generator(f"certwright.{recipe.FAMILY}", recipe.version_of(item)),
            canary=CANARY,
            **fields,
        )
    )


def certified(made: Instance) -> bool:
    """Whether there is a truth, and all of it is certified."""
    return made.truth is not None and made.grades is not None and made.grades.grade is Grade.CERTIFIED


def unproven(made: Instance) -> str | None:
    """Why a labelled instance must not be released."""
    if not certified(made):
        return "undecided"
    if made.gold is None:
        return "no_gold"
    verdict = judge(made, Answer(id=made.id, response=made.gold))
    return None if verdict.outcome is Outcome.CORRECT else "gold_not_correct"
