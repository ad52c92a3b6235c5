"""Conditions over the objects of a problem: formulas of ground facts, and what they come to.

A ``Formula`` has no variables, quantifiers or static facts left.  Derived facts stay names in it: what they
say is an equation of their own, kept by the ``Grounder`` of a problem.  A ``Valuation`` gives formulas their
values, from values of the fluents: 0 and 1 of one state, or decision diagrams of all states at once
(``diagrams``).  Derived facts of one layer start false and are worked out again as long as one of them grows:
the least fixpoint, which is what recursive axioms mean (Thiebaux, Hoffmann and Nebel, "In defense of PDDL
axioms", 2005).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ...instances.errors import LimitError
from ..components import components
from . import atoms
from .conditions import predicates, signed_atoms
from .diagrams import Diagrams, Literal
from .tree import And, Atom, Axiom, Condition, Equal, Fact, Forall, Not, Or, Parameter, Problem

MAX_INSTANCES = 100_000
MAX_DERIVED = 50_000
MAX_ATOMS = 2_000_000  # atoms in what defines the derived facts of a problem


class Junction(NamedTuple):
    """A conjunction or a disjunction of two or more formulas, none of which is constant."""

    every: bool
    parts: tuple[Formula, ...]


Formula: TypeAlias = "bool | Literal | Junction"
Binding = Mapping[str, str]
Axioms = Mapping[str, Sequence[Axiom]]


@dataclass(frozen=True)
class Grounder:
    """Turns conditions of a problem's domain into formulas."""

    problem: Problem
    _members: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    _equations: dict[Fact, Formula] = field(default_factory=dict)
    _atoms: list[int] = field(default_factory=lambda: [0])

    def formula(
        self, condition: Condition, binding: Binding, wanted: bool = True, fold: bool = True
    ) -> Formula:
        """The formula of a condition or its negation; ``fold`` decides derived facts that never change."""
        if isinstance(condition, Atom):
            return self._atom(condition, binding, wanted, fold)
        if isinstance(condition, Equal):
            left, right = (binding.get(term, term) for term in (condition.left, condition.right))
            return (left == right) is wanted
        if isinstance(condition, Not):
            return self.formula(condition.part, binding, not wanted, fold)
        if isinstance(condition, (And, Or)):
            parts = (self.formula(part, binding, wanted, fold) for part in condition.parts)
            return junction(isinstance(condition, And) is wanted, parts)
        instances = self.instances(condition.parameters)
        parts = (self.formula(condition.part, {**binding, **each}, wanted, fold) for each in instances)
        return junction(isinstance(condition, Forall) is wanted, parts)

    def _atom(self, atom: Atom, binding: Binding, wanted: bool, fold: bool) -> Formula:
        fact = (atom.predicate, *[binding.get(term, term) for term in atom.args])
        domain = self.problem.domain
        if atom.predicate in domain.fluents:
            return Literal(fact, wanted)
        if atom.predicate not in domain.axioms:
            return (fact in self.problem.init) is wanted
        if fold and atom.predicate not in self.changing:
            return bool(self._constant.value(Literal(fact, wanted)))
        return Literal(fact, wanted)

    def equation(self, fact: Fact) -> Formula:
        """What a derived fact says of fluents and derived facts; LimitError where all are too large."""
        known = self._equations.get(fact)
        if known is not None:
            return known
        ways = []
        for axiom in self.problem.domain.axioms[fact[0]]:
            typed = list(zip(axiom.parameters, fact[1:], strict=True))
            if all(name in self.members(each) for each, name in typed):
                bound = {each.name: name for each, name in typed}
                ways.append(self.formula(axiom.condition, bound, fold=False))
        made = self._equations[fact] = junction(False, ways)
        self._atoms[0] += sum(1 for _ in leaves(made))
        if self._atoms[0] > MAX_ATOMS:
            raise LimitError(f"derived predicate {fact[0]}: more than {MAX_ATOMS} atoms define its facts")
        return made

    def fluents(self, formula: Formula) -> frozenset[Fact]:
        """The fluents that a formula names, and those that what it names is derived from."""
        held: set[Fact] = set()
        waiting = [formula]
        while waiting:
            fresh = {leaf.fact for leaf in leaves(waiting.pop())} - held
            held |= fresh
            waiting += [self.equation(fact) for fact in sorted(fresh) if fact[0] in self.layer]
        return frozenset(fact for fact in held if fact[0] not in self.layer)

    def members(self, parameter: Parameter) -> list[str]:
        """The objects over which a variable ranges, in name order."""
        if parameter.types not in self._members:
            self._members[parameter.types] = sorted(self.problem.members(parameter.types))
        return self._members[parameter.types]

    def instances(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, str]]:
        """The objects that variables may stand for; LimitError beyond ``MAX_INSTANCES``."""
        ranges = [self.members(parameter) for parameter in parameters]
        if prod(map(len, ranges)) > MAX_INSTANCES:
            name = self.problem.domain.name
            raise LimitError(f"a quantifier of {name} has more than {MAX_INSTANCES} instances")
        names = [parameter.name for parameter in parameters]
        for row in product(*ranges):
            yield dict(zip(names, row, strict=True))

    @cached_property
    def layer(self) -> dict[str, int]:
        """The layer of each derived predicate."""
        layered = layers(self.problem.domain.axioms)
        return {name: number for number, names in enumerate(layered) for name in names}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The predicates whose facts may change: the fluents, and the derived ones that depend on some."""
        changing = set(self.problem.domain.fluents)
        for names in layers(self.problem.domain.axioms):
            ways = [axiom.condition for name in names for axiom in self.problem.domain.axioms[name]]
            if any(not changing.isdisjoint(predicates(way)) for way in ways):
                changing.update(names)
        return frozenset(changing)

    @cached_property
    def _constant(self) -> Valuation:
        return Valuation(self, Diagrams(), lambda fact: 0)


@dataclass
class Valuation:
    """What formulas come to, where ``fluent`` gives the value of each fluent: 0, 1 or a diagram."""

    grounder: Grounder
    diagrams: Diagrams
    fluent: Callable[[Fact], int]
    _derived: dict[Fact, int] = field(default_factory=dict)

    def value(self, formula: Formula) -> int:
        """The value of a formula; LimitError, which names the predicate, where that of a derived fact is too
        large."""
        self._order(formula)
        for leaf in leaves(formula):
            if leaf.fact[0] in self.grounder.layer and leaf.fact not in self._derived:
                self._work_out(leaf.fact)
        return self._value(formula)

    def _order(self, formula: Formula) -> None:
        """Name the fluents of a formula from left to right, which is the order in which diagrams ask."""
        for leaf in leaves(formula):
            if leaf.fact[0] not in self.grounder.layer:
                self.fluent(leaf.fact)

    def _value(self, formula: Formula) -> int:
        if isinstance(formula, bool):
            return int(formula)
        if isinstance(formula, Literal):
            known = self._derived.get(formula.fact)
            value = self.fluent(formula.fact) if known is None else known
            return value if formula.wanted else self.diagrams.choose(value, 0, 1)
        value = int(formula.every)
        for part in reversed(formula.parts):
            other = self._value(part)
            value = self.diagrams.choose(other, *((value, 0) if formula.every else (1, value)))
            if value == int(not formula.every):
                break
        return value

    def _work_out(self, fact: Fact) -> None:
        """The values of a derived fact and of those that it depends on, layer by layer."""
        users: dict[Fact, list[Fact]] = {fact: []}
        waiting = [fact]
        while waiting:
            each = waiting.pop()
            for leaf in leaves(self.grounder.equation(each)):
                if leaf.fact[0] not in self.grounder.layer or leaf.fact in self._derived:
                    continue
                if leaf.fact not in users:
                    users[leaf.fact] = []
                    waiting.append(leaf.fact)
                users[leaf.fact].append(each)
            if len(users) > MAX_DERIVED:
                name = atoms.text(fact)
                raise LimitError(f"derived fact {name} depends on more than {MAX_DERIVED} others")
        layer = self.grounder.layer
        for number in sorted({layer[each[0]] for each in users}):
            self._settle([each for each in users if layer[each[0]] == number], users)

    def _settle(self, facts: list[Fact], users: Mapping[Fact, list[Fact]]) -> None:
        self._derived.update(dict.fromkeys(facts, 0))
        for fact in facts:
            self._order(self.grounder.equation(fact))
        queued, queue = set(facts), deque(facts)
        while queue:
            fact = queue.popleft()
            queued.discard(fact)
            try:
                value = self._value(self.grounder.equation(fact))
            except LimitError as error:
                raise LimitError(f"derived fact {atoms.text(fact)}: {error}") from None
            if value != self._derived[fact]:
                self._derived[fact] = value
                above = (each for each in users[fact] if each in self._derived and each not in queued)
                fresh = list(dict.fromkeys(above))
                queued.update(fresh)
                queue.extend(fresh)


def layers(axioms: Axioms) -> tuple[tuple[str, ...], ...]:
    """The derived predicates that depend on each other, each layer after those that it depends on."""
    needs = {}
    for name, ways in axioms.items():
        named = {predicate for each in ways for predicate in predicates(each.condition)}
        needs[name] = sorted(named & axioms.keys())
    return tuple(tuple(sorted(layer)) for layer in components(needs))


def negated_within(axioms: Axioms) -> str | None:
    """A predicate that depends on the negation of one of its own layer, None where none does."""
    layer = {name: number for number, names in enumerate(layers(axioms)) for name in names}
    for name, ways in axioms.items():
        for atom, positive in (pair for axiom in ways for pair in signed_atoms(axiom.condition)):
            if not positive and layer.get(atom.predicate) == layer[name]:
                return name
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


def leaves(formula: Formula) -> Iterator[Literal]:
    """The literals of a formula, from left to right."""
    if isinstance(formula, Literal):
        yield formula
    elif isinstance(formula, Junction):
        for part in formula.parts:
            yield from leaves(part)


def assume(formula: Formula, fact: Fact, value: bool) -> Formula:
    """The formula where a fact is known to be true or false."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Literal):
        return (value is formula.wanted) if formula.fact == fact else formula
    return junction(formula.every, (assume(part, fact, value) for part in formula.parts))
