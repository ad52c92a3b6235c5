"""A planning question and its world as the tasks see it, each derived part of it made on first use.

Scoring touches at most the syntax tree and the legality tables; only oracles ask for the grounded task.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from ...domains.planning.atoms import Language, text
from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse_domain, parse_problem
from ...domains.planning.strips import Task
from ...domains.planning.tree import Predicate, Problem, Schema
from ...domains.planning.wording import Wording
from ...domains.planning.wording_load import load
from ...instances.errors import RecordError
from ...instances.records import Instance, Json
from ..reading.kinds import AnswerKind
from ..reading.symbols import Symbols
from ..task import task_of


@dataclass(frozen=True)
class World:
    """A PDDL domain and a problem whose initial state is the state of the question."""

    domain_text: str
    problem_text: str
    wording_text: str | None = None
    """The wording.toml that a record brings for a domain of somebody's own, empty where that has none; None
    for a domain of the catalogue, whose wording stands there."""

    @cached_property
    def problem(self) -> Problem:
        """The syntax tree; WorldError with line and column for malformed text."""
        return parse_problem(self.problem_text, _domain(self.domain_text))

    @cached_property
    def wording(self) -> Wording | None:
        """The wording that the record brings; None where it brings none, RecordError for a faulty one."""
        return load(self.wording_text, self.problem.domain) if self.wording_text else None

    @cached_property
    def language(self) -> Language:
        """The tables that say which facts and actions are legal answers."""
        return self.problem.kept(Language)

    @cached_property
    def task(self) -> Task:
        """The grounded task, pruned to what delete relaxation reaches."""
        return ground(self.problem)

    def legal_items(self, actions: bool) -> Iterator[str]:
        """All legal actions, or all legal facts, one after another in name order of heads and objects."""
        domain = self.problem.domain
        facts = {name: domain.predicates[name] for name in domain.fluents}
        heads: Mapping[str, Schema | Predicate] = domain.schemas if actions else facts
        for name in sorted(heads):
            places = [sorted(self.problem.members(parameter.types)) for parameter in heads[name].parameters]
            for arguments in product(*places):
                yield text((name, *arguments))

    def symbols(self, actions: bool, wording: Wording | None = None) -> Symbols:
        """The names of all actions, or of all facts, with the number of their arguments, and the objects;
        the texts that tell those whose parameters are as in a wording of the domain, if one is known."""
        domain = self.problem.domain
        heads: Mapping[str, Schema | Predicate] = domain.schemas if actions else domain.predicates
        counts = {name: len(heads[name].parameters) for name in heads}
        objects, wording = frozenset(self.problem.objects), self.wording or wording
        if wording is None:
            return Symbols(counts, objects)
        known = wording.domain
        told: Mapping[str, Schema | Predicate] = known.schemas if actions else known.predicates
        same = {name for name in heads if name in told and heads[name].parameters == told[name].parameters}
        templates = tuple(each for each in wording.templates(actions) if each[0] in same)
        nouns = frozenset(singular for singular, _ in wording.nouns.values())
        return Symbols(counts, objects, templates, nouns)

    @cached_property
    def action_names(self) -> frozenset[str]:
        """The names of the action schemas, read off the text without parsing it whole."""
        return frozenset(name.lower() for name in _ACTION.findall(self.domain_text))

    @cached_property
    def predicate_names(self) -> frozenset[str]:
        """The names of the predicates, read off the text without parsing it whole."""
        if (start := _PREDICATES.search(self.domain_text)) is None:
            return frozenset()
        block = self.domain_text[start.end() :].split("(:", 1)[0]
        return frozenset(name.lower() for name in _OPENED.findall(block))


_ACTION = re.compile(r"\(\s*:action\s+([^\s()]+)", re.IGNORECASE)
_PREDICATES = re.compile(r"\(\s*:predicates\b", re.IGNORECASE)
_OPENED = re.compile(r"\(\s*([^\s():?]+)")


def read_world(record: dict[str, Any]) -> World:
    """The world of a record, shared by instances with the same text; RecordError for no PDDL world."""
    domain, problem = record.get("domain"), record.get("problem")
    if record.get("kind") != "pddl" or not isinstance(domain, str) or not isinstance(problem, str):
        raise RecordError("the world is not a PDDL pair {kind: pddl, domain, problem}", field="world")
    wording = record.get("wording")
    if wording is not None and not isinstance(wording, str):
        raise RecordError("must be the text of a wording.toml", field="world.wording")
    return _shared(domain, problem, wording)


_domain = lru_cache(maxsize=64)(parse_domain)  # a set has few domains and many worlds
_shared = lru_cache(maxsize=64)(World)


def write_world(world: World) -> dict[str, Any]:
    """The world as an instance record holds it; ``read_world`` goes the other way."""
    record: dict[str, Any] = {"kind": "pddl", "domain": world.domain_text, "problem": world.problem_text}
    return record if world.wording_text is None else {**record, "wording": world.wording_text}


@dataclass(frozen=True, slots=True)
class Question:
    """An instance with its world, as the functions of a task receive it."""

    world: World
    query: Json
    truth: Json

    @classmethod
    def of(cls, instance: Instance) -> "Question":
        """From a record; RecordError when it holds no PDDL world."""
        return cls(read_world(instance.world), instance.query, instance.truth or {})


def answer_kind(instance: Instance) -> AnswerKind:
    """What an answer to the instance looks like."""
    if instance.form == "bool":
        return AnswerKind.YES_NO
    if instance.form == "mcq":
        return AnswerKind.LETTER
    shape = task_of("planning", instance.task).shape
    assert shape is not None
    return shape
