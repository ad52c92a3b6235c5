"""``actions`` {actions, states}: the least number of actions other than ``noop``, in a world without chance.

Rule.  States are taken by the fewest actions that lead to them: what waiting leads to comes next, what an
action leads to comes after all that as many actions as now have led to (Dijkstra's search with costs 0 and
1).  So the first one that shows the goal at the end of a step has the least number.
"""

from collections import deque
from collections.abc import Hashable

from ...fields import Stated, exactly, integer
from ...refused import RefusedError
from ..knowledge import Knowledge
from ..world import Partial, World, within

BODY = exactly(actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of actions."""
    actions = least_actions(*knowledge.sought("actions", stated))
    if actions != stated.actions:
        raise RefusedError(f"{name}: actions is {stated.actions}, but the least number is {actions}")
    knowledge.facts["actions"] = stated.actions


def least_actions(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of actions other than ``noop`` on a way to the goal, where no step is random."""
    waiting = deque((0, key, state) for key, state in world.start(seed).items())
    met: set[Hashable] = set()
    started = False
    while waiting:
        actions, key, state = waiting.popleft()
        if key in met:
            continue
        if started:  # the initial frame does not count, and the initial state may be met again
            if world.shows(key, state, goal):
                return actions
            met.add(key)
            within(len(met), bound)
        started = True
        for action, after, end in world.ways(key, state):
            if action == "noop":
                waiting.appendleft((actions, after, end))
            elif after not in met:
                waiting.append((actions + 1, after, end))
    return None
