"""The world of a question: objects, what never changes, conditions and actions without variables.

A condition is reduced by what is known of facts (Kleene's logic: a conjunction with a false part is false
whatever the others are): it comes out as true, as false, or as a condition on facts that are unknown.

Derived facts are defined by conditions of their own.  On each level (``pddl``) all of them start false; as
long as one of them waits, or is true, by what the others are now, it becomes so.  What still is false when
nothing moves cannot be derived however the unknown facts turn out, and what is true can be in any case: both
are the least fixpoint of the definitions, once with every unknown literal true and once with every unknown
literal false, for on a level derived facts depend on each other only positively.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from ..pddl_tree import (
    FALSE,
    TRUE,
    Condition,
    Fact,
    Problem,
    Schema,
    Types,
    Variables,
    conjuncts,
    leaves,
    text,
)
from ..refused import refuse

MAX_INSTANCES = 100_000  # instances that one quantifier may have
MAX_DERIVED = 50_000  # derived facts that may depend on each other
MAX_WORK = 50_000_000
"""Members of types, parts of definitions, and branches of cases that may be looked at in one world."""

State = frozenset[Fact]
Binding = dict[str, str]
Look = Callable[[Fact], "bool | Fact"]
"""Whether a fact is true; where that is unknown, a fluent on which it depends."""
NOTHING: State = frozenset()


class Effect(NamedTuple):
    """Facts that become true, or false, where a condition holds."""

    condition: Condition
    add: State
    delete: State


class GroundAction(NamedTuple):
    """A ground action, evaluated as it is written in one state after another."""

    name: str
    precondition: Condition
    effects: tuple[Effect, ...]
    view: Callable[[State], "View"]

    def obstacle(self, state: State) -> str | None:
        """The first conjunct that keeps the action from being applicable, or None."""
        view = self.view(state)
        for part in conjuncts(self.precondition):
            if view.value(part) is not True:
                if part.sort != "atom":
                    return "its precondition is false"
                return f"{text(part.parts)} is {'false' if part.holds else 'true'}"
        return None

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable; adding wins over deleting."""
        view = self.view(state)
        done = [effect for effect in self.effects if view.value(effect.condition) is True]
        return state.difference(*(effect.delete for effect in done)).union(*(effect.add for effect in done))


