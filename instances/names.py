"""The names of families, tasks and domains: ours, and those of the benchmarks they come from.

Tables only, and look-ups that answer an unknown name with the nearest known ones.

>>> task("reach").group("mcq")
'reachable_atom_mc'
>>> task_of_group("validation_gen")[0].key
'val'
>>> domain_of_pddl("Gold-Miner-Typed").key
'goldminer'
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from .errors import NameUnknownError


@dataclass(frozen=True)
class FamilyName:
    """A family of worlds and the benchmark that its questions come from."""

    key: str
    title: str
    benchmark: str


@dataclass(frozen=True)
class TaskName:
    """A kind of question; ``groups`` gives the ``group`` value of its files by form."""

    key: str
    family: str
    title: str
    groups: dict[str, str]
    paper: str

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


FAMILIES = {
    family.key: family
    for family in (
        FamilyName("planning", "Classical planning (PDDL)", "ACPBench, ACPBench Hard"),
        FamilyName("timetravel", "Time travel with causal propagation", "EPOCH-Bench"),
        FamilyName("gridworld", "Autumn grid worlds", "WorldTest, AutumnBench"),
        FamilyName("reactive", "Reactive systems (automata)", "TempoBench, GF-01"),
    )
}


def _planning(key: str, title: str, stem: str, paper: str, mcq: str = "mcq") -> TaskName:
    groups = {"gen": f"{stem}_gen", "bool": f"{stem}_bool", "mcq": f"{stem}_{mcq}"}
    return TaskName(key, "planning", title, groups, paper)


def _reactive(key: str, title: str, paper: str, *forms: str) -> TaskName:
    return TaskName(key, "reactive", title, {form: f"reactive_{key}_{form}" for form in forms}, paper)


def _gridworld(key: str, title: str, paper: str) -> TaskName:
    return TaskName(key, "gridworld", title, {"episode": f"gridworld_{key}"}, paper)


TASKS = {
    task.key: task
    for task in (
        _planning("app", "applicable actions", "applicable_actions", "Action Applicability", mcq="mc"),
        _planning("prog", "effects of an action", "progression", "Progression"),
        _planning("reach", "unreachable fact", "reachable_atom", "Atom Reachability", mcq="mc"),
        _planning("areach", "action that never applies", "reachable_action", "Action Reachability", mcq="mc"),
        _planning("val", "first inapplicable action", "validation", "Validation"),
        _planning("just", "plan made shorter", "action_justification", "Justification"),
        _planning("land", "fact landmark", "landmarks", "Landmarks"),
        TaskName(
            "nexta", "planning", "first action of a best plan", {"gen": "goal_closer_gen"}, "Next Action"
        ),
        TaskName("level", "timetravel", "level to be solved", {"episode": "timetravel_level"}, "Episode"),
        _gridworld("mfp", "what stood behind a mask", "Masked Frame Prediction"),
        _gridworld("planning", "frame to be reached", "Planning"),
        _gridworld("change", "first frame of a change", "Change Detection"),
        _reactive("simulate", "run of a machine", "TTE", "gen"),
        _reactive("accept", "claimed outputs", "TTE", "gen", "bool"),
        _reactive("butfor", "but-for set", "TCE", "gen"),
        _reactive("sufficient", "minimal sufficient set", "AXp", "gen"),
        _reactive("breaking", "minimal breaking set", "CXp", "gen"),
        _reactive("cause", "full cause as a formula", "PC1-PC3", "gen"),
        _reactive("member", "literal in a cause", "TCE", "bool"),
        _reactive("intervene", "minimal intervention certificate", "GF-01", "gen", "episode"),
    )
}

DOMAINS = {
    domain.key: domain
    for domain in (
        DomainName("ferry", "Ferry", "ferry", (), "ferry domain"),
        DomainName("logistics", "Logistics", "logistics-strips", (), "several cities, each containing"),
        DomainName("blocksworld", "Blocks world", "blocksworld-4ops", ("blocks",), "blocksworld domain"),
        DomainName("grid", "Grid", "grid", (), "robot is in a grid"),
        DomainName("floortile", "Floor tile", "floor-tile", (), "paint patterns in floor tiles"),
        DomainName("grippers", "Grippers", "gripper-strips", ("gripper",), "grippers? domain"),
        DomainName("rovers", "Rovers", "rover", (), "rovers? domain"),
        DomainName("visitall", "Visit all", "grid-visit-all", (), "visitall domain"),
        DomainName("depot", "Depots", "depots", (), "depots? domain"),
        DomainName(
            "goldminer", "Gold miner", "gold-miner-typed", ("gold-miner",), "robotic arm is in a grid"
        ),
        DomainName("satellite", "Satellite", "satellite", (), "consists of satellite"),
        DomainName("swap", "Swap", "swap", (), "swap domain"),
        DomainName("alfworld", "ALFWorld", "alfred", (), "alfworld domain"),
    )
}

OPENING_LENGTH = 300
"""How many characters of a context are searched for the words that betray its domain."""

_BY_GROUP = {group: (task, form) for task in TASKS.values() for form, group in task.groups.items()}
_BY_PDDL = {
    name: domain for domain in DOMAINS.values() for name in (domain.key, domain.pddl, *domain.aliases)
}
_OPENINGS = [(re.compile(domain.opening, re.IGNORECASE), domain) for domain in DOMAINS.values()]


def family(key: str) -> FamilyName:
    """The family of that key; NameUnknownError otherwise."""
    return FAMILIES[key] if key in FAMILIES else unknown("family", key, FAMILIES)


def task(key: str) -> TaskName:
    """The task of that key; NameUnknownError otherwise."""
    return TASKS[key] if key in TASKS else unknown("task", key, TASKS)


def domain(key: str) -> DomainName:
    """The planning domain of that key; NameUnknownError otherwise."""
    return DOMAINS[key] if key in DOMAINS else unknown("domain", key, DOMAINS)


def task_of_group(group: str) -> tuple[TaskName, str]:
    """The task and form of a ``group`` value; ``_mc`` and ``_mcq`` count as the same ending."""
    for name in (group, f"{group}q", group.removesuffix("q")):
        if name in _BY_GROUP:
            return _BY_GROUP[name]
    return unknown("group", group, _BY_GROUP)


def domain_of_pddl(name: str) -> DomainName:
    """The domain called so by us, in PDDL text or in files, in any case; NameUnknownError otherwise."""
    folded = name.lower()
    return _BY_PDDL[folded] if folded in _BY_PDDL else unknown("PDDL domain", name, _BY_PDDL)


def domain_of_context(context: str) -> DomainName:
    """The domain of a question given in words only, by how the words begin; NameUnknownError otherwise."""
    opening = context[:OPENING_LENGTH]
    found = [(match.start(), name) for pattern, name in _OPENINGS if (match := pattern.search(opening))]
    if not found:
        raise NameUnknownError(f"no known domain begins with {opening[:60]!r}")
    return min(found, key=lambda pair: pair[0])[1]


def unknown(what: str, name: str, known: Iterable[str]) -> NoReturn:
    """Raise NameUnknownError with the nearest of the known names, or all of them where none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name.lower()[:100], names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    raise NameUnknownError(f"unknown {what} {name[:100]!r}; {hint}")
