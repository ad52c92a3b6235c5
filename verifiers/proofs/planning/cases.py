"""Ground actions, and those that are a matter of cases (ADL).

An action is taken apart by asking: where the precondition or the condition of an effect waits for a fact
(``ground``), there is one branch where it is true and one where it is false.  At the end of each branch
stands a STRIPS action.  Two branches differ in a fact, so at most one of them is applicable in a state, and
every state in which the precondition holds agrees with one: together they are the action.

Where a condition names the fact that it deletes, the fact may be taken for true: where it is false, deleting
it changes nothing.  Where it names the fact that it adds, this may be taken for false if the action deletes
it nowhere: where it is true, adding it changes nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..pddl_tree import Condition, Domain, Fact, Schema
from ..refused import RefusedError, refuse
from .ground import Binding, Ground, Grounding, State, View, facts_of, given, negation

MAX_CASES = 4096
MAX_WORK = 1_000_000
"""Branches, and effects looked at in them, that taking one action apart may need."""
MAX_GOAL_BRANCHES = 5_000
"""Branches that a conjunct of the goal may need."""


class Action(NamedTuple):
    """A case of a ground action; ``delete`` lacks what is also added (adding wins)."""

    name: str
    pre: State
    forbid: State
    """Facts that must be false."""
    add: State
    delete: State


class Effect(NamedTuple):
    """Facts that become true, or false, where a condition holds."""

    condition: Ground
    add: State
    delete: State


class Wanted(NamedTuple):
    """What a conjunct of a goal asks of the fluents."""

    literals: tuple[tuple[Fact, bool], ...]
    """Those that must be true, or false."""
    choice: Ground
    """What must hold besides: True, False, or a condition that several sets of fluents fulfil."""


class GroundAction(NamedTuple):
    """A ground action, evaluated as it is written in one state after another."""

    name: str
    precondition: Ground
    effects: tuple[Effect, ...]
    divider: "Divider"

    def obstacle(self, state: State) -> str | None:
        """The first conjunct that keeps the action from being applicable, or None."""
        if self.precondition is False:
            return "a static condition is false in every state"
        view = self.divider.view(state)
        for part, positive in conjuncts(self.precondition):
            if view.value(part) is not positive:
                named = text(part[1]) if part[0] == "fact" else "its precondition"
                return f"{named} is {'false' if positive else 'true'}"
        return None

    def apply(self, state: State) -> State:
        """The successor of a state in which the action is applicable."""
        view = self.divider.view(state)
        done = [effect for effect in self.effects if view.value(effect.condition) is True]
        return state.difference(*(effect.delete for effect in done)).union(*(effect.add for effect in done))

    def changed(self) -> State:
        """The facts that some case adds or deletes."""
        return frozenset[Fact]().union(*(effect.add | effect.delete for effect in self.effects))

    def strips(self) -> Action:
        """The one case of an action that takes a conjunction of literals and has one effect."""
        literals = [(part[1], positive) for part, positive in conjuncts(self.precondition)]
        pre, forbid = (frozenset([f for f, held in literals if held is sign]) for sign in (True, False))
        ((_, add, delete),) = self.effects
        return Action(self.name, pre, forbid, add, delete - add)


class Divider(Grounding):
    """Takes the actions of a domain apart, given the initial state."""

    def __init__(self, domain: Domain, init: State):
        static = frozenset(fact for fact in init if fact[0] not in domain.fluents)
        super().__init__(domain, static)
        self.init = init - static
        self.possible: frozenset[Fact] | None = None
        """The fluents that some state may hold, where that is known."""
        gone = {fact[0] for schema in domain.schemas.values() for fact in schema.delete}
        self._lasting = frozenset(fact for fact in self.init if fact[0] not in gone)
        self._latest: tuple[State, View] | None = None
        self._supports: dict[Ground, frozenset[Fact]] = {}

    def view(self, state: State) -> View:
        """What holds in a state; the latest is kept."""
        if self._latest is None or self._latest[0] != state:
            self._latest = state, View(self, state.__contains__)
        return self._latest[1]

    def whole(self, schema: Schema, row: Fact) -> GroundAction:
        """A ground action as it is written."""
        binding = dict(zip(schema.parameters, row, strict=True))
        precondition = self.condition(schema.precondition, binding)
        return GroundAction(
            text((schema.name, *row)), precondition, tuple(self._effects(schema, binding)), self
        )

    def cases(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """The cases of an action, each under its name."""
        name, precondition, every, _ = self.whole(schema, row)
        effects = list(self._useful(every))
        branches: list[dict[Fact, bool]] = [{}]
        work = count = 0
        while branches:
            known = branches.pop()
            work += 1
            view = View(self, lambda fact, known=known: self._look(fact, known))  # type: ignore[misc]
            value, done = view.value(precondition), list[Effect]()
            if value is True:
                for effect in effects:
                    work += 1
                    value = view.value(effect.condition)
                    if not isinstance(value, bool):
                        break
                    if value:
                        done.append(effect)
                else:
                    value = True
            if not isinstance(value, bool):
                branches += [{**known, value: False}, {**known, value: True}]
            elif value:
                count += 1
                true = frozenset(fact for fact, held in known.items() if held)
                add = frozenset[Fact]().union(*(effect.add for effect in done))
                delete = frozenset[Fact]().union(*(effect.delete for effect in done)) - add
                yield Action(name, true, frozenset(known) - true, add, delete)
            refuse(work > MAX_WORK or count > MAX_CASES, f"world: {schema.name} divides into too many cases")

    def _look(self, fact: Fact, known: dict[Fact, bool]) -> bool | Fact:
        if fact in known:
            return known[fact]
        if self.possible is not None and fact not in self.possible:
            return False
        return True if fact in self._lasting else fact

    def _effects(self, schema: Schema, binding: Binding) -> Iterator[Effect]:
        for each in schema.effects:
            for bound in self.rows(each.parameters, binding):
                condition = self.condition(each.condition, bound)
                if condition is not False:
                    yield Effect(condition, _ground(each.add, bound), _ground(each.delete, bound))

    def _useful(self, effects: tuple[Effect, ...]) -> Iterator[Effect]:
        """Effects fact by fact where a condition names what it changes, without those that change nothing."""
        deleted = frozenset[Fact]().union(*(effect.delete for effect in effects))
        for condition, add, delete in effects:
            delete = frozenset(fact for fact in delete if self._look(fact, {}) is not False)
            add -= self._lasting
            named = frozenset(facts_of(condition))
            gone, new = delete & named, (add & named) - deleted
            if add - new or delete - gone:
                yield Effect(condition, add - new, delete - gone)
            for fact in sorted(gone):
                yield Effect(given(condition, fact, True), frozenset(), frozenset((fact,)))
            for fact in sorted(new):
                yield Effect(given(condition, fact, False), frozenset((fact,)), frozenset())

    def wanted(self, condition: Condition, wanted: bool) -> Wanted:
        """What a conjunct of a goal comes to.

        The condition is taken apart.  What all branches share is necessary; it is also enough if the branches
        are as many as all assignments with it, counted by the facts that each leaves open.  Where they are
        not, or where they are too many to tell, the goal leaves a choice.
        """
        ground = self.condition(condition, {})
        choice = ground if wanted else negation(ground)
        branches: list[dict[Fact, bool]] = [{}]
        ends: list[dict[Fact, bool]] = []
        seen = 0
        while branches:
            known = branches.pop()
            value = View(self, lambda fact, known=known: known.get(fact, fact)).value(ground)  # type: ignore[misc]
            if not isinstance(value, bool):
                branches += [{**known, value: False}, {**known, value: True}]
            elif value is wanted:
                ends.append(known)
            seen += 1
            if seen > MAX_GOAL_BRANCHES:
                return Wanted((), choice)
        if not ends:
            return Wanted((), False)
        shared = set(ends[0].items()).intersection(*(end.items() for end in ends))
        most = max(map(len, ends))
        if sum(1 << (most - len(end)) for end in ends) != 1 << (most - len(shared)):
            return Wanted((), choice)
        return Wanted(tuple(sorted(shared)), True)

    def scored(self, action: Action, changed: State, choices: Iterable[Ground]) -> Iterator[Action]:
        """A case of an action, divided so far that it says which choices of the goal hold after it.

        A choice that names nothing that the action may change in some case stays as it is.
        """
        touched = [(n, c) for n, c in enumerate(choices) if not changed.isdisjoint(self._fluents(c))]
        if not touched:
            yield action
            return
        branches = [dict.fromkeys(action.pre, True) | dict.fromkeys(action.forbid, False)]
        work = 0
        while branches:
            known = branches.pop()
            after = {**known, **dict.fromkeys(action.delete, False), **dict.fromkeys(action.add, True)}
            view = View(self, lambda fact, after=after: self._look(fact, after))  # type: ignore[misc]
            values = [view.value(choice) for _, choice in touched]
            work += 1 + len(values)
            if work > MAX_WORK or len(branches) > MAX_CASES:
                raise RefusedError(f"world: {action.name} divides into too many cases by what the goal asks")
            waits = next((value for value in values if not isinstance(value, bool)), None)
            if waits is not None:
                branches += [{**known, waits: False}, {**known, waits: True}]
                continue
            facts = [chosen(number) for number, _ in touched]
            now = frozenset(fact for fact, value in zip(facts, values, strict=True) if value)
            pre = frozenset(fact for fact, held in known.items() if held)
            gone = action.delete | (frozenset(facts) - now)
            yield Action(action.name, pre, frozenset(known) - pre, action.add | now, gone)

    def _fluents(self, condition: Ground) -> frozenset[Fact]:
        """The fluents on which a condition depends."""
        if condition not in self._supports:
            named = set(facts_of(condition))
            derived = [each for each in named if each[0] in self.domain.axioms]
            for fact in derived:
                for each in (each for level in self.needs(fact) for each in level):
                    named.update(facts_of(self.definition(each)))
            fluents = frozenset(fact for fact in named if fact[0] in self.domain.fluents)
            self._supports[condition] = fluents
        return self._supports[condition]


def conjuncts(condition: Ground, positive: bool = True) -> list[tuple[tuple[str, Any], bool]]:
    """The conjuncts of a condition that is not False, or of its negation, and whether each must hold."""
    if isinstance(condition, bool):
        return []
    if condition[0] == "not":
        return conjuncts(condition[1], not positive)
    if condition[0] == ("and" if positive else "or"):
        return [each for part in condition[1] for each in conjuncts(part, positive)]
    return [(condition, positive)]


def chosen(number: int) -> Fact:
    """The fact of a model that says whether a choice of the goal holds; its text is that of a complement."""
    return ("not", f"(:goal-{number})")


def _ground(atoms: list[Fact], binding: Binding) -> State:
    return frozenset([(atom[0], *[binding.get(term, term) for term in atom[1:]]) for atom in atoms])


def text(parts: Fact) -> str:
    """The canonical text of a fact or action."""
    return "(" + " ".join(parts) + ")"
