"""Ground actions, and those that are a matter of cases (ADL).

An action is taken apart by asking: where the precondition or the condition of an effect waits for a fact
(``ground``), there is one branch where it is true and one where it is false.  At the end of each branch
stands a STRIPS action.  Two branches differ in a fact, so at most one of them is applicable in a state, and
every state in which the precondition holds agrees with one: together they are the action.

Where a condition names the fact that it deletes, the fact may be taken for true: where it is false, deleting
it changes nothing.  Where it names the fact that it adds, this may be taken for false if the action deletes
it nowhere: where it is true, adding it changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ..pddl_tree import Condition, Domain, Fact, Schema
from ..refused import refuse
from .ground import Ground, Grounding, State, View, demands, facts_of, given, substituted, text

MAX_CASES = 4096
MAX_GOAL_BRANCHES = 5_000  # branches that a conjunct of the goal may need

Known = dict[Fact, bool]  # facts taken for true or false
NOTHING: State = frozenset()


class Action(NamedTuple):
    """A case of a ground action; ``delete`` lacks what is also added (adding wins)."""

    name: str
    pre: State
    forbid: State  # facts that must be false
    add: State
    delete: State


class Effect(NamedTuple):
    """Facts that become true, or false, where a condition holds."""

    condition: Ground
    add: State
    delete: State


class GroundAction(NamedTuple):
    """A ground action, evaluated as it is written in one state after another."""

    name: str
    precondition: Ground
    effects: tuple[Effect, ...]
    view: Callable[[State], View]

    def obstacle(self, state: State) -> str | None:
        """The first conjunct that keeps the action from being applicable, or None."""
        if self.precondition is False:
            return "a static condition is false in every state"
        view = self.view(state)
        for part in demands(self.precondition):
            if view.value(part) is not True:
                if part[0] != "fact":
                    return "its precondition is false"
                return f"{text(part[1])} is {'false' if part[2] else 'true'}"
        return None

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable."""
        view = self.view(state)
        done = [effect for effect in self.effects if view.value(effect.condition) is True]
        return state.difference(*(effect.delete for effect in done)).union(*(effect.add for effect in done))

    def strips(self) -> Action:
        """The one case of an action that asks for a conjunction of literals and has one effect."""
        literals = [part[1:] for part in demands(self.precondition)]
        pre, forbid = (frozenset([f for f, held in literals if held is sign]) for sign in (True, False))
        ((_, add, delete),) = self.effects
        return Action(self.name, pre, forbid, add, delete - add)


