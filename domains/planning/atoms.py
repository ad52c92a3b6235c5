"""Ground atoms and actions: canonical text to tuples and back, and which of them an answer may name.

Legal facts are the well-typed atoms over fluent predicates, legal actions all well-typed groundings of the
schemas, whether or not anything reaches them.  Both are decided symbol by symbol and counted by arithmetic;
nothing is enumerated (a household of alfworld has more than 10^11 legal actions).

>>> text(("at", "c0", "l1")), parse("(handempty)")
('(at c0 l1)', ('handempty',))
"""

import math
from collections.abc import Iterable
from enum import Enum

from ...instances.errors import WorldError
from .tree import Parameter, Problem


def text(parts: Iterable[str]) -> str:
    """The canonical text of a ground atom or action: lower case, single blanks, parentheses."""
    return "(" + " ".join(parts) + ")"


def parse(canonical: str) -> tuple[str, ...]:
    """The parts of a ground atom or action, in any case; WorldError unless one flat list in parentheses."""
    body = canonical.strip()
    if len(body) > 2 and body[0] == "(" and body[-1] == ")":
        parts = tuple(body[1:-1].lower().split())
        if parts and body.count("(") == 1 and body.count(")") == 1:
            return parts
    shown = canonical if len(canonical) <= 60 else canonical[:57] + "..."
    raise WorldError(f"not a ground atom or action: {shown!r}")


def respelled(spelt: str) -> str:
    """The canonical text of what may have other case and blanks; text that is no atom stays as it is.

    >>> respelled(" (At c0  L1)"), respelled("at c0")
    ('(at c0 l1)', 'at c0')
    """
    try:
        return text(parse(spelt))
    except WorldError:
        return spelt


def negation(canonical: str) -> str:
    """The name of the complement fact: ``(p a)`` to ``(not (p a))``."""
    return f"(not {canonical})"


def is_negation(canonical: str) -> bool:
    """Whether a fact of a grounded task is a complement fact (it never stands in answers)."""
    return canonical.startswith("(not (")


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
