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

BODY = exactly(steps=integer(1, 10**6), states=integer(1, 10**6))
STEPS = (1, 1)
"""What waiting costs, and any other action, where steps are counted."""


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps."""
    world, seed, goal, states = knowledge.sought("search", stated)
    plan = knowledge.stored
    steps = world.least(seed, goal, STEPS, stated.steps, states)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    *_, last = world.believed(seed, plan)
    if len(plan) != stated.steps or len(world.showing(last, goal)) < len(last):
        raise RefusedError(f"{name}: the stored plan does not show the goal after {stated.steps} steps")
    knowledge.facts["search"] = stated.steps