class Divider(Grounding):
    """Takes the actions of a domain apart, given the initial state."""

    def __init__(self, domain: Domain, init: State):
        super().__init__(domain, frozenset(fact for fact in init if fact[0] not in domain.fluents))
        self.init = init - self.static
        self.possible: State | None = None  # the fluents that some state may hold, where that is known
        gone = {fact[0] for schema in domain.schemas.values() for fact in schema.delete}
        self._lasting = frozenset(fact for fact in self.init if fact[0] not in gone)
        self._latest: tuple[State, View] | None = None
        self._supports: dict[Ground, State] = {}
        self.choices: list[Ground] = []  # the conjuncts of the goal that different sets of fluents fulfil

    def view(self, state: State) -> View:
        """What holds in a state; the latest is kept."""
        if self._latest is None or self._latest[0] != state:
            self._latest = state, View(self, state.__contains__)
        return self._latest[1]

    def whole(self, schema: Schema, row: Fact) -> GroundAction:
        """A ground action as it is written."""
        binding, effects = dict(zip(schema.parameters, row, strict=True)), []
        precondition = self.condition(schema.precondition, binding)
        for each in schema.effects:
            for bound in self.rows(each.parameters, binding):
                condition = self.condition(each.condition, bound)
                if condition is not False:
                    add, delete = (frozenset([substituted(f, bound) for f in fs]) for fs in each[2:])
                    effects.append(Effect(condition, add, delete))
        return GroundAction(text((schema.name, *row)), precondition, tuple(effects), self.view)

    def cases(self, whole: GroundAction) -> Iterator[Action]:
        """The cases of an action, each under its name, divided by which choices of the goal hold after it.

        A choice that names nothing that the action may change stays as it is.
        """
        changed = NOTHING.union(*(effect.add | effect.delete for effect in whole.effects))
        touched = {
            chosen(n): c for n, c in enumerate(self.choices) if not changed.isdisjoint(self._fluents(c))
        }
        effects, start = list(self._useful(whole.effects)), Known()
        if not self.domain.cased:
            effects, start = list(whole.effects), {f: held for _, f, held in demands(whole.precondition)}

        def decide(known: Known) -> Fact | list[State] | None:
            """The fact that some condition waits for, or what is added and deleted; None for nothing."""
            self.spend(1 + len(touched))
            view, done = self._assuming(known), list[Effect]()
            value = view.value(whole.precondition)
            if value is not True:
                return value or None
            for effect in effects:
                self.spend(1)
                value = view.value(effect.condition)
                if not isinstance(value, bool):
                    return value
                if value:
                    done.append(effect)
            add = NOTHING.union(*(effect.add for effect in done))
            delete = NOTHING.union(*(effect.delete for effect in done)) - add
            view = self._assuming({**known, **dict.fromkeys(delete, False), **dict.fromkeys(add, True)})
            values = {fact: view.value(choice) for fact, choice in touched.items()}
            waits = next((value for value in values.values() if not isinstance(value, bool)), None)
            now = frozenset(fact for fact, value in values.items() if value)
            return waits or [add | now, delete | (touched.keys() - now)]

        ends = (end for end in divided(start, decide) if end[1] is not None)
        for number, (known, (add, delete)) in enumerate(ends):
            refuse(number == MAX_CASES, f"world: {whole.name} divides into too many cases")
            pre = frozenset(fact for fact, held in known.items() if held)
            yield Action(whole.name, pre, frozenset(known) - pre, add, delete)

    def wanted(self, condition: Condition) -> tuple[Known, Ground]:
        """What a conjunct of a goal asks: fluents that must be true, or false, and what must hold besides.

        The condition is taken apart.  What all branches share is necessary; it is also enough if the branches
        are as many as all assignments with it, counted by the facts that each leaves open.  Where they are
        not, or where they are too many to tell, the goal leaves a choice.
        """
        choice, ends = self.condition(condition, {}), list[Known]()

        def decide(known: Known) -> bool | Fact:
            return View(self, lambda fact: known.get(fact, fact)).value(choice)

        for seen, (known, value) in enumerate(divided({}, decide)):
            if 2 * seen >= MAX_GOAL_BRANCHES:
                return {}, choice
            if value:
                ends.append(known)
        if not ends:
            return {}, False
        shared = set(ends[0].items()).intersection(*(end.items() for end in ends))
        most = max(map(len, ends))
        enough = sum(1 << (most - len(end)) for end in ends) == 1 << (most - len(shared))
        return (dict(shared), True) if enough else ({}, choice)

    def _assuming(self, known: Known) -> View:
        return View(self, lambda fact: known[fact] if fact in known else self._look(fact))

    def _look(self, fact: Fact) -> bool | Fact:
        """What is known of a fact in every state."""
        if self.possible is not None and fact not in self.possible:
            return False
        return True if fact in self._lasting else fact

    def _useful(self, effects: Iterable[Effect]) -> Iterator[Effect]:
        """Effects fact by fact where a condition names what it changes, without those that change nothing."""
        deleted = NOTHING.union(*(effect.delete for effect in effects))
        for condition, add, delete in effects:
            delete = frozenset(fact for fact in delete if self._look(fact) is not False)
            add -= self._lasting
            named = frozenset(facts_of(condition))
            gone, new = delete & named, (add & named) - deleted
            if add - new or delete - gone:
                yield Effect(condition, add - new, delete - gone)
            for fact in sorted(gone):
                yield Effect(given(condition, fact, True), NOTHING, frozenset((fact,)))
            for fact in sorted(new):
                yield Effect(given(condition, fact, False), frozenset((fact,)), NOTHING)

    def _fluents(self, condition: Ground) -> State:
        """The fluents on which a condition depends."""
        if condition not in self._supports:
            named = set(facts_of(condition))
            for fact in [each for each in named if each[0] in self.domain.axioms]:
                for level in self.needs(fact):
                    named.update(*(facts_of(self.definition(each)) for each in level))
            self._supports[condition] = frozenset(fact for fact in named if fact[0] in self.fluents)
        return self._supports[condition]


def divided(start: Known, decide: Callable[[Known], Any]) -> Iterator[tuple[Known, Any]]:
    """The ends of all branches and what is decided there.

    Where ``decide`` gives a fact, it is taken for true in one branch and for false in another.
    """
    branches = [start]
    while branches:
        known = branches.pop()
        answer = decide(known)
        if isinstance(answer, tuple):
            branches += [{**known, answer: False}, {**known, answer: True}]
        else:
            yield known, answer


def chosen(number: int) -> Fact:
    """The fact of a model that says whether a choice of the goal holds; its text is that of a complement."""
    return ("not", f"(:goal-{number})")
