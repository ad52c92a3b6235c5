"""The world of a question: static truth, what the goal asks, and ground actions by their names."""

from collections.abc import Iterator
from math import prod

from ..pddl_tree import Fact, Problem, Schema, Types, conjuncts
from .cases import NOTHING, Action, Divider, GroundAction, chosen
from .ground import State, substituted, text


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
        """The conjuncts of the goal that different sets of fluents fulfil."""
        self.atoms = {name: self._atoms(schema) for name, schema in self.domain.schemas.items()}
        """The atoms that the precondition of each schema asks for, derived ones aside."""

    def _atoms(self, schema: Schema) -> list[Fact]:
        asked = (part for part in conjuncts(schema.precondition) if part.sort == "atom" and part.holds)
        return list(dict.fromkeys(part.parts for part in asked if part.parts[0] not in self.domain.axioms))

    def goal_obstacle(self, state: State) -> str | None:
        """The first goal literal that is false in a state, or None at a goal state."""
        if not self.goal_statics_hold:
            return "the static part of the goal"
        if self.goal - state:
            return f"{min(map(text, self.goal - state))} is false"
        if self.forbidden_goal & state:
            return f"{min(map(text, self.forbidden_goal & state))} is true"
        return "a choice that the goal leaves" if len(self.held_choices(state)) < len(self.choices) else None

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
        return (
            places is not None
            and len(places) == len(parts) - 1
            and all(name in self.range(types) for types, name in zip(places, parts[1:], strict=True))
        )

    def count(self, noun: str) -> int:
        """How many legal facts or actions there are."""
        return sum(prod([len(self.range(t)) for t in places]) for places in self.places(noun).values())

    def instantiate(self, parts: Fact) -> GroundAction | str:
        """The ground action of that name, or the reason why there is none that can ever be applied."""
        schema, row = self.domain.schemas.get(parts[0]) if parts else None, parts[1:]
        if schema is None:
            return f"there is no action schema {parts[0]}" if parts else "that is no action"
        if len(row) != len(schema.parameters):
            return f"{parts[0]} takes {len(schema.parameters)} arguments"
        for name, types in zip(row, schema.parameters.values(), strict=True):
            if name not in self.range(types):
                return f"{name} is no object that {parts[0]} takes there"
        action, binding = self.whole(schema, row), dict(zip(schema.parameters, row, strict=True))
        if action.precondition is not False:
            return action
        facts = [substituted(fact, binding) for fact in self.atoms[schema.name]]
        lacking = [fact for fact in facts if fact[0] not in self.fluents and fact not in self.static]
        return f"{text(lacking[0]) if lacking else 'a static condition'} is false in every state"

    def build(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """A ground action, or its cases, divided by what the goal asks; none if it can never be applied."""
        whole = self.whole(schema, row)
        if whole.precondition is False:
            return
        every = self.cases(whole) if self.domain.cased else (whole.strips(),)
        if not self.choices:
            yield from every
            return
        changed = NOTHING.union(*(effect.add | effect.delete for effect in whole.effects))
        for action in every:
            yield from self.scored(action, changed, self.choices)

    def loosened(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """An action that takes no more than each case of it does, and adds all that one of them may."""
        binding, action = dict(zip(schema.parameters, row, strict=True)), self.whole(schema, row)
        if action.precondition is not False:
            facts = (substituted(fact, binding) for fact in self.atoms[schema.name])
            pre = frozenset(fact for fact in facts if fact[0] in self.fluents)
            add = NOTHING.union(*(effect.add for effect in action.effects))
            yield Action(action.name, pre, NOTHING, add, NOTHING)
