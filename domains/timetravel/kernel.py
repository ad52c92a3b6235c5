"""The semantics of a level: states, the step, propagation to the fixed point, decay.

A step with a valid action runs in this order, and nothing else advances the clock:

1. the action's precondition is checked and its effect applied;
2. causal rules fire until none changes anything;
3. if the goal holds now, the level is solved and nothing decays any more;
4. every unstable fact that held before is one action older; one that is new has age 0;
5. unstable facts of an age above the window (5) expire, and with the first expiry the episode has failed.

So a fact created by valid action 15 has age 5 after action 20 and expires with action 21, at age 6; as
propagation comes before decay, rules still see it in step 21.  A fact that has ceased to hold and comes about
again starts at age 0; bringing about what holds already changes nothing.

>>> from .level import shipped
>>> world = World(shipped("L02"))
>>> state = world.initial
>>> step = world.step(state, world.operator("(dig brann spade yard-past channel)"))
>>> [event.rule for event in step.events if "vault-future" in event.rule]
['(channel-drains channel vault-future)', '(dry-place-opens vault-future)']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...instances.errors import IllegalItemError, WorldError
from ..planning import atoms
from ..planning.conditions import conjuncts, holds, substitute
from ..planning.lifted import ActionModel
from ..planning.strips import Operator, bits
from ..planning.tree import Atom, Condition, Fact, Not
from ..planning.writer import condition
from .level import Level
from .rules import ground_level


class State(NamedTuple):
    """What holds, as a bitmask of ``world.task.facts``, and the age of each unstable fact (0 if false)."""

    facts: int
    ages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """A causal rule that fired, and what it changed."""

    rule: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transition:
    """What a valid action led to."""

    state: State
    events: tuple[Firing, ...]
    created: tuple[str, ...]  # the facts that hold now and did not before the action
    removed: tuple[str, ...]  # the facts that held before the action and do not now, expired ones aside
    expired: tuple[str, ...]  # the unstable facts that decayed in this step: with them the episode has failed
    solved: bool

    @property
    def failed(self) -> bool:
        """Whether the episode ends here with a decay."""
        return bool(self.expired)


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal of a precondition that is false: what stands in it, and the truth value that it wants."""

    text: str
    wanted: bool


