"""Ground actions, and those that are a matter of cases (ADL): evaluated with some facts unknown.

A condition is true, false, or waits for a fact (Kleene's logic: a conjunction with a false part is false
whatever the others are).  An action is taken apart by asking: where the precondition or the condition of an
effect waits for a fact, there is one branch where it is true and one where it is false.  At the end of each
branch stands a STRIPS action.  Two branches differ in a fact, so at most one of them is applicable in a
state, and every state in which the precondition holds agrees with one: together they are the action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from ..pddl_tree import Condition, Domain, Fact, Schema, Types
from ..refused import RefusedError

MAX_CASES = 4096
MAX_BRANCHES = 200_000
"""Branches that taking one action apart may need."""
MAX_INSTANCES = 100_000
"""Instances that one quantifier may have."""

MAX_MEMBERS = 20_000_000
"""Objects that may be looked at to find what parameters range over."""

State = frozenset[Fact]
Binding = dict[str, str]
Part = tuple[Condition, Binding]


class Action(NamedTuple):
    """A ground action whose static conditions hold; ``delete`` lacks what is also added (adding wins)."""

    name: str
    pre: State
    forbid: State
    """Facts that must be false."""
    add: State
    delete: State

    def obstacle(self, state: State) -> str | None:
        """The first literal, in name order, that keeps the action from being applicable, or None."""
        return obstacle(self.pre, self.forbid, state)

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable."""
        return (state - self.delete) | self.add

    def touched(self) -> State:
        """The facts that the action asks for or changes."""
        return self.pre | self.forbid | self.add | self.delete


