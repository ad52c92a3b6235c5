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

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from ..pddl_tree import FALSE, TRUE, Condition, Fact, conjuncts
from ..refused import refuse
from .join import Join
from .world import Effect, Known, State, View, World, joined

MAX_CASES = 4096
MAX_GOAL_BRANCHES = 5_000  # branches that a conjunct of the goal may need
NEVER: Fact = ()  # a fact that no state has


class Action(NamedTuple):
    """A case of a ground action: the literals that it needs, and what becomes true and false."""

    name: str
    pre: frozenset[tuple[Fact, bool]]
    post: Known


class Division:
    """The actions and the goal of a world, taken apart."""

    def __init__(self, world: World):
        self.world, self._lasting = world, State()
        self.possible: State | None = None  # the fluents that some state may hold, where that is known
        self._supports: dict[Condition, State] = {}
        parts = [(part, self._wanted(part)) for part in world.goal]
        self.goal = {literal for _, known in parts for literal in (known or {}).items()}
        """The facts that every goal state has (True), or has not (False)."""
        choices = [part for part, known in parts if known is None]
        self.choices: dict[Fact, Condition] = {
            ("not", f"(:goal-{number})"): choice for number, choice in enumerate(choices)
        }
        """Each under the fact that says whether it holds, whose text is that of a complement."""
        view = world.view(world.init)
        self.init = world.init.union(f for f, choice in self.choices.items() if view.value(choice) is True)
        effects = [each for schema in world.domain.schemas.values() for each in schema.effects]
        gone = {each.fact[0] for each in effects if not each.adds}
        self._lasting = frozenset(fact for fact in world.init if fact[0] not in gone)
        self.divides = world.domain.cased or bool(choices)
        """Whether actions may have several cases, or none."""

    def close(self, loosely: bool = False) -> tuple[State, list[Action]]:
        """The positive facts and the actions of the closure; a forbidden fact must be false or be deletable.

        New facts are joined one by one with those before them; an action that still lacks something waits.
        """
        facts, lasting, seen = set(self.init), set(self.world.init), set[Fact]()
        join = Join(self.world, sorted(self.world.static | self.world.init))
        found, actions, waiting = join.rows(), list[Action](), list[Action]()

        def blocked(action: Action) -> bool:
            return any(fact not in facts if held else fact in lasting for fact, held in action.pre)

        while True:
            for parts in found:
                if parts not in seen:
                    seen.add(parts)
                    waiting.extend(self.cases(parts, loosely))
            ready = [action for action in waiting if not blocked(action)]
            if not ready:
                return frozenset(facts), actions
            waiting, actions = [action for action in waiting if blocked(action)], actions + ready
            changed = [literal for action in ready for literal in action.post.items()]
            new = {fact for fact, adds in changed if adds} - facts
            found = join.grow(sorted(new))
            facts |= new
            lasting.difference_update(fact for fact, adds in changed if not adds)

    def cases(self, parts: Fact, loosely: bool = False) -> Iterator[Action]:
        """The cases of an action, each under its name, divided by which choices of the goal hold after it.

        A choice that names nothing that the action may change stays as it is.  Loosely: one action that takes
        no more than each case does, and adds all that one of them may.
        """
        name, precondition, effects = self.world.whole(parts)
        conditions, fluents = list(conjuncts(precondition)), self.world.fluents
        plain = [part for part in conditions if part.sort == "atom" and part.parts[0] in fluents]
        pre = [(part.parts, part.holds) for part in plain]
        contradictory = self.divides and len(dict(pre)) < len(set(pre))
        if precondition is FALSE or contradictory:
            return
        if loosely or not self.divides:
            taken = frozenset(literal for literal in pre if literal[1] or not loosely)
            yield Action(name, taken, {fact: adds for _, fact, adds in effects if adds or not loosely})
            return
        rest = joined("and", (part for part in conditions if part not in plain))
        changed = {fact for _, fact, _ in effects}
        touched = {f: choice for f, choice in self.choices.items() if changed & self._fluents(choice)}
        effects = [*self._useful(effects)]
        ends = divided(dict(pre), lambda known: self._decided(rest, effects, touched, known))
        for number, (known, post) in enumerate(end for end in ends if end[1] is not None):
            refuse(number == MAX_CASES, f"world: {name} divides into too many cases")
            yield Action(name, frozenset([*pre, *known.items()]), post)

    def _useful(self, effects: list[Effect]) -> Iterator[Effect]:
        """Effects without those that change nothing; their conditions ask for no more than they must."""
        deleted = {fact for _, fact, adds in effects if not adds}
        for condition, fact, adds in effects:
            if condition is TRUE or self._assuming({}).known(fact) is not adds:
                taken = {} if adds and fact in deleted else {fact: not adds}
                yield self.world.reduced(condition, {}, self._assuming(taken).known), fact, adds

    def _decided(
        self, rest: Condition, effects: list[Effect], touched: dict[Fact, Condition], known: Known
    ) -> Fact | Known | None:
        """The fact that some condition waits for, or what becomes true and false; None for no case."""
        self.world.spend(1 + len(touched) + len(effects))
        view = self._assuming(known)
        value = view.value(rest)
        if value is not True:
            return value or None
        post = Known()
        for condition, fact, adds in effects:
            value = view.value(condition)
            if isinstance(value, tuple):
                return value
            if value:
                post[fact] = adds
        view = self._assuming(known | post)
        for fact, choice in touched.items():
            value = view.value(choice)
            if isinstance(value, tuple):
                return value
            post[fact] = value
        return post

    def _wanted(self, choice: Condition) -> Known | None:
        """The fluents that must be true, or false, for a conjunct of the goal; None where it leaves a choice.

        The condition is taken apart.  What all branches share is necessary; it is also enough if the branches
        are as many as all assignments with it, counted by the facts that each leaves open.
        """
        answers = divided({}, lambda known: self._assuming(known).value(choice))
        found = list(islice(answers, MAX_GOAL_BRANCHES // 2 + 1))
        ends = [known for known, value in found if value]
        if len(found) > MAX_GOAL_BRANCHES // 2 or not ends:
            return {NEVER: True} if len(found) <= MAX_GOAL_BRANCHES // 2 else None
        shared = set(ends[0].items()).intersection(*(end.items() for end in ends))
        most = max(map(len, ends))
        enough = sum(1 << (most - len(end)) for end in ends) == 1 << (most - len(shared))
        return dict(shared) if enough else None

    def _assuming(self, known: Known) -> View:
        """What is known in every state, and what is taken for true or false."""

        def look(fact: Fact) -> bool | Fact:
            if fact in known:
                return known[fact]
            if self.possible is not None and fact not in self.possible:
                return False
            return fact in self._lasting or fact

        return View(self.world, look)

    def _fluents(self, choice: Condition) -> State:
        """The fluents on which a choice depends: all that are looked at where nothing is known."""
        if choice not in self._supports:
            asked = dict[Fact, Fact]()
            View(self.world, lambda fact: asked.setdefault(fact, fact)).value(choice)
            self._supports[choice] = frozenset(asked)
        return self._supports[choice]


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
