"""What an action takes and does, taken apart into cases (ADL; Pednault, 1989).

For one row of arguments the precondition and the conditions of the effects become formulas over ground
fluents: quantifiers run over the objects, derived predicates are replaced by what defines them, and what
never changes is evaluated.  The fluents are then decided one after the other (Shannon's expansion) until the
precondition holds and every effect is in or out.  So no two cases of an action hold in one state, and where
none does, the action is not applicable: each case is a STRIPS operator under the name of the action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ...instances.errors import LimitError
from . import atoms
from .conditions import conjuncts, substitute
from .tree import And, Atom, Condition, Equal, Fact, Forall, Not, Or, Parameter, Problem, Schema

MAX_CASES = 4096
"""Cases that one action may have."""
MAX_STEPS = 100_000
"""Formulas that are looked at to take one action apart."""
MAX_INSTANCES = 100_000
"""Instances that one quantifier may have."""


class Literal(NamedTuple):
    """A ground fluent that must be true, or must be false."""

    fact: Fact
    wanted: bool


class Junction(NamedTuple):
    """A conjunction or a disjunction of two or more formulas, none of which is constant."""

    every: bool
    parts: tuple[Formula, ...]


Formula: TypeAlias = "bool | Literal | Junction"
Binding = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    """What must be true and what false, and what then becomes so; ``delete`` without what is also added."""

    pre: frozenset[Fact]
    not_pre: frozenset[Fact]
    add: frozenset[Fact]
    delete: frozenset[Fact]


@dataclass(frozen=True)
class Grounder:
    """Turns conditions of a problem's domain into formulas."""

    problem: Problem
    _members: dict[tuple[str, ...], list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, problem: Problem) -> Grounder:
        """The grounder of a problem, made at the first call and kept with the problem."""
        if cls not in problem.derived:
            problem.derived[cls] = cls(problem)
        grounder: Grounder = problem.derived[cls]
        return grounder

    def formula(self, condition: Condition, binding: Binding, wanted: bool = True) -> Formula:
        """The formula of a condition, or of its negation, for objects in the place of variables."""
        if isinstance(condition, Atom):
            return self._atom(condition, binding, wanted)
        if isinstance(condition, Equal):
            left, right = (binding.get(term, term) for term in (condition.left, condition.right))
            return (left == right) is wanted
        if isinstance(condition, Not):
            return self.formula(condition.part, binding, not wanted)
        if isinstance(condition, (And, Or)):
            parts = (self.formula(part, binding, wanted) for part in condition.parts)
            return junction(isinstance(condition, And) is wanted, parts)
        instances = self._instances(condition.parameters)
        parts = (self.formula(condition.part, {**binding, **each}, wanted) for each in instances)
        return junction(isinstance(condition, Forall) is wanted, parts)

    def _atom(self, atom: Atom, binding: Binding, wanted: bool) -> Formula:
        arguments = [binding.get(term, term) for term in atom.args]
        fact = (atom.predicate, *arguments)
        domain = self.problem.domain
        if atom.predicate in domain.fluents:
            return Literal(fact, wanted)
        if atom.predicate not in domain.axioms:
            return (fact in self.problem.init) is wanted
        ways = []
        for axiom in domain.axioms[atom.predicate]:
            typed = zip(axiom.parameters, arguments, strict=True)
            if all(name in self.members(each) for each, name in typed):
                bound = {each.name: name for each, name in zip(axiom.parameters, arguments, strict=True)}
                ways.append(self.formula(axiom.condition, bound, wanted))
        return junction(not wanted, ways)

    def members(self, parameter: Parameter) -> list[str]:
        """The objects over which a variable ranges, in name order."""
        if parameter.types not in self._members:
            self._members[parameter.types] = sorted(self.problem.members(parameter.types))
        return self._members[parameter.types]

    def _instances(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, str]]:
        ranges = [self.members(parameter) for parameter in parameters]
        if prod(map(len, ranges)) > MAX_INSTANCES:
            name = self.problem.domain.name
            raise LimitError(f"a quantifier of {name} has more than {MAX_INSTANCES} instances")
        names = [parameter.name for parameter in parameters]
        for row in product(*ranges):
            yield dict(zip(names, row, strict=True))

    def cases(self, schema: Schema, row: Iterable[str]) -> tuple[Case, ...]:
        """The cases of an action; LimitError where there are more than ``MAX_CASES``."""
        arguments = tuple(row)
        names = (parameter.name for parameter in schema.parameters)
        binding = dict(zip(names, arguments, strict=True))
        effects: Effects = [(True, _facts(schema.add, binding), _facts(schema.delete, binding))]
        for each in schema.conditional:
            for more in self._instances(each.parameters):
                bound = {**binding, **more}
                under = self.formula(each.condition, bound)
                if under is not False:
                    effects.append((under, _facts(each.add, bound), _facts(each.delete, bound)))
        start = self.formula(schema.precondition, binding)
        return tuple(_expanded(start, effects, atoms.text((schema.name, *arguments))))

    def failing(self, schema: Schema, row: Iterable[str], state: Set[Fact]) -> Condition | None:
        """The first conjunct of an action's precondition that is false in a state; None if all hold."""
        names = (parameter.name for parameter in schema.parameters)
        binding = dict(zip(names, row, strict=True))
        for part in conjuncts(schema.precondition):
            if not true(self.formula(part, binding), state):
                return substitute(part, binding)
        return None