class Cases(NamedTuple):
    """A ground action as its cases."""

    name: str
    cases: tuple[Action, ...]

    def obstacle(self, state: State) -> str | None:
        """Why the action is not applicable, or None."""
        if not self.cases or self._now(state) is not None:
            return None if self.cases else "a static condition is false in every state"
        return self.cases[0].obstacle(state) if len(self.cases) == 1 else "no case of its precondition holds"

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable."""
        case = self._now(state)
        if case is None:
            raise RefusedError(f"{self.name} is not applicable")
        return case.apply(state)

    def touched(self) -> State:
        """The facts that the action asks for or changes."""
        return frozenset[Fact]().union(*(case.touched() for case in self.cases))

    def _now(self, state: State) -> Action | None:
        return next((case for case in self.cases if case.obstacle(state) is None), None)


class Divider:
    """Takes the actions of a domain apart, given the static facts."""

    def __init__(self, domain: Domain, static: State):
        self.domain, self.static = domain, static
        self._ranges: dict[Types, frozenset[str]] = {}

    def range(self, types: Types) -> frozenset[str]:
        """The objects that belong to one of the types."""
        if types not in self._ranges:
            if (len(self._ranges) + 1) * len(self.domain.objects) > MAX_MEMBERS:
                raise RefusedError(f"world: its types have more than {MAX_MEMBERS} members")
            self._ranges[types] = self.domain.members(types)
        return self._ranges[types]

    def cases(self, schema: Schema, row: Fact) -> Iterator[tuple[State, State, State, State]]:
        """For each case what must be true, what false, what is added, and what is deleted and not added."""
        binding = dict(zip(schema.parameters, row, strict=True))
        effects = [
            (each, bound) for each in schema.conditional for bound in self._rows(each.parameters, binding)
        ]
        branches: list[dict[Fact, bool]] = [{}]
        seen = found = 0
        while branches:
            known = branches.pop()
            seen += 1
            value = self.value(schema.precondition, binding, known)
            add, delete = list(_ground(schema.add, binding)), list(_ground(schema.delete, binding))
            if value is True:
                for effect, bound in effects:
                    value = self.value(effect.condition, bound, known)
                    if not isinstance(value, bool):
                        break
                    if value:
                        add += _ground(effect.add, bound)
                        delete += _ground(effect.delete, bound)
                else:
                    value = True
            if not isinstance(value, bool):
                branches += [{**known, value: False}, {**known, value: True}]
            elif value:
                found += 1
                true = frozenset(fact for fact, held in known.items() if held)
                false, added = frozenset(known) - true, frozenset(add)
                yield true, false, added, frozenset(delete) - added
            if seen > MAX_BRANCHES or found > MAX_CASES:
                raise RefusedError(f"world: {schema.name} divides into more than {MAX_CASES} cases")

    def value(self, condition: Condition, binding: Binding, known: Mapping[Fact, bool]) -> bool | Fact:
        """True, False, or a fact that must be known first."""
        if condition.sort == "atom":
            return self._atom(condition.parts, binding, known)
        if condition.sort == "=":
            left, right = (binding.get(term, term) for term in condition.parts)
            return bool(left == right)
        if condition.sort == "not":
            inner = self.value(condition.parts[0], binding, known)
            return not inner if isinstance(inner, bool) else inner
        return self._all_or_any(self._parts(condition, binding), condition.sort in ("and", "forall"), known)

    def _all_or_any(self, parts: Iterator[Part], every: bool, known: Mapping[Fact, bool]) -> bool | Fact:
        waits: Fact | None = None
        for part, bound in parts:
            value = self.value(part, bound, known)
            if value is (not every):
                return value
            if not isinstance(value, bool):
                waits = waits or value
        return every if waits is None else waits

    def _atom(self, lifted: Fact, binding: Binding, known: Mapping[Fact, bool]) -> bool | Fact:
        fact = (lifted[0], *[binding.get(term, term) for term in lifted[1:]])
        if fact[0] in self.domain.fluents:
            return known.get(fact, fact)
        if fact[0] in self.domain.axioms:
            return self._all_or_any(self._definitions(fact), False, known)
        return fact in self.static

    def _definitions(self, fact: Fact) -> Iterator[Part]:
        """What a derived fact follows from."""
        for variables, condition in self.domain.axioms[fact[0]]:
            ranges = [self.range(types) for types in variables.values()]
            if all(name in objects for name, objects in zip(fact[1:], ranges, strict=True)):
                yield condition, dict(zip(variables, fact[1:], strict=True))

    def _parts(self, condition: Condition, binding: Binding) -> Iterator[Part]:
        """The parts of a conjunction or disjunction, the instances of a quantifier."""
        if condition.sort in ("and", "or"):
            yield from ((part, binding) for part in condition.parts)
        else:
            variables, part = condition.parts
            yield from ((part, bound) for bound in self._rows(dict(variables), binding))

    def _rows(self, variables: dict[str, Types], binding: Binding) -> Iterator[Binding]:
        ranges = [sorted(self.range(types)) for types in variables.values()]
        if prod(map(len, ranges)) > MAX_INSTANCES:
            raise RefusedError(f"world: a quantifier has more than {MAX_INSTANCES} instances")
        for row in product(*ranges):
            yield {**binding, **dict(zip(variables, row, strict=True))}

    def conjunction(
        self, condition: Condition, wanted: bool, binding: Binding
    ) -> list[tuple[Fact, bool]] | None:
        """The fluents that a goal asks to be true or false, None where no state fulfils it.

        RefusedError where it leaves a choice.
        """
        value = self.value(condition, binding, {})
        if isinstance(value, bool):
            return [] if value is wanted else None
        if condition.sort == "atom" and condition.parts[0] in self.domain.fluents:
            return [((condition.parts[0], *[binding.get(t, t) for t in condition.parts[1:]]), wanted)]
        if condition.sort == "not":
            return self.conjunction(condition.parts[0], not wanted, binding)
        if condition.sort == "atom":
            fact = (condition.parts[0], *[binding.get(term, term) for term in condition.parts[1:]])
            parts, every = list(self._definitions(fact)), not wanted
        else:
            parts, every = (
                list(self._parts(condition, binding)),
                (condition.sort in ("and", "forall")) is wanted,
            )
        needed = [self.conjunction(part, wanted, bound) for part, bound in parts]
        if every:
            return None if None in needed else [one for each in needed for one in each or ()]
        ways = {frozenset(each): each for each in needed if each is not None}
        if frozenset() in ways or len(ways) == 1:
            return [] if frozenset() in ways else next(iter(ways.values()))
        raise RefusedError("world: a goal that is a disjunction over fluents is not supported")


def _ground(atoms: tuple[Fact, ...], binding: Binding) -> Iterator[Fact]:
    for atom in atoms:
        yield (atom[0], *[binding.get(term, term) for term in atom[1:]])


def text(parts: Fact) -> str:
    """The canonical text of a fact or action."""
    return "(" + " ".join(parts) + ")"


def obstacle(needed: State, forbidden: State, state: State) -> str | None:
    """The first fact, in name order, that must be true and is false, else false and is true, or None."""
    if needed - state:
        return f"{min(map(text, needed - state))} is false"
    return f"{min(map(text, forbidden & state))} is true" if forbidden & state else None
