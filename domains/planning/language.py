"""The language of a world: which facts and actions an answer may name, and how many there are.

Legal facts are the well-typed atoms over fluent predicates, legal actions all well-typed groundings of the
schemas, whether or not anything reaches them.  Both are decided symbol by symbol and counted by arithmetic;
nothing is enumerated (a household of alfworld has more than 10^11 legal actions).
"""

import math
from collections.abc import Iterable
from enum import Enum

from .tree import Parameter, Problem


class Legality(str, Enum):
    """Whether an item is legal, else the first reason why not; the values are those of ``records.Code``."""

    LEGAL = "ok"
    UNKNOWN_SYMBOL = "unknown_symbol"
    ARITY = "arity"
    ILL_TYPED = "ill_typed"
    STATIC_PREDICATE = "static_predicate"


class Language:
    """The legal facts and actions of a problem; made once a world, a check takes about a microsecond."""

    def __init__(self, problem: Problem):
        domain = problem.domain
        self._fluents = domain.fluents
        self._objects = frozenset(problem.objects)
        self._predicates = {
            name: _places(problem, predicate.parameters) for name, predicate in domain.predicates.items()
        }
        self._schemas = {name: _places(problem, schema.parameters) for name, schema in domain.schemas.items()}

    def fact(self, parts: tuple[str, ...]) -> Legality:
        """Judge an atom: symbols and arity first, then types, then whether its predicate is fluent."""
        legality = self._judge(parts, self._predicates)
        if legality is Legality.LEGAL and parts[0] not in self._fluents:
            return Legality.STATIC_PREDICATE
        return legality

    def action(self, parts: tuple[str, ...]) -> Legality:
        """Judge an action: symbols and arity first, then types."""
        return self._judge(parts, self._schemas)

    def _judge(self, parts: tuple[str, ...], heads: dict[str, tuple[frozenset[str], ...]]) -> Legality:
        places = heads.get(parts[0]) if parts else None
        if places is None or not self._objects.issuperset(parts[1:]):
            return Legality.UNKNOWN_SYMBOL
        if len(places) != len(parts) - 1:
            return Legality.ARITY
        if all(map(frozenset.__contains__, places, parts[1:])):
            return Legality.LEGAL
        return Legality.ILL_TYPED

    def fact_count(self) -> int:
        """The number of legal facts."""
        return _count(places for name, places in self._predicates.items() if name in self._fluents)

    def action_count(self) -> int:
        """The number of legal actions."""
        return _count(self._schemas.values())


def _places(problem: Problem, parameters: Iterable[Parameter]) -> tuple[frozenset[str], ...]:
    return tuple(problem.members(parameter.types) for parameter in parameters)


def _count(heads: Iterable[tuple[frozenset[str], ...]]) -> int:
    return sum(math.prod(map(len, places)) for places in heads)
