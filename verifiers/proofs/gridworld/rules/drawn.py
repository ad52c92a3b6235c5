"""``drawn`` {steps, actions, states}: the least number of steps as the question's own seed draws.

Rule.  As ``search``, but each step is taken with the generator as it stands, and states are told apart by the
generator's state as well: then a step has one end, also where it is random.  Among the plans of the least
number of steps ``actions`` is the least number that are not ``noop``: along the layers the least is kept for
each state, so in the last step only those that would spend fewer are looked at; the stored plan spends just
so many.  Nothing is said of what other draws would allow.
"""

from collections.abc import Hashable
from typing import Any

from ...fields import Stated, exactly, integer
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..world import Partial, World, agrees, within

BODY = exactly(steps=integer(1, 10**6), actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps, and of actions in so many steps."""
    world, seed, goal, states = knowledge.sought("drawn", stated)
    claimed, plan = (stated.steps, stated.actions), knowledge.stored
    less = less_drawn(world, seed, goal, claimed, states)
    refuse(less is not None, f"{name}: steps and actions are {claimed}, but the least are {less}")
    ((_, state),) = world.start(seed).items()
    for action in plan:
        state = world.machine.step(state, action)
    spent = sum(action != "noop" for action in plan)
    if (len(plan), spent) != claimed or not agrees(world.machine.frame(state), goal):
        raise RefusedError(f"{name}: the stored plan does not show the goal with {claimed} steps and actions")
    knowledge.facts["drawn"] = claimed


Reached = dict[tuple[Hashable, int], tuple[Any, int]]
"""States by key and generator, with the fewest actions on a way to each."""


def less_drawn(
    world: World, seed: int, goal: Partial, claimed: tuple[int, int], bound: int
) -> tuple[int, int] | None:
    """The least number of steps to the goal as the seed draws, and the fewest actions in so many.

    None where that is not less than what is claimed.  States are told apart by the generator's state too, so
    each step has one end.  A state that is met again has the same future, with fewer steps left.  The last
    steps are taken only where fewer actions would be spent than are claimed.  RefusedError where the initial
    frame, which does not count, shows the goal.
    """
    start = world.start(seed)
    refuse(world.showing(start, goal), "query.pictures: the initial frame shows the goal")
    layer: Reached = {(key, state.rng_state): (state, 0) for key, state in start.items()}
    met, looked = set(layer), set(start)
    for steps in range(1, claimed[0] + 1):
        if not layer:
            break
        reached = _following(world, layer, claimed[1] if steps == claimed[0] else None)
        reached = {name: end for name, end in reached.items() if name not in met}
        fresh = [(key, *end) for (key, _), end in reached.items() if key not in looked]
        if shows := [spent for key, after, spent in fresh if world.shows(key, after, goal)]:
            return steps, min(shows)
        looked.update(key for key, _, _ in fresh)
        layer = reached
        met.update(layer)
        within(len(met), bound)
    return None


def _following(world: World, layer: Reached, fewer: int | None) -> Reached:
    """What steps lead to from a layer; with ``fewer`` only those by which fewer actions are spent."""
    reached: Reached = {}
    for (key, _), (state, spent) in layer.items():
        if fewer is None or spent + 1 < fewer:
            taken = world.drawn(key, state)
        else:
            taken = [("noop", world.machine.step(state, "noop"))] if spent < fewer else []
        for action, after in taken:
            name = (world.machine.state_key(after), after.rng_state)
            actions = spent + (action != "noop")
            if name not in reached or actions < reached[name][1]:
                reached[name] = (after, actions)
    return reached
