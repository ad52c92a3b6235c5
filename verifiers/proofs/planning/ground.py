"""Conditions without variables, and what they come to where some facts are unknown.

A condition is true, false, or waits for a fact (Kleene's logic: a conjunction with a false part is false
whatever the others are).  Derived facts are defined by conditions of their own.  On each level (``pddl``) all
of them start false; as long as one of them waits, or is true, by what the others are now, it becomes so. What
still is false when nothing moves cannot be derived however the unknown facts turn out, and what is true can
be in any case: both are the least fixpoint of the definitions, once with every unknown literal true and once
with every unknown literal false, for on a level derived facts depend on each other only positively.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any, TypeAlias

from ..pddl_tree import Condition, Domain, Fact, Types, Variables
from ..refused import refuse

MAX_INSTANCES = 100_000  # instances that one quantifier may have
MAX_DERIVED = 50_000  # derived facts that may depend on each other
MAX_WORK = 50_000_000
"""Members of types, parts of definitions, and branches of cases that may be looked at in one world."""

State = frozenset[Fact]
Binding = dict[str, str]
Ground: TypeAlias = "bool | tuple[Any, ...]"
"""A constant, ``("fact", fact, whether it must be true)``, or ``("and", parts)`` and ``("or", parts)``."""


class Grounding:
    """The conditions of a domain over its objects, given the static facts."""

    def __init__(self, domain: Domain, static: State):
        self.domain, self.static, self.fluents = domain, static, domain.fluents
        self._ranges: dict[Types, frozenset[str]] = {}
        self._definitions: dict[Fact, Ground] = {}
        self._order: dict[Fact, list[list[Fact]]] = {}
        self._work = 0

    def spend(self, work: int) -> None:
        """Count what is looked at; RefusedError beyond all bounds."""
        self._work += work
        refuse(self._work > MAX_WORK, "world: its types, definitions and cases are too large")

    def range(self, types: Types) -> frozenset[str]:
        """The objects that belong to one of the types."""
        if types not in self._ranges:
            self.spend(len(self.domain.objects))
            self._ranges[types] = self.domain.members(types)
        return self._ranges[types]

    def rows(self, variables: Variables, binding: Binding) -> Iterator[Binding]:
        """A binding with more variables, for all objects over which these range."""
        ranges = [sorted(self.range(types)) for types in variables.values()]
        many = prod(map(len, ranges)) > MAX_INSTANCES
        refuse(many, f"world: a quantifier has more than {MAX_INSTANCES} instances")
        for row in product(*ranges):
            yield {**binding, **dict(zip(variables, row, strict=True))}

    def condition(self, condition: Condition, binding: Binding) -> Ground:
        """A condition for some objects; what never changes is worked out."""
        sort, parts, holds = condition
        if sort == "=":
            return (binding.get(parts[0], parts[0]) == binding.get(parts[1], parts[1])) is holds
        if sort == "atom":
            fact = substituted(parts, binding)
            changes = fact[0] in self.fluents or fact[0] in self.domain.axioms
            return ("fact", fact, holds) if changes else (fact in self.static) is holds
        if sort in ("and", "or"):
            return joined(sort, (self.condition(part, binding) for part in parts))
        rows = self.rows(dict(parts[0]), binding)
        return joined("and" if sort == "forall" else "or", (self.condition(parts[1], row) for row in rows))

    def definition(self, fact: Fact) -> Ground:
        """The condition under which a derived fact holds."""
        if fact not in self._definitions:
            ways = []
            for variables, condition in self.domain.axioms[fact[0]]:
                binding = dict(zip(variables, fact[1:], strict=True))
                if self.domain.fits(tuple(variables.values()), fact[1:]):
                    ways.append(self.condition(condition, binding))
            self._definitions[fact] = joined("or", ways)
            self.spend(sum(1 for _ in facts_of(self._definitions[fact])))
        return self._definitions[fact]

    def needs(self, fact: Fact) -> list[list[Fact]]:
        """The derived facts on which one depends, itself among them, level by level."""
        if fact not in self._order:
            needed, known = [fact], {fact}
            for each in needed:
                named = {other for other in facts_of(self.definition(each)) if other[0] in self.domain.axioms}
                needed += sorted(named - known)
                known |= named
                many = len(known) > MAX_DERIVED
                refuse(many, f"world: {fact[0]} depends on more than {MAX_DERIVED} derived facts")
            levels: dict[int, list[Fact]] = {}
            for each in sorted(needed):
                levels.setdefault(self.domain.levels[each[0]], []).append(each)
            self._order[fact] = [levels[number] for number in sorted(levels)]
        return self._order[fact]


class View:
    """What is known: ``look`` gives a fluent's truth, or the fluent itself where it is unknown."""

    def __init__(self, grounding: Grounding, look: Callable[[Fact], bool | Fact]):
        self._grounding, self._look = grounding, look
        self._derived: dict[Fact, bool | Fact] = {}

    def value(self, condition: Ground) -> bool | Fact:
        """True, False, or an unknown fluent on which it depends."""
        if isinstance(condition, bool):
            return condition
        if condition[0] == "fact":
            value = self._fact(condition[1])
            return value is condition[2] if isinstance(value, bool) else value
        every, waits = condition[0] == "and", None
        for part in condition[1]:
            value = self.value(part)
            if value is (not every):
                return value
            if not isinstance(value, bool):
                waits = waits or value
        return every if waits is None else waits

    def _fact(self, fact: Fact) -> bool | Fact:
        if fact[0] not in self._grounding.domain.axioms:
            return self._look(fact)
        if fact not in self._derived:
            for level in self._grounding.needs(fact):
                self._settle([each for each in level if each not in self._derived])
        return self._derived[fact]

    def _settle(self, facts: list[Fact]) -> None:
        """What the derived facts of one level are, once all below are known."""
        self._derived.update(dict.fromkeys(facts, False))
        moved = True
        while moved:
            moved = False
            for fact in facts:
                now = self._derived[fact]
                value = True if now is True else self.value(self._grounding.definition(fact))
                if value is not now and value is not False and (now is False or value is True):
                    self._derived[fact], moved = value, True


