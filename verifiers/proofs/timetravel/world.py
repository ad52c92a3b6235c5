"""A level as a record holds it, and the level without one of its parts.

The actions and, as PDDL+ events, the causal rules stand in the domain; the annotations name epochs, locks and
unstable predicates.  A part can be taken away: ``lock FACT`` (the fact holds from the start), ``rule NAME``
(the event is gone), ``epoch NAME`` (gone are the initial facts that speak of it, or of an object that some
static fact binds to it) and ``decay NAME`` (facts of the predicate last).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..fields import constant, exactly, having, integer, listing, mapping, string
from ..pddl import read_domain, read_problem
from ..pddl_tree import Domain, Fact, Problem, read_name
from ..refused import RefusedError, clip, refuse

BUDGET = 100  # turns of an episode whose level does not say

_words, _line = listing(string(200), 100), string(200)
_ABOUT = {
    "story": string(4000),
    "competencies": _words,
    "milestones": _words,
    "locks": _words,
    "decay": exactly(unstable=_words, window=integer(1, 100)),
    "wording": mapping(mapping(_line)),
    "budget": integer(1, 100_000),
}
_LEVEL = having({"title": _line, "epochs": _words, "characters": _words}, _ABOUT)
_WORLD = exactly(kind=constant("timetravel"), domain=string(200_000), problem=string(200_000), level=_LEVEL)


@dataclass(frozen=True)
class Level:
    """A level; ``unstable`` are the predicates whose facts last ``window`` valid actions."""

    problem: Problem
    unstable: tuple[str, ...]
    window: int
    budget: int
    epochs: list[str]
    locks: dict[str, Fact]
    milestones: list[Fact]

    @property
    def rules(self) -> list[str]:
        """The names of the causal rules."""
        return [name for name, schema in self.problem.domain.schemas.items() if schema.event]

    @property
    def parts(self) -> list[str]:
        """The names of all parts, sorted."""
        named: dict[str, Iterable[str]] = {"lock": self.locks, "rule": self.rules}
        named |= {"epoch": self.epochs, "decay": self.unstable}
        return sorted(f"{sort} {name}" for sort, names in named.items() for name in names)

    def without(self, part: str) -> "Level":
        """The level without a part that it has."""
        sort, _, name = part.partition(" ")
        domain, init = self.problem.domain, self.problem.init
        if sort == "decay":
            return replace(self, unstable=tuple(fact for fact in self.unstable if fact != name))
        if sort == "rule":
            domain = replace(domain, schemas={key: s for key, s in domain.schemas.items() if key != name})
        elif sort == "lock":
            init |= {self.locks[name]}
        else:
            static = (fact for fact in init if fact[0] not in domain.fluents and name in fact[1:])
            bound = {name}.union(*(fact[1:] for fact in static))
            init = frozenset(fact for fact in init if bound.isdisjoint(fact[1:]))
        return replace(self, problem=replace(self.problem, domain=domain, init=init))


def read_level(data: Any) -> Level:
    """The level that a record's world holds; RefusedError says what is wrong with it."""
    world = _WORLD("world", data)
    problem = read_problem(world.problem, read_domain(world.domain, events=True))
    about = world.level
    domain, decay = problem.domain, about.get("decay")
    unstable = tuple(decay.unstable) if decay else ()
    known = {"epochs": domain.objects, "characters": domain.objects, "decay": domain.fluents}
    for key, names in known.items():
        listed = unstable if key == "decay" else about[key]
        for name in listed:
            if name not in names or listed.count(name) > 1:
                raise RefusedError(f"world.level.{key}: {clip(name)} occurs twice or is not declared")
    window, budget = decay.window if decay else 0, about.get("budget", BUDGET)
    locks = {text: _fact(domain, text, unstable) for text in about.get("locks", ())}
    milestones = [_fact(domain, text, unstable) for text in about.get("milestones", ())]
    return Level(problem, unstable, window, budget, about["epochs"], locks, milestones)


def _fact(domain: Domain, text: str, unstable: tuple[str, ...]) -> Fact:
    """A fact of the problem that does not decay."""
    fact = read_name(text)
    places = domain.predicates.get(fact[0]) if fact and fact[0] not in unstable else None
    lasts = places is not None and domain.fits(places, fact[1:])
    refuse(not lasts, f"world.level: {clip(text)} is no fact that lasts")
    return fact
