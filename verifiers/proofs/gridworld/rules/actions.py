"""``actions`` {actions, states}: the least number of actions other than ``noop``, in a world without chance.

Rule.  As ``search``, but waiting costs nothing, any other action 1, and states are taken by the least cost of
a way to them, so that the first one that shows the goal at the end of a step has the least number.
"""

from math import inf

from ...fields import Stated, exactly, integer
from ...refused import refuse
from ..knowledge import Knowledge

BODY = exactly(actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of actions."""
    world, seed, goal, states = knowledge.sought("actions", stated)
    least = world.least(seed, goal, (0, 1), inf, states)
    refuse(least != stated.actions, f"{name}: actions is {stated.actions}, but the least number is {least}")
    knowledge.facts["actions"] = stated.actions
