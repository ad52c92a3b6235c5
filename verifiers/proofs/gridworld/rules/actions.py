"""``actions`` {actions, states}: the least number of actions other than ``noop``, in a world without chance.

Rule.  As ``search``, with layers that are closed under waiting: layer k holds every state that k actions and
any number of waits lead to.  Waiting ends when it meets no new state; the bound makes spaces finite.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import SimpleNamespace

from ...fields import exactly, integer
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..world import Layer, Partial, World, within

BODY = exactly(actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: SimpleNamespace) -> None:
    """Establish the least number of actions."""
    knowledge.expect("actions", "planning")
    question = knowledge.question
    world = knowledge.searched(question.program)
    actions = least_actions(world, question.rng_seed, question.goal, bound(stated.states))
    if actions != stated.actions:
        raise RefusedError(f"{name}: actions is {stated.actions}, but the least number is {actions}")
    knowledge.least["actions"] = stated.actions


def least_actions(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of actions other than ``noop`` on a way to the goal, where no step is random."""
    layer = world.start(seed)
    met: set[Hashable] = set()
    actions = 0
    while layer:
        layer, shown = _waited(world, layer, met, goal, bound)
        if shown:
            return actions
        reached = world.following(layer, waits=False)
        if world.showing(reached, goal):
            return actions + 1
        layer = {key: state for key, state in reached.items() if key not in met}
        actions += 1
    return None


def _waited(world: World, layer: Layer, met: set[Hashable], goal: Partial, bound: int) -> tuple[Layer, bool]:
    """The layer closed under waiting, and whether the goal shows after some waiting."""
    closed, front = dict(layer), layer
    met.update(layer)
    shown = False
    while front:
        waited = world.following(front, waits=True)
        shown = shown or bool(world.showing(waited, goal))
        front = {key: state for key, state in waited.items() if key not in met}
        closed.update(front)
        met.update(front)
        within(len(met), bound)
    return closed, shown