def text(parts: Fact) -> str:
    """The canonical text of a fact or action."""
    return "(" + " ".join(parts) + ")"


def read_name(name: str) -> Fact:
    """The parts of a fact or action as a question spells it, in any case; empty when the text is neither."""
    name = name.strip()
    if name[:1] != "(" or name[-1:] != ")" or name.count("(") + name.count(")") != 2 or not name.isascii():
        return ()
    return tuple(name[1:-1].lower().split())


def substituted(atom: Fact, binding: Binding) -> Fact:
    """The fact that a lifted atom is for some objects."""
    return (atom[0], *[binding.get(term, term) for term in atom[1:]])


def joined(sort: str, conditions: Iterable[Ground]) -> Ground:
    """A conjunction or disjunction without its constant parts."""
    every, parts = sort == "and", []
    for condition in conditions:
        if condition is (not every):
            return not every
        if not isinstance(condition, bool):
            parts.append(condition)
    return (sort, tuple(parts)) if len(parts) > 1 else parts[0] if parts else every


def demands(condition: Ground) -> list[tuple[Any, ...]]:
    """The conjuncts of a condition that is not False."""
    if isinstance(condition, bool):
        return []
    both = condition[0] == "and"
    return [each for part in condition[1] for each in demands(part)] if both else [condition]


def facts_of(condition: Ground) -> Iterator[Fact]:
    """The facts that a condition names."""
    if isinstance(condition, tuple) and condition[0] == "fact":
        yield condition[1]
    elif isinstance(condition, tuple):
        for part in condition[1]:
            yield from facts_of(part)


def given(condition: Ground, fact: Fact, truth: bool) -> Ground:
    """The condition with a fact replaced, where it is named, by its truth."""
    if isinstance(condition, bool):
        return condition
    if condition[0] == "fact":
        return truth is condition[2] if condition[1] == fact else condition
    return joined(condition[0], [given(part, fact, truth) for part in condition[1]])