def junction(every: bool, parts: Iterable[Formula]) -> Formula:
    """A conjunction (or disjunction), simplified: constants go, equal parts and nested ones become one."""
    kept: dict[Formula, None] = {}
    for part in parts:
        if isinstance(part, bool):
            if part is not every:
                return not every
        elif isinstance(part, Junction) and part.every is every:
            kept.update(dict.fromkeys(part.parts))
        else:
            kept[part] = None
    if not kept:
        return every
    return next(iter(kept)) if len(kept) == 1 else Junction(every, tuple(kept))


def true(formula: Formula, state: Set[Fact]) -> bool:
    """Whether a formula holds in a state."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Literal):
        return (formula.fact in state) is formula.wanted
    return (all if formula.every else any)(true(part, state) for part in formula.parts)


def assume(formula: Formula, fact: Fact, value: bool) -> Formula:
    """The formula where a fact is known to be true or false."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Literal):
        return (value is formula.wanted) if formula.fact == fact else formula
    return junction(formula.every, (assume(part, fact, value) for part in formula.parts))


def _first(formula: Literal | Junction) -> Fact:
    """The fact to decide next: one that stands by itself in a conjunction, else the first."""
    if isinstance(formula, Literal):
        return formula.fact
    alone = (part for part in formula.parts if isinstance(part, Literal))
    part = next(alone, formula.parts[0])
    assert not isinstance(part, bool)
    return _first(part)


Effects = list[tuple[Formula, frozenset[Fact], frozenset[Fact]]]


def _expanded(precondition: Formula, effects: Effects, name: str) -> Iterator[Case]:
    """Decide facts until nothing is open."""
    stack = [(precondition, effects, frozenset[Fact](), frozenset[Fact]())]
    steps = found = 0
    while stack:
        wanted, changes, pre, not_pre = stack.pop()
        steps += 1
        if wanted is False:
            continue
        open_ones = [wanted, *(under for under, _, _ in changes)]
        undecided = next((each for each in open_ones if not isinstance(each, bool)), None)
        if undecided is None:
            found += 1
            if found > MAX_CASES:
                raise _too_many(name)
            add = frozenset().union(*(added for under, added, _ in changes if under))
            delete = frozenset().union(*(deleted for under, _, deleted in changes if under))
            yield Case(pre, not_pre, add, delete - add)
            continue
        if steps > MAX_STEPS:
            raise _too_many(name)
        fact = _first(undecided)
        for value in (False, True):
            rest = [(assume(under, fact, value), added, deleted) for under, added, deleted in changes]
            known = (pre | {fact}, not_pre) if value else (pre, not_pre | {fact})
            stack.append((assume(wanted, fact, value), rest, *known))


def _too_many(name: str) -> LimitError:
    return LimitError(f"{name}: its conditions divide into more than {MAX_CASES} cases")


def _facts(changed: Iterable[Atom], binding: Binding) -> frozenset[Fact]:
    return frozenset([(atom.predicate, *[binding.get(t, t) for t in atom.args]) for atom in changed])
