"""A level as a record holds it, and the level without one of its parts.

The actions and, as PDDL+ events, the causal rules stand in the domain; the initial state and the goal in
the problem; the annotations name epochs, locks and unstable predicates.  A part can be taken away: ``lock
FACT`` (the fact holds from the start), ``rule NAME`` (the event is gone), ``epoch NAME`` (gone are the
initial facts that speak of it, or of an object that some static fact binds to it) and ``decay NAME`` (facts
of the predicate last).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from .. import fields
from ..pddl import read_domain, read_problem
from ..pddl_tree import Condition, Domain, Fact, Schema
from ..refused import RefusedError, clip
from ..sexpr import read

BUDGET = 100
"""Turns of an episode whose level does not say."""
MAX_TEXT = 200_000

_words = fields.listing(fields.string(200), 100)
_sentences = fields.mapping(fields.string(200))
_turns = fields.integer(1, 100_000)
_WORLD = fields.record(
    kind=fields.constant("timetravel"),
    domain=fields.string(MAX_TEXT),
    problem=fields.string(MAX_TEXT),
    level=fields.mapping(fields.anything),
)
_DECAY = fields.record(unstable=_words, window=fields.integer(1, 100))
_ABOUT = {
    "title": fields.string(200),
    "story": fields.string(4000),
    "epochs": _words,
    "characters": _words,
    "competencies": _words,
    "milestones": _words,
    "locks": _words,
    "decay": _DECAY,
    "wording": fields.mapping(_sentences),
    "budget": _turns,
}
_REQUIRED = ("title", "epochs", "characters")


@dataclass(frozen=True)
class World:
    """A level; ``rules`` are the events by name, ``unstable`` the predicates whose facts decay."""

    domain: Domain
    init: frozenset[Fact]
    goal: Condition
    rules: dict[str, Schema]
    unstable: frozenset[str]
    window: int
    budget: int
    epochs: tuple[str, ...]
    locks: dict[str, Fact]
    milestones: tuple[Fact, ...]

    @property
    def actions(self) -> list[Schema]:
        """The actions, in name order."""
        return [schema for _, schema in sorted(self.domain.schemas.items()) if not schema.event]

    @property
    def parts(self) -> list[str]:
        """The names of all parts, sorted."""
        named: dict[str, Iterable[str]]
        named = {"lock": self.locks, "rule": self.rules, "epoch": self.epochs, "decay": self.unstable}
        return sorted(f"{sort} {name}" for sort, names in named.items() for name in names)

    def without(self, part: str) -> World:
        """The level without a part that it has."""
        sort, _, name = part.partition(" ")
        if sort == "lock":
            return replace(self, init=self.init | {self.locks[name]})
        if sort == "rule":
            return replace(self, rules={key: rule for key, rule in self.rules.items() if key != name})
        if sort == "decay":
            return replace(self, unstable=self.unstable - {name})
        bound = {name}
        for fact in self.init:
            if fact[0] not in self.domain.fluents and name in fact[1:]:
                bound.update(fact[1:])
        return replace(self, init=frozenset(fact for fact in self.init if bound.isdisjoint(fact[1:])))


def read_world(data: Any) -> World:
    """The level that a record's world holds; RefusedError says what is wrong with it."""
    world = _WORLD("world", data)
    domain = read_domain(world.domain, events=True)
    problem = read_problem(world.problem, domain)
    domain = problem.domain
    strange = [key for key in world.level if key not in _ABOUT]
    missing = [key for key in _REQUIRED if key not in world.level]
    if strange or missing:
        raise RefusedError(
            f"world.level.{(strange or missing)[0]}: {'no such field' if strange else 'missing'}"
        )
    about = {
        key: kind(f"world.level.{key}", world.level[key])
        for key, kind in _ABOUT.items()
        if key in world.level
    }
    for key in ("epochs", "characters"):
        _declared(key, about[key], domain.objects)
    decay = about.get("decay")
    unstable = _declared("decay", decay.unstable if decay else (), domain.fluents)
    return World(
        domain,
        problem.init,
        problem.goal,
        {name: schema for name, schema in sorted(domain.schemas.items()) if schema.event},
        frozenset(unstable),
        decay.window if decay else 0,
        about.get("budget", BUDGET),
        tuple(about["epochs"]),
        {text: _fact(domain, text, unstable) for text in _declared("locks", about.get("locks", ()), None)},
        tuple(_fact(domain, text, unstable) for text in about.get("milestones", ())),
    )


def _declared(field: str, names: Iterable[str], known: Any) -> tuple[str, ...]:
    """The names, which must be different and known."""
    listed = tuple(names)
    for place, name in enumerate(listed):
        if name in listed[:place] or (known is not None and name not in known):
            raise RefusedError(f"world.level.{field}: {clip(name)} stands twice or is not declared")
    return listed


def _fact(domain: Domain, text: str, unstable: tuple[str, ...]) -> Fact:
    """A fact of the problem that does not decay."""
    form = read(text, "world.level")
    fact = tuple(form.word(place, "a word") for place in range(len(form)))
    wanted = domain.predicates.get(fact[0] if fact else "")
    if wanted is None or len(wanted) != len(fact) - 1 or fact[0] in unstable:
        raise form.fault(f"{clip(text)} is no fact that lasts")
    for name, types in zip(fact[1:], wanted, strict=True):
        if name not in domain.members(types):
            raise form.fault(f"{clip(name)} is no object that {fact[0]} takes")
    return fact
