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
    knowledge.least["actions"] = stated.actions


def least_actions(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of actions other than ``noop`` on a way to the goal, where no step is random."""
    ((key, state),) = world.start(seed).items()
    waiting = deque([(0, key, state, False)])
    met: set[Hashable] = set()
    while waiting:
        actions, key, state, shows = waiting.popleft()
        if shows:
            return actions
        if key in met:
            continue
        met.add(key)
        within(len(met), bound)
        for action, after, end in world.ways(key, state):
            reached = (after, end, world.shows(after, end, goal))
            if action == "noop":
                waiting.appendleft((actions, *reached))
            elif after not in met or reached[2]:
                waiting.append((actions + 1, *reached))
    return None
