"""What PDDL texts say, once they are read (``pddl``): types, objects, conditions, action schemas."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Fact = tuple[str, ...]
"""A predicate or an action with its arguments; among the arguments of a lifted one ``?x`` is a variable."""
Types = tuple[str, ...]
"""One of these: an ``either``."""

OBJECT: Types = ("object",)
Variables = dict[str, Types]
"""Variables with what they range over."""


class Condition(NamedTuple):
    """``atom`` (its parts are the fact's), ``=`` (two terms), ``not``, ``and``, ``or`` of conditions, or
    ``forall`` and ``exists`` (variables with their types, and a condition)."""

    sort: str
    parts: tuple[Any, ...]


class Effect(NamedTuple):
    """What becomes true or false, for all objects that variables range over, where a condition holds."""

    parameters: Variables
    condition: Condition
    add: list[Fact]
    delete: list[Fact]


class Schema(NamedTuple):
    """An action or event; adding wins over deleting.  The first effect has no variables and no condition."""

    name: str
    parameters: Variables
    precondition: Condition
    effects: list[Effect]
    event: bool

    @property
    def add(self) -> tuple[Fact, ...]:
        """All that some effect adds."""
        return tuple(dict.fromkeys(fact for effect in self.effects for fact in effect.add))

    @property
    def delete(self) -> tuple[Fact, ...]:
        """All that some effect deletes."""
        return tuple(dict.fromkeys(fact for effect in self.effects for fact in effect.delete))


@dataclass
class Domain:
    """What a text declares; ``objects`` are the constants of a domain, and all objects of a problem."""

    name: str
    adl: bool
    """Whether it is read with quantifiers, conditional effects and derived predicates."""
    parents: Variables = field(default_factory=lambda: {"object": ()})
    """The direct supertypes of each type."""
    objects: Variables = field(default_factory=dict)
    predicates: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    functions: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    schemas: dict[str, Schema] = field(default_factory=dict)
    fluents: frozenset[str] = frozenset()
    """The predicates that some effect mentions; the others are static."""
    axioms: dict[str, list[tuple[Variables, Condition]]] = field(default_factory=dict)
    """What defines each derived predicate: variables, and a condition over them."""
    levels: dict[str, int] = field(default_factory=dict)
    """For each derived predicate a number: no less than that of one it depends on, more than that of one on
    whose negation it depends."""
    cased: bool = False
    """Whether what actions take and do is a matter of cases."""
    _below: dict[Types, frozenset[str]] = field(default_factory=dict, compare=False)

    def below(self, types: Types) -> frozenset[str]:
        """The types that are or stand below one of these."""
        if types not in self._below:
            names = set(types)
            while fresh := {name for name, up in self.parents.items() if not names.isdisjoint(up)} - names:
                names |= fresh
            self._below[types] = frozenset(names)
        return self._below[types]

    def members(self, types: Types) -> frozenset[str]:
        """The objects that belong to one of the types."""
        below = self.below(types)
        return frozenset(name for name, own in self.objects.items() if not below.isdisjoint(own))

    def settled(self, part: Condition) -> bool:
        """Whether a conjunct is a literal, or says without quantifiers something that never changes."""
        sorts, named = {node.sort for node, _ in nodes(part)}, {name for name, _ in predicates(part)}
        constant = sorts.isdisjoint(("forall", "exists")) and named.isdisjoint(self.fluents)
        return named.isdisjoint(self.axioms) and (part.sort in ("atom", "=") or constant)


@dataclass(frozen=True)
class Problem:
    """A problem; its initial state is the state that a question is about."""

    domain: Domain
    init: frozenset[Fact]
    goal: Condition


def literals(condition: Condition, positive: bool = True) -> Iterator[tuple[Condition, bool]]:
    """The conjuncts of a condition, or of its negation: each is an atom, an equality or a disjunction.

    The flag says whether it must hold or must fail.
    """
    if condition.sort == "not":
        yield from literals(condition.parts[0], not positive)
    elif condition.sort == ("and" if positive else "or") or (
        condition.sort in ("and", "or") and len(condition.parts) == 1
    ):
        for part in condition.parts:
            yield from literals(part, positive)
    else:
        yield condition, positive


def nodes(condition: Condition, positive: bool = True) -> Iterator[tuple[Condition, bool]]:
    """A condition and all that stands in it, with whether under an even number of negations."""
    yield condition, positive
    if condition.sort not in ("atom", "="):
        for part in condition.parts[condition.sort in ("forall", "exists") :]:
            yield from nodes(part, positive is (condition.sort != "not"))


def terms(condition: Condition) -> set[str]:
    """The variables and objects that a condition names."""
    leaves = (node for node, _ in nodes(condition) if node.sort in ("atom", "="))
    return {term for leaf in leaves for term in leaf.parts[leaf.sort == "atom" :]}


def predicates(condition: Condition) -> set[tuple[str, bool]]:
    """The predicates that a condition names, with whether under an even number of negations."""
    return {(node.parts[0], positive) for node, positive in nodes(condition) if node.sort == "atom"}
