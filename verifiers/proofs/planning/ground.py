"""Conditions without variables, and what they come to where some facts are unknown.

A condition is true, false, or waits for a fact (Kleene's logic: a conjunction with a false part is false
whatever the others are).  Derived facts are defined by conditions of their own.  On each level (``pddl``)
all of them start false; as long as one of them waits, or is true, by what the others are now, it becomes so.
What still is false when nothing moves cannot be derived however the unknown facts turn out, and what is true
can be in any case: both are the least fixpoint of the definitions, once with every unknown literal true and
once with every unknown literal false, for on a level derived facts depend on each other only positively.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any, TypeAlias

from ..pddl_tree import Condition, Domain, Fact, Types
from ..refused import RefusedError

MAX_INSTANCES = 100_000
"""Instances that one quantifier may have."""
MAX_MEMBERS = 20_000_000
"""Objects that may be looked at to find what parameters range over."""
MAX_DERIVED = 50_000
"""Derived facts that may depend on each other."""
MAX_PARTS = 5_000_000
"""Parts of the definitions of derived facts."""

State = frozenset[Fact]
Binding = dict[str, str]
Ground: TypeAlias = "bool | tuple[str, Any]"
"""A constant, ``("fact", fact)``, ``("not", one)``, or ``("and", several)`` and ``("or", several)``."""


class Grounding:
    """The conditions of a domain over its objects, given the static facts."""

    def __init__(self, domain: Domain, static: State):
        self.domain, self.static = domain, static
        self._ranges: dict[Types, frozenset[str]] = {}
        self._definitions: dict[Fact, Ground] = {}
        self._order: dict[Fact, list[list[Fact]]] = {}
        self._parts = 0

    def range(self, types: Types) -> frozenset[str]:
        """The objects that belong to one of the types."""
        if types not in self._ranges:
            if (len(self._ranges) + 1) * len(self.domain.objects) > MAX_MEMBERS:
                raise RefusedError(f"world: its types have more than {MAX_MEMBERS} members")
            self._ranges[types] = self.domain.members(types)
        return self._ranges[types]

    def rows(self, variables: dict[str, Types], binding: Binding) -> Iterator[Binding]:
        """A binding with more variables, for all objects over which these range."""
        ranges = [sorted(self.range(types)) for types in variables.values()]
        if prod(map(len, ranges)) > MAX_INSTANCES:
            raise RefusedError(f"world: a quantifier has more than {MAX_INSTANCES} instances")
        for row in product(*ranges):
            yield {**binding, **dict(zip(variables, row, strict=True))}

    def condition(self, condition: Condition, binding: Binding) -> Ground:
        """A condition for some objects; what never changes is worked out."""
        sort, parts = condition
        if sort == "=":
            left, right = (binding.get(term, term) for term in parts)
            return bool(left == right)
        if sort == "atom":
            fact = (parts[0], *[binding.get(term, term) for term in parts[1:]])
            changes = fact[0] in self.domain.fluents or fact[0] in self.domain.axioms
            return ("fact", fact) if changes else fact in self.static
        if sort == "not":
            return negation(self.condition(parts[0], binding))
        if sort in ("and", "or"):
            return joined(sort, (self.condition(part, binding) for part in parts))
        variables, part = parts
        every = (self.condition(part, bound) for bound in self.rows(dict(variables), binding))
        return joined("and" if sort == "forall" else "or", every)

    def definition(self, fact: Fact) -> Ground:
        """The condition under which a derived fact holds."""
        if fact not in self._definitions:
            ways = []
            for variables, condition in self.domain.axioms[fact[0]]:
                ranges = [self.range(types) for types in variables.values()]
                if all(name in objects for name, objects in zip(fact[1:], ranges, strict=True)):
                    ways.append(self.condition(condition, dict(zip(variables, fact[1:], strict=True))))
            self._definitions[fact] = joined("or", ways)
            self._parts += sum(1 for _ in facts_of(self._definitions[fact]))
            if self._parts > MAX_PARTS:
                raise RefusedError(f"world: the definition of {fact[0]} has too many parts")
        return self._definitions[fact]

    def needs(self, fact: Fact) -> list[list[Fact]]:
        """The derived facts on which one depends, itself among them, level by level."""
        if fact not in self._order:
            needed, waiting = {fact}, [fact]
            while waiting:
                named = set(facts_of(self.definition(waiting.pop()))) - needed
                fresh = sorted(each for each in named if each[0] in self.domain.axioms)
                needed.update(fresh)
                waiting += fresh
                if len(needed) > MAX_DERIVED:
                    raise RefusedError(f"world: {fact[0]} depends on more than {MAX_DERIVED} derived facts")
            level = self.domain.levels
            numbers = sorted({level[each[0]] for each in needed})
            self._order[fact] = [sorted(e for e in needed if level[e[0]] == number) for number in numbers]
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
        sort, parts = condition
        if sort == "fact":
            return self._fact(parts)
        if sort == "not":
            inner = self.value(parts)
            return not inner if isinstance(inner, bool) else inner
        every, waits = sort == "and", None
        for part in parts:
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
                if now is not True:
                    value = self.value(self._grounding.definition(fact))
                    if value is not False and (now is False or value is True):
                        self._derived[fact] = value
                        moved = True


def negation(condition: Ground) -> Ground:
    """The opposite of a condition."""
    return not condition if isinstance(condition, bool) else ("not", condition)


def joined(sort: str, conditions: Iterable[Ground]) -> Ground:
    """A conjunction or disjunction without its constant parts."""
    every, parts = sort == "and", []
    for condition in conditions:
        if condition is (not every):
            return not every
        if not isinstance(condition, bool):
            parts.append(condition)
    return (sort, tuple(parts)) if len(parts) > 1 else parts[0] if parts else every


def facts_of(condition: Ground) -> Iterator[Fact]:
    """The facts that a condition names."""
    if not isinstance(condition, bool):
        sort, parts = condition
        if sort == "fact":
            yield parts
        else:
            for part in (parts,) if sort == "not" else parts:
                yield from facts_of(part)


def given(condition: Ground, fact: Fact, truth: bool) -> Ground:
    """The condition with a fact replaced, where it is named, by its truth."""
    if isinstance(condition, bool):
        return condition
    sort, parts = condition
    if sort == "fact":
        return truth if parts == fact else condition
    if sort == "not":
        return negation(given(parts, fact, truth))
    return joined(sort, [given(part, fact, truth) for part in parts])
