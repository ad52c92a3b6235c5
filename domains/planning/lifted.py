"""One ground action at a time, straight from its schema, and plans by replay: no grounder, no enumeration.

What judges an answer by replay stands on this module alone, so a plan can be checked in a world whose
grounding would take seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from functools import lru_cache

from ...instances.errors import IllegalItemError
from ...instances.records import Code
from . import atoms, writer
from .atoms import Language, Legality
from .cases import Now
from .conditions import compile_static, conjuncts, holds, projection, substitute
from .formulas import Grounder
from .joins import Row
from .tree import Atom, Condition, Fact, Not, Problem, Schema

CACHE = 4096


@dataclass(frozen=True, slots=True)
class GroundAction:
    """A legal action: its fluent preconditions and its effects, ``delete`` without what is also added."""

    parts: tuple[str, ...]
    pre: frozenset[Fact]
    not_pre: frozenset[Fact]
    add: frozenset[Fact]
    delete: frozenset[Fact]
    blocked: str | None = None
    """The first static precondition that is false in this world: the action is never applicable."""
    now: Callable[[Set[Fact]], GroundAction | None] | None = field(default=None, compare=False)
    """Where what the action takes and does is a matter of cases (ADL): what it changes in a state, None where
    it is not applicable; the sets above are then empty."""

    def applicable(self, state: Set[Fact]) -> bool:
        """Whether every precondition holds in a state, a set of fluent facts."""
        return self.case(state) is not None

    def case(self, state: Set[Fact]) -> GroundAction | None:
        """What the action is in a state; None where it is not applicable."""
        if self.now is not None:
            return self.now(state)
        holds = self.blocked is None and self.pre <= state and self.not_pre.isdisjoint(state)
        return self if holds else None

    def apply(self, state: Set[Fact]) -> frozenset[Fact]:
        """The successor of a state in which the action is applicable."""
        case = self.case(state) or self
        return frozenset((state - case.delete) | case.add)


class ActionModel:
    """The schemas of a problem compiled for instantiation one by one; ``problem.kept`` makes it once."""

    def __init__(self, problem: Problem):
        self.problem = problem
        self.language = problem.kept(Language)
        self._latest: tuple[frozenset[Fact], Now] | None = None
        self._schemas = {
            name: _CompiledSchema(problem, schema)
            for name, schema in problem.domain.schemas.items()
            if not problem.domain.cased
        }
        self.instantiate = lru_cache(CACHE)(self._instantiate)
        """``instantiate(parts)`` gives the ground action, or raises IllegalItemError."""

    def _instantiate(self, parts: tuple[str, ...]) -> GroundAction:
        legality = self.language.action(parts)
        if legality is not Legality.LEGAL:
            raise IllegalItemError(f"{atoms.text(parts)} is no action of this world", code=legality.value)
        if not self.problem.domain.cased:
            return self._schemas[parts[0]].instantiate(parts)
        none: frozenset[Fact] = frozenset()
        return GroundAction(parts, none, none, none, none, now=lambda state: self._changed(parts, state))

    def _changed(self, parts: tuple[str, ...], state: Set[Fact]) -> GroundAction | None:
        schema, now = self.problem.domain.schemas[parts[0]], self._now(state)
        if now.failing(schema, parts[1:]) is not None:
            return None
        none: frozenset[Fact] = frozenset()
        return GroundAction(parts, none, none, *now.changes(schema, parts[1:]))

    def _now(self, state: Set[Fact]) -> Now:
        """The problem in a state; the latest is kept, for several actions are asked about in one."""
        if self._latest is None or self._latest[0] != state:
            same = frozenset(state)
            self._latest = same, Now.of(self.problem, same)
        return self._latest[1]

    def failing(self, parts: tuple[str, ...], state: Set[Fact]) -> str | None:
        """The first conjunct of a legal action's precondition, as it is written, that a state violates."""
        schema = self.problem.domain.schemas[parts[0]]
        if self.problem.domain.cased:
            false = self._now(state).failing(schema, parts[1:])
            return None if false is None else writer.condition(false)
        binding = schema.binding(parts[1:])
        fluents, init = self.problem.domain.fluents, self.problem.init
        for part in conjuncts(schema.precondition):
            ground = substitute(part, binding)
            if not holds(ground, lambda fact: fact in (state if fact[0] in fluents else init)):
                return writer.condition(ground)
        return None