class World:
    """A problem whose initial state is the state of the question; RefusedError where it is too large."""

    def __init__(self, problem: Problem):
        self.problem, self.domain, self.fluents = problem, problem.domain, problem.domain.fluents
        self.static = frozenset(fact for fact in problem.init if fact[0] not in self.fluents)
        self.init = problem.init - self.static
        self._ranges: dict[Types, frozenset[str]] = {}
        self._definitions: dict[Fact, Condition] = {}
        self._order: dict[Fact, list[list[Fact]]] = {}
        self._latest: tuple[State, View] | None = None
        self._work = 0
        self.goal = [self.condition(part, {}) for part in conjuncts(problem.goal)]
        self.atoms = {name: self._atoms(schema) for name, schema in self.domain.schemas.items()}
        """The atoms that the precondition of each schema asks for, derived ones aside."""

    def _atoms(self, schema: Schema) -> list[Fact]:
        asked = (part for part in conjuncts(schema.precondition) if part.sort == "atom" and part.holds)
        return list(dict.fromkeys(part.parts for part in asked if part.parts[0] not in self.domain.axioms))

    def spend(self, work: int) -> None:
        """Count what is looked at; RefusedError beyond all bounds."""
        self._work += work
        refuse(self._work > MAX_WORK, "world: its types, definitions and cases are too large")

    # Conditions

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

    def condition(self, condition: Condition, binding: Binding) -> Condition:
        """A condition for some objects; what never changes is worked out."""
        return self.reduced(condition, binding, self._fixed)

    def _fixed(self, fact: Fact) -> bool | Fact:
        changes = fact[0] in self.fluents or fact[0] in self.domain.axioms
        return fact if changes else fact in self.static

    def reduced(self, condition: Condition, binding: Binding, look: Look) -> Condition:
        """A condition for some objects, without the parts that are known."""
        sort, parts, holds = condition
        if sort == "atom":
            fact = substituted(parts, binding) if binding else parts
            value = look(fact)
            return (
                (TRUE if value is holds else FALSE)
                if isinstance(value, bool)
                else Condition(sort, fact, holds)
            )
        if sort == "=":
            same = binding.get(parts[0], parts[0]) == binding.get(parts[1], parts[1])
            return TRUE if same is holds else FALSE
        if sort in ("and", "or"):
            return joined(sort, (self.reduced(part, binding, look) for part in parts))
        rows = self.rows(dict(parts[0]), binding)
        inner = (self.reduced(parts[1], row, look) for row in rows)
        return joined("and" if sort == "forall" else "or", inner)

    def definition(self, fact: Fact) -> Condition:
        """The condition under which a derived fact holds."""
        if fact not in self._definitions:
            ways = [
                self.condition(condition, dict(zip(variables, fact[1:], strict=True)))
                for variables, condition in self.domain.axioms[fact[0]]
                if self.domain.fits(tuple(variables.values()), fact[1:])
            ]
            self._definitions[fact] = joined("or", ways)
            self.spend(sum(1 for _ in leaves(self._definitions[fact])))
        return self._definitions[fact]

    def needs(self, fact: Fact) -> list[list[Fact]]:
        """The derived facts on which one depends, itself among them, level by level."""
        if fact not in self._order:
            needed = {fact: self.domain.levels[fact[0]]}
            for each in (queue := [fact]):
                named = {leaf.parts for leaf in leaves(self.definition(each))}
                fresh = sorted(f for f in named - needed.keys() if f[0] in self.domain.axioms)
                needed |= {other: self.domain.levels[other[0]] for other in fresh}
                queue += fresh
                many = len(needed) > MAX_DERIVED
                refuse(many, f"world: {fact[0]} depends on more than {MAX_DERIVED} derived facts")
            levels = sorted(set(needed.values()))
            self._order[fact] = [sorted(f for f in needed if needed[f] == level) for level in levels]
        return self._order[fact]

    # States and actions

    def view(self, state: State) -> "View":
        """What holds in a state; the latest is kept."""
        if self._latest is None or self._latest[0] != state:
            self._latest = state, View(self, state.__contains__)
        return self._latest[1]

    def solved(self, state: State) -> bool:
        """Whether the goal holds in a state."""
        return all(self.view(state).value(part) is True for part in self.goal)

    def whole(self, schema: Schema, row: Fact) -> GroundAction:
        """A ground action as it is written."""
        binding, effects = dict(zip(schema.parameters, row, strict=True)), []
        precondition = self.condition(schema.precondition, binding)
        for each in schema.effects:
            for bound in self.rows(each.parameters, binding):
                condition = self.condition(each.condition, bound)
                if condition is not FALSE:
                    add, delete = (frozenset([substituted(f, bound) for f in fs]) for fs in each[2:])
                    effects.append(Effect(condition, add, delete))
        return GroundAction(text((schema.name, *row)), precondition, tuple(effects), self.view)

    def instantiate(self, parts: Fact) -> GroundAction | None:
        """The ground action of that name, or None where there is none that can ever be applied."""
        if not self.legal(parts, "action"):
            return None
        action = self.whole(self.domain.schemas[parts[0]], parts[1:])
        return None if action.precondition is FALSE else action

    def places(self, noun: str) -> dict[str, tuple[Types, ...]]:
        """What an answer may name: a ``fact`` over a fluent, or an ``action``, with the types it takes."""
        if noun == "action":
            return {name: tuple(s.parameters.values()) for name, s in self.domain.schemas.items()}
        return {name: types for name, types in self.domain.predicates.items() if name in self.fluents}

    def legal(self, parts: Fact, noun: str) -> bool:
        """Whether an answer may name it: it is well-typed."""
        places = self.places(noun).get(parts[0]) if parts else None
        return places is not None and self.domain.fits(places, parts[1:])

    def count(self, noun: str) -> int:
        """How many legal facts or actions there are."""
        return sum(prod([len(self.range(t)) for t in places]) for places in self.places(noun).values())


class View:
    """What is known where ``look`` gives the truth of fluents."""

    def __init__(self, world: World, look: Look):
        self._world, self._look = world, look
        self._derived: dict[Fact, bool | Fact] = {}

    def value(self, condition: Condition) -> bool | Fact:
        """True, False, or an unknown fluent on which a ground condition depends."""
        left = self._world.reduced(condition, {}, self.known)
        return left is TRUE or (left is not FALSE and self.known(next(leaves(left)).parts))

    def known(self, fact: Fact) -> bool | Fact:
        """The same of a fact."""
        if fact[0] not in self._world.domain.axioms:
            return self._look(fact)
        if fact not in self._derived:
            for level in self._world.needs(fact):
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
                value = now is True or self.value(self._world.definition(fact))
                if value is not now and value is not False and (now is False or value is True):
                    self._derived[fact], moved = value, True


def substituted(atom: Fact, binding: Binding) -> Fact:
    """The fact that a lifted atom is for some objects."""
    return (atom[0], *[binding.get(term, term) for term in atom[1:]])


def joined(sort: str, conditions: Iterable[Condition]) -> Condition:
    """A conjunction or disjunction without its constant parts."""
    neutral, decisive = (TRUE, FALSE) if sort == "and" else (FALSE, TRUE)
    parts = []
    for condition in conditions:
        if condition is decisive:
            return decisive
        if condition is not neutral:
            parts.append(condition)
    return Condition(sort, tuple(parts)) if len(parts) > 1 else parts[0] if parts else neutral
