"""Runs of all families: attempts at an item, a tally, a stream without duplicates, one question by itself.

Items are made by any number of workers and arrive in order.  One whose digest is taken makes its next
attempts here, so what a set holds does not depend on the workers.  That is the only way in which an item can
depend on those before it; a run that starts in the middle makes some items before its start too, to know
what is taken, and writes none of them.  ``Pipeline.question`` and ``make`` compare no questions at all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from ..instances.canonical import seal
from ..instances.errors import LimitError
from ..instances.names import task as task_named
from ..instances.records import CANARY, Answer, Generator, Grade, Instance, Json, Outcome, Prompt
from ..verifiers.judge import judge
from ..verifiers.statistics import counts
from .cells import Cell, Item, Made, Recipe, items
from .family import Family, family_of


@dataclass
class RefusalTally:
    """What a run refused: attempts by domain and reason, and the items that could not be made."""

    rejected: Counter[str] = field(default_factory=Counter)
    unmade: list[str] = field(default_factory=list)
    reasons: dict[str, dict[str, int]] = field(default_factory=dict)
    """Why the attempts at items that could not be made were refused; an earlier run's are not known."""
    kept: int = 0


@dataclass
class Pipeline:
    """One run over cells: how many items of each, and what is taken already."""

    cells: Sequence[Cell]
    count: int
    recipe: Recipe
    start: int = 0  # the first index that is wanted; items before it are made to be avoided
    taken: set[str] = field(default_factory=set)
    """Digests that no instance may have: of other splits, of worked examples, of what is written."""
    tally: RefusalTally = field(default_factory=RefusalTally)

    @cached_property
    def family(self) -> Family:
        """The row of the family whose recipe it is."""
        return family_of(self.recipe.FAMILY)

    @property
    def total(self) -> int:
        """How many questions are wanted."""
        return len(self.cells) * self.count

    def items(self) -> Iterator[Item]:
        """The items to make, in order: index by index."""
        for item in items(self.cells, self.start + self.count):
            if item.index >= self.start or self.family.coincides(item, self.recipe):
                yield item

    def instances(self, made: Iterable[Made]) -> Iterator[Instance]:
        """The instances of the items from ``start`` on, no two of them alike."""
        for attempt in made:
            wanted = attempt.item.index >= self.start
            instance = self._settled(attempt, self.tally if wanted else RefusalTally())
            if wanted and instance is None:
                self.tally.unmade.append(attempt.item.name)
            elif wanted and instance is not None:
                self.tally.kept += 1
                yield instance

    def _settled(self, made: Made, tally: RefusalTally) -> Instance | None:
        """The first attempt of the item, from the one that was made, that is no duplicate."""
        refused = Counter(made.rejected)
        while made.instance is not None and made.digest in self.taken:
            refused[self.family.duplicate] += 1
            made = self.family.make(made.item, self.recipe, made.attempt + 1, self.taken)
            refused.update(made.rejected)
        cell = made.item.cell
        for reason, count in refused.items():
            name = self.family.refusal.format(domain=cell.domain, task=cell.task, reason=reason)
            tally.rejected[name] += count
        if made.instance is None:
            tally.reasons[made.item.name] = refused
        else:
            self.taken.add(made.digest)
        return made.instance

    def question(self, number: int) -> Instance:
        """Question ``number`` of the run alone, whatever stands before it; cells take turns. LimitError when
        no attempt was accepted."""
        item = Item(self.cells[number % len(self.cells)], self.start + number // len(self.cells))
        made = self.family.make(item, self.recipe)
        if made.instance is None:
            refused = f" ({counts(made.rejected)})" if made.rejected else ""
            raise LimitError(f"{item.name}: no attempt was accepted{refused}; take another seed or level")
        return made.instance


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
    cell, level = item.cell, recipe.level(item) if recipe.levels else None
    named: Json = {"family": recipe.FAMILY, "task": cell.task, "form": cell.form, "domain": cell.domain}
    return Instance(id="", **named, world=world, query=query, prompt=Prompt(question=""), level=level)


def signed(made: Instance, item: Item, recipe: Recipe, **fields: Any) -> Instance:
    """The instance with some fields set and its provenance, under its id."""
    generator = Generator(f"certwright.{recipe.FAMILY}", recipe.version_of(item))
    origin = {"split": recipe.split, "seed": recipe.seed, "index": item.index, "generator": generator}
    return seal(replace(made, **origin, canary=CANARY, **fields))


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


def run(
    name: str,
    count: int = 1,
    *,
    start: int = 0,
    levels: Sequence[int] = (3,),
    domains: Sequence[str] | None = None,
    forms: Sequence[str] | None = None,
    **options: Any,
) -> Pipeline:
    """A run of a family (``reactive``) or a task (``planning/reach``); None for all domains, or usual forms.

    ``options`` are the fields of the family's recipe, ``seed``, ``split`` and ``secret`` among them.  Raises
    NameUnknownError for a name or level that there is not.
    """
    key, _, task = name.partition("/")
    family = family_of(key)
    cells = family.cells(domains, (task,) if task else None, forms)
    return Pipeline(cells, count, family.recipe_of(levels=levels, **options), start)


def make(
    task: str,
    *,
    seed: int = 0,
    index: int = 0,
    domain: str | None = None,
    level: int | Sequence[int] = 3,
    form: str | None = None,
    **options: Any,
) -> Instance:
    """Question ``index`` of a task by itself: a function of the arguments alone, of no question before it.

    Without a domain or form those of the task take turns.  ``level`` may be a curriculum.  Raises
    NameUnknownError for a name that there is not, LimitError when no attempt was accepted.

    >>> make("accept", seed=7, index=2, domain="latches", form="bool", level=1).level
    1
    """
    key = task.rpartition("/")[2]
    return run(
        f"{task_named(key).family}/{key}",
        seed=seed,
        levels=(level,) if isinstance(level, int) else level,
        domains=None if domain is None else (domain,),
        forms=None if form is None else (form,),
        **options,
    ).question(index)
