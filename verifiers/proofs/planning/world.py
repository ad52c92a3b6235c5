"""The world of a question: static truth, action schemas taken apart, one ground action by its name."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from ..pddl_tree import Condition, Fact, Problem, Schema, Types, literals, settled, terms
from ..refused import RefusedError
from .cases import Action, Divider, GroundAction, chosen, text
from .ground import State

MAX_SCHEMA = 100
"""The most parameters and conditions of one schema: the join recurses to that depth."""


class Pattern(NamedTuple):
    """A lifted atom; an int among the terms is the position of a parameter, a str an object."""

    predicate: str
    terms: tuple[int | str, ...]

    def ground(self, row: Fact) -> Fact:
        """The fact for one row of arguments."""
        return (self.predicate, *[row[t] if isinstance(t, int) else t for t in self.terms])


class Test(NamedTuple):
    """A static condition that is no atom to join on, what it must be, and the parameters it mentions."""

    condition: Condition
    expected: bool
    mentions: frozenset[int]


class Rule(NamedTuple):
    """An action schema taken apart: atoms to join on, and static tests."""

    name: str
    place: dict[str, int]
    ranges: tuple[frozenset[str], ...]
    """The objects that each parameter ranges over."""
    atoms: tuple[Pattern, ...]
    tests: tuple[Test, ...]


class World:
    """A problem whose initial state is the state of the question; RefusedError where it is too large."""

    def __init__(self, problem: Problem):
        self.problem, self.domain, self.fluents = problem, problem.domain, problem.domain.fluents
        self.static = frozenset(fact for fact in problem.init if fact[0] not in self.fluents)
        self.init = problem.init - self.static
        self.divider = Divider(self.domain, problem.init)
        parts = [self.divider.wanted(part, holds) for part, holds in literals(problem.goal)]
        wanted = [literal for part in parts for literal in part.literals]
        self.goal, self.forbidden_goal = (
            frozenset(fact for fact, holds in wanted if holds is positive) for positive in (True, False)
        )
        self.goal_statics_hold = all(part.choice is not False for part in parts)
        """Whether the static part of the goal is true: it never changes."""
        self.choices = [part.choice for part in parts if not isinstance(part.choice, bool)]
        """The conjuncts of the goal that different sets of fluents fulfil."""
        self.rules = {name: self._rule(schema) for name, schema in sorted(self.domain.schemas.items())}

    def goal_obstacle(self, state: State) -> str | None:
        """The first goal literal that is false in a state, or None at a goal state."""
        if not self.goal_statics_hold:
            return "the static part of the goal"
        if self.goal - state:
            return f"{min(map(text, self.goal - state))} is false"
        if self.forbidden_goal & state:
            return f"{min(map(text, self.forbidden_goal & state))} is true"
        view = self.divider.view(state)
        left = any(view.value(choice) is not True for choice in self.choices)
        return "a choice that the goal leaves" if left else None

    def held_choices(self) -> frozenset[Fact]:
        """The facts of the choices that hold in the initial state."""
        view = self.divider.view(self.init)
        held = [number for number, choice in enumerate(self.choices) if view.value(choice) is True]
        return frozenset(map(chosen, held))

    def legal(self, parts: Fact, noun: str) -> bool:
        """Whether an answer may name it: a well-typed ``fact`` over a fluent, or a well-typed ``action``."""
        places = self._places(noun).get(parts[0]) if parts else None
        return (
            places is not None
            and len(places) == len(parts) - 1
            and all(name in self.divider.range(types) for types, name in zip(places, parts[1:], strict=True))
        )

    def count(self, noun: str) -> int:
        """How many legal facts or actions there are."""
        return sum(
            prod([len(self.divider.range(t)) for t in places]) for places in self._places(noun).values()
        )

    def instantiate(self, parts: Fact) -> GroundAction | str:
        """The ground action of that name, or the reason why there is none that can ever be applied."""
        rule, row = self.rules.get(parts[0]) if parts else None, parts[1:]
        if rule is None:
            return f"there is no action schema {parts[0] if parts else '()'}"
        if len(row) != len(rule.ranges):
            return f"{parts[0]} takes {len(rule.ranges)} arguments"
        for name, objects in zip(row, rule.ranges, strict=True):
            if name not in objects:
                return f"{name} is no object that {parts[0]} takes there"
        for fact in (pattern.ground(row) for pattern in rule.atoms):
            if fact[0] not in self.fluents and fact not in self.static:
                return f"{text(fact)} is false in every state"
        action = self.whole(rule, row)
        return action if action.precondition is not False else "a static condition is false in every state"

    def whole(self, rule: Rule, row: Fact) -> GroundAction:
        """The ground action for a row of arguments."""
        return self.divider.whole(self.domain.schemas[rule.name], row)

    def build(self, rule: Rule, row: Fact) -> Iterator[Action]:
        """The same action, or its cases, divided by what the goal asks."""
        schema = self.domain.schemas[rule.name]
        whole = self.whole(rule, row)
        every = self.divider.cases(schema, row) if self.domain.cased else (whole.strips(),)
        changed = whole.changed() if self.choices else frozenset[Fact]()
        for action in every:
            yield from self.divider.scored(action, changed, self.choices)

    def loosened(self, rule: Rule, row: Fact) -> Iterator[Action]:
        """An action that takes no more than each case of it does, and adds all that one of them may."""
        atoms = (pattern.ground(row) for pattern in rule.atoms if pattern.predicate in self.fluents)
        action, nothing = self.whole(rule, row), frozenset[Fact]()
        add = nothing.union(*(effect.add for effect in action.effects))
        yield Action(action.name, frozenset(atoms), nothing, add, nothing)

    def holds(self, rule: Rule, test: Test, row: Fact) -> bool:
        """Whether a static condition is as it must be for a row of arguments."""
        binding = dict(zip(rule.place, row, strict=False))
        return self.divider.condition(test.condition, binding) is test.expected

    def _places(self, noun: str) -> dict[str, tuple[Types, ...]]:
        if noun == "action":
            return {name: tuple(s.parameters.values()) for name, s in self.domain.schemas.items()}
        return {name: types for name, types in self.domain.predicates.items() if name in self.fluents}

    def _rule(self, schema: Schema) -> Rule:
        place = {name: position for position, name in enumerate(schema.parameters)}
        atoms, tests = [], []
        for part, positive in literals(schema.precondition):
            if not settled(self.domain, part):
                continue
            if part.sort == "atom" and positive:
                atoms.append(_pattern(part.parts, place))
            elif part.sort != "atom" or part.parts[0] not in self.fluents:
                mentions = frozenset(place[term] for term in terms(part) if term in place)
                tests.append(Test(part, positive, mentions))
        if len(place) + len(atoms) + len(tests) > MAX_SCHEMA:
            raise RefusedError(f"schema {schema.name} has more than {MAX_SCHEMA} parameters and conditions")
        return Rule(
            schema.name,
            place,
            tuple(self.divider.range(types) for types in schema.parameters.values()),
            tuple(dict.fromkeys(atoms)),
            tuple(tests),
        )


def read_name(name: str) -> Fact:
    """The parts of a fact or action as a question spells it, in any case; empty when the text is neither."""
    name = name.strip()
    if name[:1] != "(" or name[-1:] != ")" or name.count("(") + name.count(")") != 2 or not name.isascii():
        return ()
    return tuple(name[1:-1].lower().split())


def _pattern(fact: Fact, place: dict[str, int]) -> Pattern:
    return Pattern(fact[0], tuple(place.get(term, term) for term in fact[1:]))
