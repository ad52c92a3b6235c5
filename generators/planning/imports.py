"""PDDL files as questions: those about the initial state, and all tasks in all forms about drawn states.

The first are unlabelled, and the same whatever else is asked.  The others are made as generated questions
are: with truth, proofs and a gold answer, out of one problem file each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from ...domains.planning.pddl import parse_domain, parse_problem
from ...domains.planning.tree import Domain, Problem
from ...instances.errors import CertwrightError, RecordError
from ...instances.formats import pddl as files
from ...instances.names import tasks
from ...instances.records import Instance
from ..cells import Cell, Item
from .family import Recipe
from .items import make_item
from .maker import Maker
from .own import size


@dataclass(frozen=True)
class _File:
    """One problem file in the place of a folder."""

    key: str
    maker: Maker
    digest: str = ""
    notes: tuple[str, ...] = ()


def read(
    path: str | Path, *, states: int = 0, seed: int = 0, report: Callable[[str], None] = lambda said: None
) -> Iterator[Instance | RecordError]:
    """The questions of a problem file, or of those in a folder and below it; an error for what is no PDDL.

    Beside the questions about the initial state there are ``states`` of each task and form about states drawn
    with ``seed``; what could not be made goes to ``report``, a sentence a problem.
    """
    domains: dict[Path, Domain | RecordError] = {}
    number = 0
    for pair in files.read_pairs(path):
        if isinstance(pair, RecordError):
            yield pair
            continue
        if pair.domain not in domains:
            domains[pair.domain] = _domain(pair)
            if isinstance(fault := domains[pair.domain], RecordError):
                yield fault
        domain = domains[pair.domain]
        try:
            if isinstance(domain, RecordError):
                report(f"{pair.problem}: not read, for its domain cannot be")
                continue
            problem = parse_problem(pair.world["problem"], domain, file=str(pair.problem))
        except CertwrightError as error:
            yield RecordError(str(error))
            continue
        yield from files.initial(pair)
        if states:
            yield from _sampled(pair, problem, seed, range(number * states, (number + 1) * states), report)
        number += 1


def _domain(pair: files.Pair) -> Domain | RecordError:
    try:
        return parse_domain(pair.world["domain"], file=str(pair.domain))
    except CertwrightError as error:
        return RecordError(str(error))


def _sampled(
    pair: files.Pair, problem: Problem, seed: int, indices: range, report: Callable[[str], None]
) -> Iterator[Instance]:
    _, fault = size(problem, None)
    if fault:
        report(f"{pair.problem}: {fault}; no question is made about drawn states")
        return
    key = files.domain_key(pair.world["domain"])
    world = {"kind": "pddl", "domain": pair.world["domain"], "wording": ""}
    maker = Maker(key, own=world, files=((problem,),))
    recipe = Recipe(seed=seed, levels=(0,), own=(_File(key, maker),))
    taken: set[str] = set()
    unmade = []
    cells = [Cell(key, task, form) for task, row in tasks("planning").items() for form in row.groups]
    for state, index in enumerate(indices):
        for cell in cells:
            made = make_item(Item(cell, index), recipe, avoid=taken)
            if made.instance is None:
                unmade.append(f"{cell.task}/{cell.form}")
                continue
            taken.add(made.digest)
            source = files.source(pair, cell.task, cell.form, f"#{state}")
            yield replace(made.instance, level=None, source=source)
    if unmade:
        report(f"{pair.problem}: {len(unmade)} questions could not be made ({', '.join(unmade[:8])})")