def instantiate(problem: Problem, action: tuple[str, ...]) -> GroundAction:
    """The ground action of ``("name", "object", ...)``; IllegalItemError, legality as ``code``, for none."""
    return problem.kept(ActionModel).instantiate(action)


class _CompiledSchema:
    """A schema's literals as functions from an action's parts to facts."""

    def __init__(self, problem: Problem, schema: Schema):
        place = {parameter.name: position for position, parameter in enumerate(schema.parameters, 1)}
        fluents = problem.domain.fluents
        self.static: list[tuple[Condition, Callable[[Row], bool]]] = []
        pre, not_pre = [], []
        for part in conjuncts(schema.precondition):
            if isinstance(part, Atom) and part.predicate in fluents:
                pre.append(part)
            elif isinstance(part, Not) and isinstance(part.part, Atom) and part.part.predicate in fluents:
                not_pre.append(part.part)
            else:
                self.static.append((part, compile_static(part, place, problem.init.__contains__)))
        self.schema = schema
        self.pre, self.not_pre, self.add, self.delete = (
            [projection((atom.predicate, *atom.args), place) for atom in literals]
            for literals in (pre, not_pre, schema.add, schema.delete)
        )

    def instantiate(self, parts: tuple[str, ...]) -> GroundAction:
        blocked = None
        for condition, test in self.static:
            if not test(parts):
                blocked = writer.condition(substitute(condition, self.schema.binding(parts[1:])))
                break
        pre, not_pre, add, delete = (
            frozenset([ground(parts) for ground in literals])
            for literals in (self.pre, self.not_pre, self.add, self.delete)
        )
        return GroundAction(parts, pre, not_pre, add, delete - add, blocked)


@dataclass(frozen=True, slots=True)
class Validation:
    """Whether a sequence of actions is a plan; if not, where and why not."""

    ok: bool
    failed_step: int | None = None
    """The position, from 0, of the first illegal or inapplicable action; None if all are applicable."""
    failed_literal: str | None = None
    """The first literal, as written, that is false: of that action's precondition, or of the goal."""
    code: Code = Code.OK
    state: frozenset[Fact] = field(default=frozenset(), repr=False)
    """The fluent facts that hold after the last action that was applied."""


def validate(problem: Problem, actions: Iterable[str | tuple[str, ...]]) -> Validation:
    """Replay actions, texts or tuples, from the initial state to the goal; WorldError for a bad text."""
    model = problem.kept(ActionModel)
    state = set(problem.fluent_init)
    for step, action in enumerate(actions):
        parts = atoms.parse(action) if isinstance(action, str) else action
        try:
            ground = model.instantiate(parts)
        except IllegalItemError as error:
            return Validation(False, step, None, Code(error.code), frozenset(state))
        case = ground.case(state)
        if case is None:
            literal = model.failing(parts, state)
            return Validation(False, step, literal, Code.INAPPLICABLE, frozenset(state))
        state -= case.delete
        state |= case.add
    missing = missing_goal(problem, state)
    if missing is not None:
        return Validation(False, None, missing, Code.GOAL_NOT_REACHED, frozenset(state))
    return Validation(True, state=frozenset(state))


def missing_goal(problem: Problem, state: set[Fact] | frozenset[Fact]) -> str | None:
    """The first conjunct of the goal that is false in a state, a set of fluent facts; None if all hold."""
    fluents = problem.domain.fluents

    def true(fact: Fact) -> bool:
        return fact in (state if fact[0] in fluents else problem.init)

    for fact in problem.goal:
        if not true(fact):
            return atoms.text(fact)
    for fact in problem.negative_goal:
        if true(fact):
            return atoms.negation(atoms.text(fact))
    for part in problem.static_goal:
        if not holds(part, true):
            return writer.condition(part)
    if problem.choices:
        grounder, now = problem.kept(Grounder), Now.of(problem, state)
        for part in problem.choices:
            if not now.true(grounder.formula(part, {})):
                return writer.condition(part)
    return None
