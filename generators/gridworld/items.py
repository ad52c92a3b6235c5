"""One grid-world question: drawn, labelled, and kept when all that it claims is certified.

Its attempts try the most telling first, at the end whatever can be proven:

- ``mfp``: random runs; the last attempts allow delays.
- ``planning``: two attempts a seed, since exploring the world is what takes long; worlds without chance have
  one seed.
- ``change``: the changes by how late random play shows them (``changes.tries``).
"""

from collections.abc import Set

from ...domains.gridworld.catalog import World
from ...instances.errors import AutumnError, LimitError
from ...instances.records import Instance, Json, Prompt
from ...verifiers.label import label
from ..cells import Item, Made
from ..pipeline import bare, certified, first_accepted, signed
from ..rng import Rng
from . import changes, goals, masked
from .changes import Drafted
from .family import QUESTIONS, Recipe

PLANNED_ROUND, SEEDS = 2, 3  # goals are drawn so often by one seed, and by so many seeds
DELAYED = 60  # from this attempt on the options of masked frames may be delays
ATTEMPTS = {"mfp": 90, "planning": PLANNED_ROUND * SEEDS, "change": 20}


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The first attempt, from ``first`` on, whose truth is wholly certified."""
    task, entry, rng = item.cell.task, recipe.world(item.cell.domain), recipe.rng(item)

    def attempt(number: int) -> Instance | str:
        try:
            drawn: Drafted | str = DRAFTS[task](entry, item.index, number, rng)
        except (AutumnError, LimitError) as error:
            return type(error).__name__
        return drawn if isinstance(drawn, str) else _labelled(entry, item, *drawn, recipe)

    return first_accepted(item, range(first, ATTEMPTS[task]), attempt, lambda made: made.id)


def _labelled(
    entry: World, item: Item, query: Json, figures: dict[str, float], recipe: Recipe
) -> Instance | str:
    asked = bare(item, recipe, {"kind": "autumn", "program": entry.program}, query)
    shown = Prompt(question=QUESTIONS[item.cell.task])
    made = label(signed(asked, item, recipe, prompt=shown, difficulty=figures))
    return made if certified(made) else "undecided"


def _masked(entry: World, index: int, attempt: int, rng: Rng) -> Drafted | str:
    draws = rng.fork("attempt", attempt)
    query = masked.make(entry, _seed(entry, draws), draws, delayed=attempt >= DELAYED)
    return (query, {"masked": float(query["masked"])}) if isinstance(query, dict) else query


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
    return changes.make(entry, listed[attempt]) if attempt < len(listed) else "every change was tried"


def _seed(entry: World, rng: Rng) -> int:
    return rng.below(2**31) if entry.stochastic else 0


DRAFTS = {"mfp": _masked, "planning": _planning, "change": _change}
"""By task, the query of one attempt with its figures, or why there is none."""