class World:
    """A level ready to be played: deterministic, without clock or randomness; states are plain values."""

    def __init__(self, level: Level):
        self.level = level
        ground = ground_level(level)
        self.task = ground.task
        self.rules = ground.rules
        self.operators = ground.task.operators  # ground actions that may ever be applicable, in name order
        self.opposite = ground.opposite
        decay = level.about.decay
        self.window = decay.window if decay else 0
        self._expiry = tuple((operator.pre, operator) for operator in ground.expiries)
        self.unstable = tuple(pre for pre, _ in self._expiry)
        """The unstable facts, one bit each; ``State.ages`` stands in this order."""
        self._all_unstable = sum(self.unstable)
        self.initial = State(self.task.init, (0,) * len(self.unstable))
        self.goal_mask = self.task.goal
        self.solvable = self.task.goal_possible  # False when a conjunct of the goal can never hold
        self._table = [(operator.pre, operator) for operator in self.operators]
        self._stirred = {operator.name: self._candidates(operator) for operator in self.operators}

    def applicable(self, state: State) -> list[Operator]:
        """The valid actions, in name order."""
        false = ~state.facts
        return [operator for pre, operator in self._table if not pre & false]

    def goal(self, state: State) -> bool:
        """Whether the goal holds."""
        return self.solvable and not self.goal_mask & ~state.facts

    def countdown(self, state: State) -> dict[str, int]:
        """For each unstable fact that holds, the valid actions that it will still be there after."""
        return {
            self.task.facts[bit.bit_length() - 1]: self.window - age
            for bit, age in zip(self.unstable, state.ages, strict=True)
            if bit & state.facts
        }

    def facts(self, state: State) -> list[str]:
        """The facts over changing predicates that hold, in name order (complements of the grounder aside)."""
        return self._names(state.facts)

    @cached_property
    def static(self) -> tuple[str, ...]:
        """The facts that hold in every state, over predicates that nothing changes, in name order."""
        fluents = self.level.problem.domain.fluents
        return tuple(sorted(atoms.text(fact) for fact in self.level.problem.init if fact[0] not in fluents))

    @cached_property
    def milestones(self) -> tuple[str, ...]:
        """The milestones by name, in the level's order."""
        return tuple(atoms.text(fact) for fact in self.level.milestones)

    def reached(self, state: State) -> tuple[str, ...]:
        """The milestones that hold."""
        index = self.task.index
        return tuple(name for name in self.milestones if name in index and state.facts >> index[name] & 1)

    def operator(self, action: str | Fact) -> Operator:
        """The ground action of a name; IllegalItemError for what is no action or never applicable."""
        parts = atoms.parse(action) if isinstance(action, str) else action
        operators = self.task.by_name.get(atoms.text(parts))
        if operators is None:
            self._model.instantiate(parts)
            raise IllegalItemError(f"{atoms.text(parts)} is never applicable", code="inapplicable")
        return operators[0]

    def obstacles(self, state: State, action: Fact) -> tuple[Literal, ...]:
        """The false conjuncts of a precondition, as written; IllegalItemError for no action of this world."""
        self._model.instantiate(action)
        problem = self.level.problem
        schema = problem.domain.schemas[action[0]]
        binding, fluents, index = schema.binding(action[1:]), problem.domain.fluents, self.task.index

        def true(fact: Fact) -> bool:
            if fact[0] not in fluents:
                return fact in problem.init
            bit = index.get(atoms.text(fact))
            return bit is not None and bool(state.facts >> bit & 1)

        return tuple(
            _literal(part)
            for part in (substitute(part, binding) for part in conjuncts(schema.precondition))
            if not holds(part, true)
        )

    def step(self, state: State, operator: Operator) -> Transition:
        """What a valid action leads to, with everything that happened; WorldError for one that is not."""
        before = state.facts
        if operator.pre & ~before:
            raise WorldError(f"{operator.name} needs {self.task.names(operator.pre & ~before)[0]}")
        fired: list[tuple[Operator, int]] = []
        after = self._propagate(operator, before, fired)
        solved = self.solvable and not self.goal_mask & ~after
        ages, over = self._aged(before, after, state.ages) if self.unstable else ((), ())
        settled, expired = after, tuple[str, ...]()
        if over and not solved:
            expired = tuple(self.task.facts[pre.bit_length() - 1] for pre, _ in over)
            for _, expiry in over:
                settled = expiry.apply(settled)
            ages = tuple(age if bit & settled else 0 for bit, age in zip(self.unstable, ages, strict=True))
        return Transition(
            State(settled, ages),
            tuple(self._firings(operator.apply(before), fired)) if fired else (),
            tuple(self._names(after & ~before)),
            tuple(self._names(before & ~after)),
            expired,
            solved,
        )

    def successor(self, state: State, operator: Operator) -> State | None:
        """The state after a valid action, None when something decays: ``step`` without the telling."""
        before = state.facts
        after = self._propagate(operator, before, None)
        if not self.unstable:
            return State(after, ())
        ages, over = self._aged(before, after, state.ages)
        if over and not (self.solvable and not self.goal_mask & ~after):
            return None
        return State(after, ages)

    def _propagate(self, operator: Operator, facts: int, log: list[tuple[Operator, int]] | None) -> int:
        """Apply an action and fire rules to the fixed point; only rules that it can stir are looked at."""
        facts = facts & ~operator.delete | operator.add
        stirred = self._stirred[operator.name]
        changed = bool(stirred)
        while changed:
            changed = False
            for rule in stirred:
                if not rule.pre & ~facts and (rule.add & ~facts or rule.delete & facts):
                    facts = facts & ~rule.delete | rule.add
                    changed = True
                    if log is not None:
                        log.append((rule, facts))
        return facts

    def _aged(
        self, before: int, after: int, ages: tuple[int, ...]
    ) -> tuple[tuple[int, ...], Sequence[tuple[int, Operator]]]:
        """The ages after a step, and the unstable facts that are now older than the window."""
        if not after & self._all_unstable:
            return (0,) * len(ages), ()
        both = before & after
        grown = tuple([age + 1 if bit & both else 0 for bit, age in zip(self.unstable, ages, strict=True)])
        if max(grown) <= self.window:
            return grown, ()
        return grown, [pair for pair, age in zip(self._expiry, grown, strict=True) if age > self.window]

    def _candidates(self, operator: Operator) -> tuple[Operator, ...]:
        """The rules that an action can set off, directly or through others; settled states assumed before."""
        on, off = operator.add, operator.delete
        rules: dict[int, Operator] = {}
        grown = True
        while grown:
            grown = False
            for number, rule in enumerate(self.rules):
                if number in rules or not (rule.pre & on or rule.add & off or rule.delete & on):
                    continue
                rules[number] = rule
                on, off, grown = on | rule.add, off | rule.delete, True
        return tuple(rules[number] for number in sorted(rules))

    def _firings(self, facts: int, fired: Sequence[tuple[Operator, int]]) -> Iterator[Firing]:
        for rule, after in fired:
            yield Firing(rule.name, tuple(self._names(after & ~facts)), tuple(self._names(facts & ~after)))
            facts = after

    def _names(self, mask: int) -> list[str]:
        return [name for bit in bits(mask) if not atoms.is_negation(name := self.task.facts[bit])]

    @cached_property
    def _model(self) -> ActionModel:
        return self.level.problem.kept(ActionModel)


def _literal(part: Condition) -> Literal:
    if isinstance(part, Not) and isinstance(part.part, Atom):
        return Literal(condition(part.part), False)
    return Literal(condition(part), True)
