"""A second reading of the world: Fast Downward's translator against our grounder, and what follows from it.

Its facts, operators and goal must be ours, and the truths that follow by evaluation in the state (app, prog,
val, just) are worked out again.  Our complement facts are left out: it writes negated literals instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ....domains.planning.atoms import is_negation, parse
from ....domains.planning.strips import Task
from ....instances.records import Json
from ...engines.translate import GroundAction, Grounding
from ..planning import Subject


@dataclass(frozen=True)
class SecondWorld:
    """The translator's task."""

    facts: frozenset[str]
    actions: dict[str, GroundAction]
    init: frozenset[str]
    goal: tuple[str, ...] | None

    @classmethod
    def of(cls, grounding: Grounding) -> SecondWorld:
        """The translator's task, looked up by names."""
        facts, goal = frozenset(grounding.facts), grounding.goal
        possible = goal is not None and facts.issuperset(positive(goal))
        named = {action.name: action for action in grounding.actions}
        return cls(facts, named, frozenset(grounding.init), goal if possible else None)

    def applicable(self, name: str, state: frozenset[str]) -> bool:
        """Whether an action of the closure, by name, is applicable in a state."""
        action = self.actions.get(name)
        return action is not None and self.holds(action.pre, state)

    def apply(self, name: str, state: frozenset[str]) -> frozenset[str]:
        """The successor of a state; adding wins over deleting."""
        action = self.actions[name]
        return (state - frozenset(action.delete)) | frozenset(action.add)

    @staticmethod
    def holds(literals: Sequence[str], state: frozenset[str]) -> bool:
        """Whether facts hold, and negated ones do not."""
        false = {literal[5:-1] for literal in literals if is_negation(literal)}
        return not false & state and positive(literals) <= state

    def first_inapplicable(self, names: Sequence[str]) -> int | None:
        """The position of the first action that is not applicable in its turn."""
        return self._replay(names)[0]

    def is_plan(self, names: Sequence[str]) -> bool:
        """Whether the actions lead to the goal."""
        failed, state = self._replay(names)
        return failed is None and self.goal is not None and self.holds(self.goal, state)

    def _replay(self, names: Sequence[str]) -> tuple[int | None, frozenset[str]]:
        state = self.init
        for place, name in enumerate(names):
            if not self.applicable(name, state):
                return place, state
            state = self.apply(name, state)
        return None, state


def positive(literals: Iterable[str]) -> set[str]:
    """The facts among literals, without the negated ones."""
    return {fact for fact in literals if not is_negation(fact)}


def differences(task: Task, other: SecondWorld) -> Iterator[str]:
    """What the two groundings do not have in common, in sentences."""
    yield from _one_sided("fact", positive(task.facts), other.facts)
    yield from _one_sided("action", task.by_name.keys(), other.actions.keys())
    yield from _one_sided("initial fact", positive(task.names(task.init)), other.init)
    for name in sorted(task.by_name.keys() & other.actions.keys()):
        (operator, *more), action = task.by_name[name], other.actions[name]
        if more:
            continue
        for part in ("pre", "add", "delete"):
            mine = positive(task.names(getattr(operator, part)))
            theirs = positive(getattr(action, part)) & other.facts
            theirs -= set(action.add) if part == "delete" else set()
            if mine != theirs:
                yield f"{name}: {part} {sorted(mine)} here, {sorted(theirs)} there"
    if task.goal_possible != (other.goal is not None):
        yield "the goal is possible to one of them only"
    elif other.goal is not None:
        yield from _one_sided("goal", positive(task.names(task.goal)), positive(other.goal))


def _one_sided(noun: str, ours: Iterable[str], theirs: Iterable[str]) -> Iterator[str]:
    mine, other = set(ours), set(theirs)
    yield from (f"{noun} {name} is ours alone" for name in sorted(mine - other)[:3])
    yield from (f"{noun} {name} is theirs alone" for name in sorted(other - mine)[:3])


def items(subject: Subject) -> Iterator[tuple[Json, bool]]:
    """The decided items of a boolean or multiple-choice record, each with what is said of it."""
    truth, query = subject.truth, subject.instance.query
    if truth["kind"] == "bool" and truth["answer"] is not None:
        yield query, truth["answer"]
    elif truth["kind"] == "mcq":
        shared = {key: query[key] for key in query if key != "options"}
        for option, value in zip(query["options"], truth["values"], strict=False):
            if value is not None:
                yield {**shared, **option}, value


def evaluated(subject: Subject, world: SecondWorld) -> Iterator[tuple[str, Any, Any]]:
    """What is evaluated, the value stated and the value here, for every truth that evaluation gives."""
    truth, query = subject.truth, subject.instance.query
    kind = truth["kind"]
    if kind == "set":
        names = sorted(name for name in world.actions if world.applicable(name, world.init))
        yield "the applicable actions", truth["items"], names
    elif kind == "effects":
        known = query["action"] in world.actions
        after = world.apply(query["action"], world.init) if known else frozenset[str]()
        effects = [sorted(after - world.init), sorted(world.init - after)]
        yield "the effects", [truth["pos"], truth["neg"]], effects
    elif kind == "index" and "actions" in query:
        yield "the first inapplicable action", truth["index"], world.first_inapplicable(query["actions"])
    elif kind == "subsequence":
        plan = query["plan"]
        for side, length in (("singles", 1), ("pairs", 2)):
            starts = range(len(plan) + 1 - length)
            places = [start for start in starts if world.is_plan(plan[:start] + plan[start + length :])]
            yield f"the removable {side}", truth[side], places
    elif kind in ("bool", "mcq"):
        for item, stated in items(subject):
            holds = _item(subject, world, item)
            if holds is not None:
                yield f"the item {item}", stated, holds


def _item(subject: Subject, world: SecondWorld, item: Json) -> bool | None:
    """One item of a boolean or multiple-choice question, where evaluation decides it."""
    task, static = subject.instance.task, frozenset(subject.vocabulary.static_facts())
    if task == "app":
        return world.applicable(item["action"], world.init)
    if task == "prog":
        return world.holds(item["facts"], world.apply(item["action"], world.init) | static)
    if task == "val":
        applicable = item["asks"] == "applicable"
        actions = item["actions"]
        return world.first_inapplicable(actions) is None if applicable else world.is_plan(actions)
    if task == "just":
        start, count = item["remove"]
        return world.is_plan(item["plan"][:start] + item["plan"][start + count :])
    if task == "areach" and item["action"] not in world.actions:
        return False
    if task == "reach" and not (world.facts | static).issuperset(item["facts"]):
        return False
    return None


def closed(subject: Subject, world: SecondWorld) -> Iterator[str]:
    """Items that a closed-world truth calls reachable although they lie outside the translator's closure."""
    truth = subject.truth
    inside = world.facts if subject.instance.task == "reach" else world.actions.keys()
    if truth["listed"] == "reachable":
        yield from (name for name in truth["items"] if name not in inside)
        return
    vocabulary = subject.vocabulary
    legal = sum(math.prod(map(len, places)) for places in vocabulary.heads.values())
    count = legal - sum(vocabulary.legal(parse(name)) for name in inside)
    outside = sum(name not in inside for name in truth["items"])
    if outside < count:
        yield f"{count - outside} legal items that are not listed as unreachable"
