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
from itertools import groupby, product
from math import prod
from typing import NamedTuple

from ..pddl_tree import FALSE, TRUE, Condition, Fact, Problem, Types, Variables, conjuncts, leaves, text
from ..refused import refuse

MAX_INSTANCES = 100_000  # instances that one quantifier may have
MAX_DERIVED = 50_000  # derived facts that may depend on each other
MAX_WORK = 50_000_000  # members of types, parts of definitions, and branches of cases in one world

State = frozenset[Fact]
Binding = dict[str, str]
Known = dict[Fact, bool]  # facts taken for true or false
Effect = tuple[Condition, Fact, bool]  # a condition, and a fact that becomes true or false where it holds
Look = Callable[[Fact], "bool | Fact"]  # whether a fact is true; if unknown, a fluent on which it depends


class GroundAction(NamedTuple):
    """A ground action as it is written; deletions come first, so adding wins."""

    name: str
    precondition: Condition
    effects: list[Effect]


class World:
    """A problem whose initial state is the state of the question; RefusedError where it is too large."""

    def __init__(self, problem: Problem):
        self.problem, self.domain, self.fluents = problem, problem.domain, problem.domain.fluents
        self.static = frozenset(fact for fact in problem.init if fact[0] not in self.fluents)
        self.init = problem.init - self.static
        self._changing = self.fluents.union(self.domain.axioms)
        self._ranges: dict[Types, frozenset[str]] = {}
        self._definitions: dict[Fact, Condition] = {}
        self._order: dict[Fact, list[list[Fact]]] = {}
        self._work = 0
        self.goal = [self.condition(part, {}) for part in conjuncts(problem.goal)]
        facts = {name: types for name, types in self.domain.predicates.items() if name in self.fluents}
        actions = {name: tuple(s.parameters.values()) for name, s in self.domain.schemas.items()}
        self.places = {"fact": facts, "action": actions}
        """What an answer may name, with the types that it takes."""

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

    def condition(self, condition: Condition, binding: Binding) -> Condition:
        """A condition for some objects; what never changes is worked out."""
        changing = self._changing
        return self.reduced(condition, binding, lambda f: f if f[0] in changing else f in self.static)

    def reduced(self, condition: Condition, binding: Binding, look: Look) -> Condition:
        """A condition for some objects, without the parts that are known."""
        sort, parts, holds = condition
        if sort == "atom":
            fact = substituted(parts, binding) if binding else parts
            value = look(fact)
            if isinstance(value, tuple):
                return Condition(sort, fact, holds)
            return TRUE if value is holds else FALSE
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
            ordered = sorted(needed, key=lambda other: (needed[other], other))
            self._order[fact] = [list(level) for _, level in groupby(ordered, needed.__getitem__)]
        return self._order[fact]

    def view(self, state: State) -> "View":
        """What holds in a state."""
        return View(self, state.__contains__)

    def solved(self, state: State) -> bool:
        """Whether the goal holds in a state."""
        view = self.view(state)
        return all(view.value(part) is True for part in self.goal)

    def whole(self, parts: Fact) -> GroundAction:
        """The ground action of that name; what never changes is worked out."""
        schema, effects = self.domain.schemas[parts[0]], list[Effect]()
        binding = dict(zip(schema.parameters, parts[1:], strict=True))
        for variables, under, fact, adds in schema.effects:
            for bound in self.rows(variables, binding) if variables else [binding]:
                condition = self.condition(under, bound)
                if condition is not FALSE:
                    effects.append((condition, substituted(fact, bound), adds))
        effects.sort(key=lambda effect: effect[2])
        precondition = self.condition(schema.precondition, binding)
        return GroundAction(text(parts), precondition, effects)

    def after(self, state: State, parts: Fact) -> State | str:
        """The successor of a state by an action, or what keeps this from being applicable."""
        action = self.whole(parts) if self.legal(parts, "action") else None
        if action is None or action.precondition is FALSE:
            return "it can never be applied"
        view = self.view(state)
        for part in conjuncts(action.precondition):
            if view.value(part) is not True:
                if part.sort != "atom":
                    return "its precondition is false"
                return f"{text(part.parts)} is {'false' if part.holds else 'true'}"
        changed = {fact: adds for condition, fact, adds in action.effects if view.value(condition) is True}
        return frozenset(fact for fact in state.union(changed) if changed.get(fact, True))

    def legal(self, parts: Fact, noun: str) -> bool:
        """Whether an answer may name it: it is well-typed."""
        places = self.places[noun].get(parts[0]) if parts else None
        return places is not None and self.domain.fits(places, parts[1:])

    def count(self, noun: str) -> int:
        """How many legal facts or actions there are."""
        return sum(prod([len(self.range(t)) for t in places]) for places in self.places[noun].values())


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
                fresh = [each for each in level if each not in self._derived]
                self._derived.update(dict.fromkeys(fresh, False))
                while sum(map(self._raised, fresh)):
                    pass
        return self._derived[fact]

    def _raised(self, fact: Fact) -> bool:
        """Whether a derived fact is more than it was, by what the others are now."""
        now = self._derived[fact]
        value = now is not True and self.value(self._world.definition(fact))
        raised = value is True or (now is False and value is not False)
        if raised:
            self._derived[fact] = value
        return raised


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
