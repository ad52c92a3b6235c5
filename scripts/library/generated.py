"""Questions from a seed, each made when it is asked for, whatever stands before it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...generators import cells as of_cells
from ...generators.pipeline import Made
from ...instances.errors import LimitError, NameUnknownError
from ...instances.names import unknown
from ...instances.records import Instance
from .questions import Questions, Wanted


class Kind(NamedTuple):
    """What is asked of a run: its tasks, domains, forms and levels; what is None is left to the family."""

    task: str | None
    domain: Wanted
    form: Wanted
    levels: tuple[int, ...]
    seed: int


Run = tuple[Sequence[Any], Callable[[Any, int], Made[Any]]]
"""The cells of a run, and what makes the item of a cell and an index."""


def generate(
    name: str,
    *,
    seed: int = 0,
    size: int = 100,
    level: int | Collection[int] = 3,
    domain: Wanted = None,
    form: Wanted = None,
) -> Questions:
    """``size`` questions of a family (``"reactive"``) or a task (``"planning/reach"``), as a lazy list.

    Question ``k`` is made when it is asked for, and depends on the arguments and ``k`` alone.  Domains, tasks
    and forms take turns; several levels are a curriculum, taken in turns too (grid worlds have none).  The
    same seed gives the same bytes everywhere.  Unlike ``certwright generate`` this compares no two
    questions: at the lowest levels one may come twice.  Needs the extra ``generate``.

    >>> import certwright as cw
    >>> questions = cw.generate("reactive/accept", seed=7, size=1000, level=2, domain="latches", form="bool")
    >>> questions[500].level, questions[500].index, questions[500].gold in ("yes", "no")
    (2, 500, True)
    """
    family, _, task = name.partition("/")
    if family not in _FAMILIES:
        unknown("family", family, _FAMILIES)
    levels = (level,) if isinstance(level, int) else tuple(level)
    kind = Kind(task or None, domain, form, levels, seed)
    return Questions(_Source(family, kind, size), name=f"{name}, seed {seed}")


@dataclass
class _Source:
    """Makes questions by number; each is kept once it is made."""

    family: str
    kind: Kind
    size: int
    kept: dict[int, Instance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._run()  # refuses unknown names at once

    def __len__(self) -> int:
        return self.size

    def _run(self) -> Run:
        return _FAMILIES[self.family](self.kind)

    def question(self, number: int) -> Instance:
        if number not in self.kept:
            cells, make = self._run()
            made = make(cells[number % len(cells)], number // len(cells))
            if made.instance is None:
                raise LimitError(f"{made.item.name}: no attempt was accepted; take another seed or level")
            self.kept[number] = made.instance
        return self.kept[number]

    head = question


def _chosen(what: str, wanted: Wanted, known: Sequence[str]) -> tuple[str, ...]:
    """The names that are wanted, in the order known; all of them for None."""
    names = known if wanted is None else (wanted,) if isinstance(wanted, str) else tuple(wanted)
    for name in names:
        if name not in known:
            unknown(what, name, known)
    return tuple(name for name in known if name in names)


def _levels(levels: tuple[int, ...], known: Sequence[int]) -> tuple[int, ...]:
    if not levels or set(levels) - set(known):
        raise NameUnknownError(f"unknown level in {list(levels)}; known: {known[0]} to {known[-1]}")
    return levels


def _planning(kind: Kind) -> Run:
    from ...generators.planning.cells import FORMS, LEVELS, Recipe, cells
    from ...generators.planning.items import make_item
    from ...generators.planning.makers import makers
    from ...instances.names import tasks as tasks_of

    recipe = Recipe(kind.seed, _levels(kind.levels, LEVELS))
    tasks = _chosen("task", kind.task, list(tasks_of("planning")))
    forms = _chosen("form", kind.form or "gen", FORMS)
    chosen = cells(_chosen("domain", kind.domain, makers()), tasks, forms)
    return _some(chosen), lambda cell, index: make_item(of_cells.Item(cell, index), recipe)


def _reactive(kind: Kind) -> Run:
    from ...generators.reactive.cells import FORMS, FORMS_OF, LEVELS, Recipe, cells
    from ...generators.reactive.items import make_item
    from ...generators.reactive.worlds import domains

    recipe = Recipe(kind.seed, _levels(kind.levels, LEVELS))
    tasks, forms = _chosen("task", kind.task, list(FORMS_OF)), _chosen("form", kind.form, FORMS)
    chosen = cells(_chosen("domain", kind.domain, domains()), tasks, forms)
    return _some(chosen), lambda cell, index: make_item(of_cells.Item(cell, index), recipe)


def _timetravel(kind: Kind) -> Run:
    from ...generators.timetravel.maker import Item, Recipe, make
    from ...generators.timetravel.scenario import scenarios

    recipe = Recipe(kind.seed, _levels(kind.levels, range(1, 7)))
    _chosen("task", kind.task, ("level",))
    _chosen("form", kind.form, ("episode",))
    chosen = _chosen("domain", kind.domain, scenarios())
    return chosen, lambda scenario, index: make(Item(scenario, index), recipe)


def _gridworld(kind: Kind) -> Run:
    from ...domains.gridworld.catalog import worlds
    from ...generators.gridworld.items import TASKS, Item, Recipe, make_item

    recipe = Recipe(kind.seed)
    _chosen("form", kind.form, ("episode",))
    tasks, chosen = _chosen("task", kind.task, TASKS), _chosen("domain", kind.domain, worlds())
    cells = [(world, task) for world in chosen for task in tasks]
    return cells, lambda cell, index: make_item(Item(cell[0], cell[1], index), recipe)


def _some(cells: Sequence[Any]) -> Sequence[Any]:
    if not cells:
        raise NameUnknownError("no task of these has one of these forms")
    return cells


_FAMILIES: dict[str, Callable[[Kind], Run]] = {
    "planning": _planning,
    "reactive": _reactive,
    "timetravel": _timetravel,
    "gridworld": _gridworld,
}
