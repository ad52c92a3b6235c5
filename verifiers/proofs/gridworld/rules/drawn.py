"""``drawn`` {steps, actions, states}: the least number of steps as the question's own seed draws.

Rule.  As ``search``, but each step is taken with the generator as it stands, and states are told apart by the
generator's state as well: then a step has one end, also where it is random.  Among the plans of the least
number of steps ``actions`` is the least number that are not ``noop``: along the layers the least is kept for
each state.  Nothing is said of what other draws would allow.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any

from ...fields import exactly, integer
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..world import Partial, World, agrees, within

BODY = exactly(steps=integer(1, 10**6), actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: SimpleNamespace) -> None:
    """Establish the least number of steps, and of actions in so many steps."""
    knowledge.expect("drawn", "planning")
    question = knowledge.question
    world = knowledge.searched(question.program)
    least = least_drawn(world, question.rng_seed, question.goal, bound(stated.states))
    if least != (stated.steps, stated.actions):
        raise RefusedError(
            f"{name}: steps and actions are {(stated.steps, stated.actions)}, but the least are {least}"
        )
    knowledge.drawn = least


def least_drawn(world: World, seed: int, goal: Partial, bound: int) -> tuple[int, int] | None:
    """The least number of steps to the goal as the seed draws, and the fewest actions in so many; or None.

    States are told apart by the generator's state too, so each step has one end.  A state that is met again
    has the same future, with fewer steps left.  RefusedError where the initial frame, which does not count,
    shows the goal.
    """
    start = world.start(seed)
    if world.showing(start, goal):
        raise RefusedError("query.pictures: the initial frame shows the goal")
    layer = {(key, state.rng_state): (state, 0) for key, state in start.items()}
    met, steps = set(layer), 0
    while layer:
        steps += 1
        reached: dict[tuple[Hashable, int], tuple[Any, int]] = {}
        for state, spent in layer.values():
            for action, after in world.drawn(state):
                name = (world.machine.state_key(after), after.rng_state)
                actions = spent + (action != "noop")
                if name not in met and (name not in reached or actions < reached[name][1]):
                    reached[name] = (after, actions)
        shows = [actions for after, actions in reached.values() if agrees(world.machine.frame(after), goal)]
        if shows:
            return steps, min(shows)
        layer = reached
        met.update(layer)
        within(len(met), bound)
    return None
