"""The names of families, tasks and domains: ours, and those of the benchmarks they come from.

Tasks and domains are discovered by file (``places``); an unknown name raises an error with the nearest known
ones.

>>> task("reach").group("mcq")
'reachable_atom_mc'
>>> task_of_group("validation_gen")[0].key
'val'
>>> domain_of_pddl("Gold-Miner-Typed").key
'goldminer'
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, NoReturn

import msgspec

from .errors import NameUnknownError
from .places import folders, load, modules


@dataclass(frozen=True)
class FamilyName:
    """A family of worlds and the benchmark that its questions come from."""

    key: str
    title: str
    benchmark: str


@dataclass(frozen=True, kw_only=True)
class TaskName:
    """The names of a task: ``TASK`` of ``verifiers/<family>/<task>.py``, or under its key in ``tasks.py``."""

    key: str = ""
    family: str = ""
    number: int = 99  # its position among the tasks of the family, that of the paper if there is one
    title: str
    paper: str
    groups: Mapping[str, str]  # the ``group`` value of its files by form, for each form in which it exists
    answer_format: str = ""  # of an imported generative question; part of the id of such a record
    question: str = ""  # the question in our wording, if it needs only a world; part of ids, too
    stored: Any = None  # type of the answers that its benchmark stores in the form ``gen``; None for any

    def group(self, form: str) -> str:
        """The ``group`` value of the task in one form; NameUnknownError where there is none."""
        if form not in self.groups:
            raise NameUnknownError(
                f"task {self.key} has no form {form!r}; its forms are {', '.join(self.groups)}"
            )
        return self.groups[form]


@dataclass(frozen=True)
class DomainName:
    """A planning domain; ``opening`` is a regular expression for how contexts in words begin."""

    key: str
    title: str
    pddl: str
    aliases: tuple[str, ...]
    opening: str


_FAMILIES = (
    FamilyName("planning", "Classical planning (PDDL)", "ACPBench, ACPBench Hard"),
    FamilyName("timetravel", "Time travel with causal propagation", "EPOCH-Bench"),
    FamilyName("gridworld", "Autumn grid worlds", "WorldTest, AutumnBench"),
    FamilyName("reactive", "Reactive systems (automata)", "TempoBench, GF-01"),
)
FAMILIES = {family.key: family for family in _FAMILIES}
OPENING_LENGTH = 300  # how many characters of a context are searched for the words that identify its domain


def family(key: str) -> FamilyName:
    """The family with that key; NameUnknownError otherwise."""
    return FAMILIES[key] if key in FAMILIES else unknown("family", key, FAMILIES)


@cache
def task(key: str, family: str | None = None) -> TaskName:
    """The task with that key, of a family or of any; NameUnknownError otherwise.  Imports only its file."""
    for owner in FAMILIES if family is None else (family,):
        if (module := _task_files(owner).get(key)) is not None:
            return _row(owner, key, module)
        if (row := _small_tasks(owner).get(key)) is not None:
            return row
    return unknown(f"{family} task" if family else "task", key, tasks(family))


@cache
def tasks(family: str | None = None) -> dict[str, TaskName]:
    """Every task, or those of a family, in the order of families and numbers."""
    rows = {}
    for owner in (owner for owner in FAMILIES if family in (None, owner)):
        files = _task_files(owner)
        own = [*_small_tasks(owner).values(), *(_row(owner, key, module) for key, module in files.items())]
        rows.update({row.key: row for row in sorted(own, key=lambda row: row.number)})
    return rows


def _task_files(family: str) -> dict[str, str]:
    return modules("tasks", "verifiers", family, marker="TASK = ")


@cache
def _small_tasks(family: str) -> dict[str, TaskName]:
    """The rows that stand together in ``verifiers/<family>/tasks.py``, each under its key."""
    module = modules("tasks", "verifiers", family).get("tasks")
    named = vars(import_module(module)) if module else {}
    rows = {key: row for key, row in named.items() if isinstance(row, TaskName)}
    return {key: replace(row, family=family, key=key) for key, row in rows.items()}


@cache
def _row(family: str, key: str, module: str) -> TaskName:
    row = load(module, "TASK", TaskName)
    named = replace(row, family=row.family or family, key=row.key or key)
    if (named.family, named.key) != (family, key):
        raise NameUnknownError(f"{module}: its file makes it {family}/{key}, not {named.family}/{named.key}")
    return named


SHORT_ANSWERS = {"bool": "Answer with yes or no.", "mcq": "Answer with the letter of the one right choice."}


def answer_format(key: str, form: str) -> str:
    """The sentence on the shape of the answer to a planning task; it is part of prompts, and so of ids."""
    return SHORT_ANSWERS.get(form) or task(key, "planning").answer_format


@cache
def domains() -> dict[str, DomainName]:
    """The planning domains by key, from the ``wording.toml`` in their folders; a key is a PDDL name, too."""
    rows = {}
    for key, folder in folders("domains", "domains", "planning", holding="domain.pddl").items():
        wording = folder / "wording.toml"
        about = msgspec.toml.decode(wording.read_text(encoding="utf-8")) if wording.is_file() else {}
        pddl, *aliases = about.get("names") or [key]
        opening = about.get("opening", "")
        rows[key] = DomainName(key, str(about.get("title", key)), pddl, tuple(aliases), opening)
    return rows


def domain(key: str) -> DomainName:
    """The planning domain with that key; NameUnknownError otherwise."""
    return domains()[key] if key in domains() else unknown("domain", key, domains())


@cache
def task_of_group(group: str) -> tuple[TaskName, str]:
    """The task and form of a ``group`` value; ``_mc`` and ``_mcq`` count as the same ending."""
    known = {group: (task, form) for task in tasks().values() for form, group in task.groups.items()}
    for name in (group, f"{group}q", group.removesuffix("q")):
        if name in known:
            return known[name]
    return unknown("group", group, known)


def domain_of_pddl(name: str) -> DomainName:
    """The domain with this name, ours, PDDL's or that of files, in any case; NameUnknownError otherwise."""
    known = {name: row for row in domains().values() for name in (row.key, row.pddl, *row.aliases)}
    return known[name.lower()] if name.lower() in known else unknown("PDDL domain", name, known)


def domain_of_context(context: str) -> DomainName:
    """The domain of a question given only in words, by how they begin; NameUnknownError otherwise."""
    text, openings = context[:OPENING_LENGTH], []
    for row in (row for row in domains().values() if row.opening):
        if match := re.search(row.opening, text, re.IGNORECASE):
            openings.append((match.start(), row))
    if not openings:
        raise NameUnknownError(f"no known domain begins with {text[:60]!r}")
    return min(openings, key=lambda pair: pair[0])[1]


def unknown(what: str, name: str, known: Iterable[str]) -> NoReturn:
    """Raise NameUnknownError with the nearest known names, or all of them if none is near."""
    raise NameUnknownError(f"unknown {what} {name[:100]!r}; {nearest(name, known)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """The known names nearest to a mistyped one, or all of them if none is near."""
    names = sorted(known)
    return meant(name, names) or (f"known: {', '.join(names)}" if names else "there is none")


def meant(name: str, known: Iterable[str]) -> str:
    """``did you mean reach or areach?``; empty where no known name is near.

    >>> meant("reech", ["areach", "reach", "val"]), meant("x", ["reach"])
    ('did you mean reach or areach?', '')
    """
    near = difflib.get_close_matches(name.lower()[:100], sorted(known), n=3, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else ""
