"""Actions as STRIPS actions, and the goal as facts: where they are a matter of cases (ADL), case by case.

An action is taken apart by asking: where the precondition or the condition of an effect waits for a fact
(``world``), there is one branch where it is true and one where it is false.  At the end of each branch stands
a STRIPS action.  Two branches differ in a fact, so at most one of them is applicable in a state, and every
state in which the precondition holds agrees with one: together they are the action.

Where a condition names the fact that it deletes, the fact may be taken for true: where it is false, deleting
it changes nothing.  Where it names the fact that it adds, this may be taken for false if the action deletes
it nowhere: where it is true, adding it changes nothing.

A conjunct of the goal that different sets of fluents fulfil, a *choice*, has a fact of its own, which every
action that changes one of them adds or deletes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ..pddl_tree import FALSE, Condition, Fact, Schema, conjuncts, leaves
from ..refused import refuse
from .world import NOTHING, Effect, GroundAction, Look, State, View, World, substituted

MAX_CASES = 4096
MAX_GOAL_BRANCHES = 5_000  # branches that a conjunct of the goal may need

Known = dict[Fact, bool]  # facts taken for true or false
NEVER: Fact = ()  # a fact that no state has


class Action(NamedTuple):
    """A case of a ground action; ``delete`` lacks what is also added (adding wins)."""

    name: str
    pre: State
    forbid: State  # facts that must be false
    add: State
    delete: State


class Division:
    """The actions and the goal of a world, taken apart."""

    def __init__(self, world: World):
        self.world, self.cased = world, world.domain.cased
        self.possible: State | None = None  # the fluents that some state may hold, where that is known
        gone = {fact[0] for schema in world.domain.schemas.values() for fact in schema.delete}
        self._lasting = frozenset(fact for fact in world.init if fact[0] not in gone)
        self._supports: dict[Condition, State] = {}
        parts = [(part, self._wanted(part)) for part in world.goal]
        self.goal = {literal for _, known in parts for literal in (known or {}).items()}
        """The facts that every goal state has (True), or has not (False)."""
        choices = [part for part, known in parts if known is None]
        self.choices = {chosen(number): choice for number, choice in enumerate(choices)}

    def held_choices(self) -> State:
        """The choices of the goal that hold in the initial state."""
        view = self.world.view(self.world.init)
        return frozenset(fact for fact, choice in self.choices.items() if view.value(choice) is True)

    def cases(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """The cases of an action, each under its name, divided by which choices of the goal hold after it.

        A choice that names nothing that the action may change stays as it is.
        """
        whole, known = self.world.whole(schema, row), Known()
        effects, touched = list(whole.effects), dict[Fact, Condition]()
        if not self.cased:
            literals = [(part.parts, part.holds) for part in conjuncts(whole.precondition)]
            known = dict(literals)
            if not self.choices:  # one case, and nothing to be asked
                pre, forbid = (
                    frozenset([f for f, held in literals if held is sign]) for sign in (True, False)
                )
                if whole.precondition is not FALSE:
                    yield Action(whole.name, pre, forbid, effects[0].add, effects[0].delete - effects[0].add)
                return
        if self.cased:
            effects = list(self._useful(whole.effects))
        if self.choices:
            changed = NOTHING.union(*(effect.add | effect.delete for effect in whole.effects))
            named = ((fact, choice, self._fluents(choice)) for fact, choice in self.choices.items())
            touched = {fact: choice for fact, choice, fluents in named if not changed.isdisjoint(fluents)}
        ends = divided(known, lambda known: self._decided(whole, effects, touched, known))
        for number, (known, (add, delete)) in enumerate(end for end in ends if end[1]):
            refuse(number == MAX_CASES, f"world: {whole.name} divides into too many cases")
            pre = frozenset(fact for fact, held in known.items() if held)
            yield Action(whole.name, pre, frozenset(known) - pre, add, delete)

    def _decided(
        self, whole: GroundAction, effects: list[Effect], touched: dict[Fact, Condition], known: Known
    ) -> Fact | list[State] | None:
        """The fact that some condition waits for, or what is added and deleted; None for nothing."""
        self.world.spend(1 + len(touched) + len(effects))
        view = self._assuming(known)
        value = view.value(whole.precondition)
        if value is not True:
            return value or None
        values = [view.value(effect.condition) for effect in effects]
        done = [effect for effect, value in zip(effects, values, strict=True) if value is True]
        add = NOTHING.union(*(effect.add for effect in done))
        delete = NOTHING.union(*(effect.delete for effect in done)) - add
        view = self._assuming({**known, **dict.fromkeys(delete, False), **dict.fromkeys(add, True)})
        after = {fact: view.value(choice) for fact, choice in touched.items()}
        for value in (*values, *after.values()):
            if not isinstance(value, bool):
                return value
        now = frozenset(fact for fact, value in after.items() if value)
        return [add | now, delete | (touched.keys() - now)]

    def loosened(self, schema: Schema, row: Fact) -> Iterator[Action]:
        """An action that takes no more than each case of it does, and adds all that one of them may."""
        binding, action = dict(zip(schema.parameters, row, strict=True)), self.world.whole(schema, row)
        if action.precondition is not FALSE:
            facts = (substituted(fact, binding) for fact in self.world.atoms[schema.name])
            pre = frozenset(fact for fact in facts if fact[0] in self.world.fluents)
            add = NOTHING.union(*(effect.add for effect in action.effects))
            yield Action(action.name, pre, NOTHING, add, NOTHING)

    def _wanted(self, choice: Condition) -> Known | None:
        """The fluents that must be true, or false, for a conjunct of the goal; None where it leaves a choice.

        The condition is taken apart.  What all branches share is necessary; it is also enough if the branches
        are as many as all assignments with it, counted by the facts that each leaves open.
        """
        ends = list[Known]()
        answers = divided({}, lambda known: View(self.world, taking(known)).value(choice))
        for seen, (known, value) in enumerate(answers):
            if 2 * seen >= MAX_GOAL_BRANCHES:
                return None
            ends += [known] if value else []
        if not ends:
            return {NEVER: True}
        shared = set(ends[0].items()).intersection(*(end.items() for end in ends))
        most = max(map(len, ends))
        enough = sum(1 << (most - len(end)) for end in ends) == 1 << (most - len(shared))
        return dict(shared) if enough else None

    def _assuming(self, known: Known) -> View:
        return View(self.world, lambda fact: known[fact] if fact in known else self._always(fact))

    def _always(self, fact: Fact) -> bool | Fact:
        """What is known of a fact in every state."""
        if self.possible is not None and fact not in self.possible:
            return False
        return True if fact in self._lasting else fact

    def _useful(self, effects: Iterable[Effect]) -> Iterator[Effect]:
        """Effects fact by fact where a condition names what it changes, without those that change nothing."""
        deleted = NOTHING.union(*(effect.delete for effect in effects))
        for condition, add, delete in effects:
            delete = frozenset(fact for fact in delete if self._always(fact) is not False)
            add -= self._lasting
            named = frozenset(leaf.parts for leaf in leaves(condition))
            gone, new = delete & named, (add & named) - deleted
            if add - new or delete - gone:
                yield Effect(condition, add - new, delete - gone)
            for fact in (*sorted(gone), *sorted(new)):
                given = self.world.reduced(condition, {}, taking({fact: fact in gone}))
                yield Effect(given, new & {fact}, gone & {fact})

    def _fluents(self, condition: Condition) -> State:
        """The fluents on which a condition depends."""
        if condition not in self._supports:
            named = {leaf.parts for leaf in leaves(condition)}
            for fact in [each for each in named if each[0] in self.world.domain.axioms]:
                needed = (each for level in self.world.needs(fact) for each in level)
                named.update(leaf.parts for each in needed for leaf in leaves(self.world.definition(each)))
            self._supports[condition] = frozenset(fact for fact in named if fact[0] in self.world.fluents)
        return self._supports[condition]


def taking(known: Known) -> Look:
    """What is known when nothing else is."""
    return lambda fact: known.get(fact, fact)


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
