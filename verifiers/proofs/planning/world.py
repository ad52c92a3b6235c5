"""The world of a question: static truth, what the goal asks, and ground actions by their names."""

from collections.abc import Iterator
from math import prod

from ..pddl_tree import Fact, Problem, Schema, Types, conjuncts
from .cases import NOTHING, Action, Divider, GroundAction, chosen
from .ground import State, substituted


class World(Divider):
    """A problem whose initial state is the state of the question; RefusedError where it is too large."""

    def __init__(self, problem: Problem):
        super().__init__(problem.domain, problem.init)
        self.problem = problem
        parts = [self.wanted(part) for part in conjuncts(problem.goal)]
        wanted = {literal for known, _ in parts for literal in known.items()}
        self.goal, self.forbidden_goal = (
            frozenset(fact for fact, holds in wanted if holds is positive) for positive in (True, False)
        )
        self.goal_statics_hold = all(choice is not False for _, choice in parts)
        """Whether the static part of the goal is true: it never changes."""
        self.choices = [choice for _, choice in parts if not isinstance(choice, bool)]
        self.atoms = {name: self._atoms(schema) for name, schema in self.domain.schemas.items()}
        """The atoms that the precondition of each schema asks for, derived ones aside."""

    def _atoms(self, schema: Schema) -> list[Fact]:
        asked = (part for part in conjuncts(schema.precondition) if part.sort == "atom" and part.holds)
        return list(dict.fromkeys(part.parts for part in asked if part.parts[0] not in self.domain.axioms))

    def solved(self, state: State) -> bool:
        """Whether the goal holds in a state."""
        literals = self.goal_statics_hold and self.goal <= state and self.forbidden_goal.isdisjoint(state)
        return literals and len(self.held_choices(state)) == len(self.choices)

    def held_choices(self, state: State) -> State:
        """The facts of the choices that hold in a state."""
        view = self.view(state)
        return frozenset(chosen(n) for n, choice in enumerate(self.choices) if view.value(choice) is True)

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

    def instantiate(self, parts: Fact) -> GroundAction | None:
        """The ground action of that name, or None where there is none that can ever be applied."""
        if not self.legal(parts, "action"):
            return None
        action = self.whole(self.domain.schemas[parts[0]], parts[1:])
        return None if action.precondition is False else action

    def build(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """A ground action, or its cases; none if it can never be applied."""
        whole = self.whole(schema, row)
        if whole.precondition is not False:
            divided = self.domain.cased or self.choices
            yield from self.cases(whole) if divided else (whole.strips(),)

    def loosened(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """An action that takes no more than each case of it does, and adds all that one of them may."""
        binding, action = dict(zip(schema.parameters, row, strict=True)), self.whole(schema, row)
        if action.precondition is not False:
            facts = (substituted(fact, binding) for fact in self.atoms[schema.name])
            pre = frozenset(fact for fact in facts if fact[0] in self.fluents)
            add = NOTHING.union(*(effect.add for effect in action.effects))
            yield Action(action.name, pre, NOTHING, add, NOTHING)
