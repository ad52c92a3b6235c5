"""The world of a question as the checker sees it: static truth, action schemas, one action by its name.

The syntax tree comes from the PDDL reader; everything else (which objects a parameter ranges over, which
static conditions hold, what a ground action needs and does) is worked out here again, so that the checker
shares nothing with the grounder whose work it checks.  Facts and actions are tuples: ``("at", "c0", "l1")``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ...domains.planning.atoms import parse as parse_name
from ...domains.planning.atoms import text
from ...domains.planning.language import Language
from ...domains.planning.pddl import And, Atom, Condition, Equal, Not, Or, Schema, parse
from ...instances.errors import LimitError, UnsupportedError, WorldError

Fact = tuple[str, ...]
State = frozenset[Fact]

MAX_SCHEMA = 100
"""The most parameters and conjuncts of one schema: the join recurses to that depth."""


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action whose static conditions hold; ``delete`` lacks what is also added (adding wins)."""

    name: str
    pre: State
    forbid: State
    """Facts that must be false."""
    add: State
    delete: State

    def obstacle(self, state: State) -> str | None:
        """The first literal, in name order, that keeps the action from being applicable, or None."""
        return _obstacle(self.pre, self.forbid, state)

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable."""
        return (state - self.delete) | self.add


@dataclass(frozen=True, slots=True)
class Pattern:
    """A lifted atom; an int among the terms is the position of a parameter, a str an object."""

    predicate: str
    terms: tuple[int | str, ...]

    def ground(self, row: tuple[str, ...]) -> Fact:
        """The fact for one row of arguments."""
        return (self.predicate, *[row[t] if isinstance(t, int) else t for t in self.terms])


@dataclass(frozen=True, slots=True)
class Test:
    """A static condition that is no atom to join on, with the parameters that it mentions."""

    condition: Condition
    expected: bool
    mentions: frozenset[int]


@dataclass(frozen=True, slots=True)
class Rule:
    """An action schema taken apart: atoms to join on, forbidden fluent atoms, other static tests, effects."""

    name: str
    place: dict[str, int]
    ranges: tuple[frozenset[str], ...]
    """The objects that each parameter ranges over."""
    atoms: tuple[Pattern, ...]
    forbid: tuple[Pattern, ...]
    tests: tuple[Test, ...]
    add: tuple[Pattern, ...]
    delete: tuple[Pattern, ...]
    possible: bool
    """False when a static test without parameters fails: no grounding is ever applicable."""


class World:
    """A PDDL domain with a problem whose initial state is the state of the question.

    Raises WorldError, UnsupportedError or LimitError for text that the reader refuses.
    """

    def __init__(self, domain_text: str, problem_text: str):
        self.problem = problem = parse(domain_text, problem_text)
        self.fluents = problem.domain.fluents
        self.static = frozenset(fact for fact in problem.init if fact[0] not in self.fluents)
        self.init = frozenset(fact for fact in problem.init if fact[0] in self.fluents)
        self.goal = frozenset(fact for fact in problem.goal if fact[0] in self.fluents)
        self.forbidden_goal = frozenset(fact for fact in problem.negative_goal if fact[0] in self.fluents)
        self.rules = {name: self._rule(schema) for name, schema in sorted(problem.domain.schemas.items())}

    @cached_property
    def language(self) -> Language:
        """Which facts and actions are legal, and how many there are."""
        return Language(self.problem)

    @cached_property
    def goal_statics_hold(self) -> bool:
        """Whether the static part of the goal is true: it never changes."""
        problem = self.problem
        return (
            all(fact in self.static for fact in problem.goal if fact[0] not in self.fluents)
            and not any(fact in self.static for fact in problem.negative_goal)
            and all(self.holds(condition, {}, ()) for condition in problem.static_goal)
        )

    def goal_obstacle(self, state: State) -> str | None:
        """The first goal literal that is false in a state, or None at a goal state."""
        if not self.goal_statics_hold:
            return "the static part of the goal"
        return _obstacle(self.goal, self.forbidden_goal, state)

    def instantiate(self, parts: Fact) -> Action | str:
        """The ground action of that name, or the reason why there is none that can ever be applied."""
        rule = self.rules.get(parts[0]) if parts else None
        row = parts[1:]
        if rule is None:
            return f"there is no action schema {parts[0] if parts else '()'}"
        if len(row) != len(rule.ranges):
            return f"{parts[0]} takes {len(rule.ranges)} arguments"
        for name, objects in zip(row, rule.ranges, strict=True):
            if name not in objects:
                return f"{name} is no object that {parts[0]} takes there"
        for pattern in rule.atoms:
            if pattern.predicate not in self.fluents and pattern.ground(row) not in self.static:
                return f"{text(pattern.ground(row))} is false in every state"
        if not rule.possible or any(
            self.holds(t.condition, rule.place, row) != t.expected for t in rule.tests
        ):
            return "a static condition is false in every state"
        return self.build(rule, row)

    def build(self, rule: Rule, row: tuple[str, ...]) -> Action:
        """The ground action for a row of arguments whose static conditions hold."""
        add = frozenset(pattern.ground(row) for pattern in rule.add)
        return Action(
            text((rule.name, *row)),
            frozenset(p.ground(row) for p in rule.atoms if p.predicate in self.fluents),
            frozenset(pattern.ground(row) for pattern in rule.forbid),
            add,
            frozenset(pattern.ground(row) for pattern in rule.delete) - add,
        )

    def holds(self, condition: Condition, place: dict[str, int], row: tuple[str, ...]) -> bool:
        """Whether a static condition is true for a row of arguments; the reader bounds its depth."""
        if isinstance(condition, Atom):
            return _pattern(condition, place).ground(row) in self.static
        if isinstance(condition, Equal):
            left, right = (row[place[t]] if t in place else t for t in (condition.left, condition.right))
            return left == right
        if isinstance(condition, Not):
            return not self.holds(condition.part, place, row)
        values = (self.holds(part, place, row) for part in condition.parts)
        return all(values) if isinstance(condition, And) else any(values)

    def terms(self, condition: Condition) -> Iterator[str]:
        """The terms of a static condition; UnsupportedError when it speaks of a fluent."""
        if isinstance(condition, Atom):
            if condition.predicate in self.fluents:
                raise UnsupportedError(
                    f"a disjunction over the fluent {condition.predicate} is not supported"
                )
            yield from condition.args
        elif isinstance(condition, Equal):
            yield from (condition.left, condition.right)
        else:
            for part in (condition.part,) if isinstance(condition, Not) else condition.parts:
                yield from self.terms(part)

    def _rule(self, schema: Schema) -> Rule:
        place = {parameter.name: position for position, parameter in enumerate(schema.parameters)}
        atoms, forbid, tests, possible = [], [], [], True
        for part, positive in _literals(schema.precondition, True):
            if isinstance(part, Atom) and positive:
                atoms.append(_pattern(part, place))
            elif isinstance(part, Atom) and part.predicate in self.fluents:
                forbid.append(_pattern(part, place))
            else:
                mentions = frozenset(place[term] for term in self.terms(part) if term in place)
                if mentions:
                    tests.append(Test(part, positive, mentions))
                elif self.holds(part, place, ()) != positive:
                    possible = False
        if len(place) + len(atoms) + len(tests) > MAX_SCHEMA:
            raise LimitError(f"schema {schema.name} has more than {MAX_SCHEMA} parameters and conditions")
        return Rule(
            schema.name,
            place,
            tuple(self._range(parameter.types) for parameter in schema.parameters),
            tuple(dict.fromkeys(atoms)),
            tuple(dict.fromkeys(forbid)),
            tuple(tests),
            tuple(_pattern(atom, place) for atom in schema.add),
            tuple(_pattern(atom, place) for atom in schema.delete),
            possible,
        )

    def _range(self, types: tuple[str, ...]) -> frozenset[str]:
        """The objects one of whose types is, or lies below, one of the given types."""
        parents, below = self.problem.domain.parents, set(types)
        grown = True
        while grown:
            fresh = {
                name for name, above in parents.items() if name not in below and not below.isdisjoint(above)
            }
            below |= fresh
            grown = bool(fresh)
        everything = "object" in types
        objects = self.problem.objects.items()
        return frozenset(name for name, own in objects if everything or not below.isdisjoint(own))


def read_name(name: str) -> Fact:
    """The parts of a fact or action as a question spells it; empty when the text is neither."""
    try:
        return parse_name(name)
    except WorldError:
        return ()


def _obstacle(needed: State, forbidden: State, state: State) -> str | None:
    missing = min((text(fact) for fact in needed - state), default=None)
    if missing is not None:
        return f"{missing} is false"
    present = min((text(fact) for fact in forbidden & state), default=None)
    return None if present is None else f"{present} is true"


def _pattern(atom: Atom, place: dict[str, int]) -> Pattern:
    return Pattern(atom.predicate, tuple(place.get(term, term) for term in atom.args))


def _literals(condition: Condition, positive: bool) -> Iterator[tuple[Condition, bool]]:
    """The conjuncts of a condition (negated unless ``positive``), negations pushed inwards."""
    if isinstance(condition, Not):
        yield from _literals(condition.part, not positive)
    elif isinstance(condition, (And, Or)) and (
        isinstance(condition, And) == positive or len(condition.parts) == 1
    ):
        for part in condition.parts:
            yield from _literals(part, positive)
    else:
        yield condition, positive
