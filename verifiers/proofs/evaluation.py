"""Truths that follow by evaluating a definition in the state: app, prog, val, just, and their other forms.

Certificate: `evaluation`, with an empty body.  Rule: the checker evaluates the definition on the lifted world
(its own join for "all applicable actions", its own instantiation of single actions); nothing is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from ...domains.planning.atoms import text
from ...instances.errors import CertificateError
from .bodies import Count, Name, read
from .join import applicable
from .knowledge import Knowledge
from .ledger import Ledger
from .world import Action, State, World, read_name

Json = dict[str, Any]
Names = Annotated[list[Name], msgspec.Meta(max_length=10_000)]


class ActionQuery(msgspec.Struct):
    """The query of app and prog."""

    action: Name
    facts: Names = []


class SequenceQuery(msgspec.Struct):
    """The query of val."""

    actions: Names
    asks: str = "applicable"


class PlanQuery(msgspec.Struct):
    """The query of just; ``remove`` is a position and a number of actions."""

    plan: Names
    remove: tuple[Count, Count] = (0, 0)


class Evaluation(msgspec.Struct, forbid_unknown_fields=True):
    """The certificate's body: empty."""


class Applicable(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="set"):
    """Truth of app."""

    items: list[Name]


class Effects(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="effects"):
    """Truth of prog."""

    pos: list[Name]
    neg: list[Name]


class Index(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="index"):
    """Truth of val."""

    index: Count


class Subsequence(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="subsequence"):
    """Truth of just."""

    singles: list[Count]
    pairs: list[Count]


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Accept the empty body."""
    read(what, Evaluation, data)
    knowledge.evaluated = True


def app(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The items are exactly the applicable actions, in name order."""
    world = knowledge.world
    found = [action.name for action in applicable(world, world.init)]
    ledger.evaluated(
        "the applicable actions", read("truth", Applicable, truth).items, found, knowledge.evaluated
    )


def app_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether the action is applicable."""
    world = knowledge.world
    action = _instance(world, read("query", ActionQuery, query).action)
    return _evaluated(knowledge, isinstance(action, Action) and action.obstacle(world.init) is None)


def prog(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The effects are what the action changes."""
    stated, before = read("truth", Effects, truth), knowledge.world.init
    after = _successor(knowledge.world, read("query", ActionQuery, query).action)
    found = (sorted(map(text, after - before)), sorted(map(text, before - after)))
    ledger.evaluated("the effects", (stated.pos, stated.neg), found, knowledge.evaluated)


def prog_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether all facts hold after the action; static ones hold as they always do."""
    body, world = read("query", ActionQuery, query), knowledge.world
    after = _successor(world, body.action) | world.static
    return _evaluated(knowledge, all(fact in after for fact in map(read_name, body.facts)))


def val(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The index is that of the first inapplicable action."""
    fault, _ = replay(knowledge.world, read("query", SequenceQuery, query).actions)
    found = None if fault is None else fault[0]
    ledger.evaluated(
        "the first inapplicable action", read("truth", Index, truth).index, found, knowledge.evaluated
    )


def val_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether the sequence is applicable; or, asked for ``plan`` or ``valid``, reaches the goal as well."""
    body, world = read("query", SequenceQuery, query), knowledge.world
    if body.asks not in ("applicable", "plan", "valid"):
        raise CertificateError(f"query: nothing is known to ask {body.asks!r} of a sequence")
    fault, state = replay(world, body.actions)
    return _evaluated(
        knowledge, fault is None and (body.asks == "applicable" or world.goal_obstacle(state) is None)
    )


def just(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The positions are exactly those whose action, or whose action and the next, can be removed."""
    stated, simplified = read("truth", Subsequence, truth), Simplification(knowledge.world, query)
    found = tuple(
        [start for start in range(simplified.length + 1 - count) if simplified.is_plan_without(start, count)]
        for count in (1, 2)
    )
    ledger.evaluated("the removable positions", (stated.singles, stated.pairs), found, knowledge.evaluated)


def just_item(knowledge: Knowledge, query: Json) -> bool | None:
    """Whether the plan stays one without some of its actions."""
    start, count = read("query", PlanQuery, query).remove
    simplified = Simplification(knowledge.world, query)
    if not 0 < count <= simplified.length - start:
        raise CertificateError(f"query: cannot remove {count} actions from position {start}")
    return _evaluated(knowledge, simplified.is_plan_without(start, count))


class Simplification:
    """A plan, instantiated, over the facts that it touches; CertificateError if it is none."""

    def __init__(self, world: World, query: Json):
        self.names = read("query", PlanQuery, query).plan
        self._world, self.length = world, len(self.names)
        self._actions: list[Action] = []
        for position, name in enumerate(self.names):
            action = _instance(world, name)
            if isinstance(action, str):
                raise CertificateError(f"query: step {position} of the plan, {name}: {action}")
            self._actions.append(action)
        parts = (part for a in self._actions for part in (a.pre, a.forbid, a.add, a.delete))
        touched = (world.goal | world.forbidden_goal).union(*parts)
        self._before = [world.init & touched]
        for position, action in enumerate(self._actions):
            obstacle = action.obstacle(self._before[-1])
            if obstacle is not None:
                raise CertificateError(f"query: step {position} of the plan is not applicable: {obstacle}")
            self._before.append(action.apply(self._before[-1]))
        if world.goal_obstacle(self._before[-1]) is not None:
            raise CertificateError("query: the sequence to be simplified is not a plan")

    def is_plan_without(self, start: int, count: int) -> bool:
        """Whether removing ``count`` actions from ``start`` leaves a plan."""
        return self._reaches_goal(self._before[start], self._actions[start + count :])

    def is_plan(self, names: Sequence[str]) -> bool:
        """Whether a proper subsequence of the plan, by names, is a plan."""
        known = dict(zip(self.names, self._actions, strict=True))
        rest = iter(self.names)
        shorter = len(names) < self.length and all(name in rest for name in names)
        return shorter and self._reaches_goal(self._before[0], [known[name] for name in names])

    def _reaches_goal(self, state: State, actions: Sequence[Action]) -> bool:
        for action in actions:
            if not action.pre <= state or action.forbid & state:
                return False
            state = action.apply(state)
        return self._world.goal_obstacle(state) is None


def replay(world: World, names: Sequence[str]) -> tuple[tuple[int, str] | None, State]:
    """Apply actions in turn: the first that fails with its reason, or None; and the last state."""
    state = world.init
    for position, name in enumerate(names):
        action = _instance(world, name)
        obstacle = action if isinstance(action, str) else action.obstacle(state)
        if obstacle is not None or isinstance(action, str):
            return (position, str(obstacle)), state
        state = action.apply(state)
    return None, state


def _instance(world: World, name: str) -> Action | str:
    parts = read_name(name)
    return world.instantiate(parts) if parts else f"{name} is no action"


def _successor(world: World, name: str) -> State:
    action = _instance(world, name)
    obstacle = action if isinstance(action, str) else action.obstacle(world.init)
    if obstacle is not None or isinstance(action, str):
        raise CertificateError(f"query: {name} is not applicable: {obstacle}")
    return action.apply(world.init)


def _evaluated(knowledge: Knowledge, value: bool) -> bool | None:
    return value if knowledge.evaluated else None
