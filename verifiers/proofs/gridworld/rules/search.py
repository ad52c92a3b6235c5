"""``search`` {steps, states}: the least number of steps to the goal, in a world without chance.

Rule.  Layer k holds every state that k steps lead to and fewer do not; none of the layers before ``steps``
has a state that shows the goal, and the stored plan shows it after so many, whatever is drawn.  Every action
is taken in every state, clicks by classes that act alike (``world.py``).  Sound, since a state that is met
again has the same future.  ``states`` says how many states were met when the certificate was made; it bounds
the work here and proves nothing.
"""

from ...fields import Stated, exactly, integer
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..world import Partial, World

BODY = exactly(steps=integer(1, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps."""
    world, seed, goal, states = knowledge.sought("search", stated)
    plan = knowledge.stored
    steps = least_steps(world, seed, goal, states, stated.steps, chance=False)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    layer = world.start(seed)
    for action in plan:
        layer = world.after(layer, action)
    if len(plan) != stated.steps or len(world.showing(layer, goal)) < len(layer):
        raise RefusedError(f"{name}: the stored plan does not show the goal after {stated.steps} steps")
    knowledge.facts["search"] = stated.steps


def least_steps(world: World, seed: int, goal: Partial, bound: int, below: int, chance: bool) -> int | None:
    """The least number of steps after which the goal may show, where it is less than ``below``; else None.

    ``chance``: whether steps may be random.  The initial frame does not count.
    """
    for steps, layer in zip(range(below), world.layers(seed, bound, chance), strict=False):
        if steps and world.showing(layer, goal):
            return steps
    return None
