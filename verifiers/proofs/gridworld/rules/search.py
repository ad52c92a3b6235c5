"""``search`` {steps, states}: the least number of steps to the goal, in a world without chance.

Rule.  Layer k holds every state that k steps lead to and fewer do not; the first layer with a state that
shows the goal has the least k.  Every action is taken in every state, clicks by classes that act alike
(``world.py``).  Sound, since a state that is met again has the same future.  ``states`` says how many states
were met when the certificate was made; it bounds the work here and proves nothing.
"""

from __future__ import annotations

from ...fields import integer, record
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..search import least_steps

_BODY = record(steps=integer(1, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish the least number of steps."""
    knowledge.expect("search", "planning")
    stated, asked = _BODY(name, body), knowledge.question
    world = knowledge.searched(asked.program)
    steps = least_steps(world, asked.rng_seed, asked.goal, bound(stated.states), chance=False)
    if steps != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the least number is {steps}")
    knowledge.least["steps"] = stated.steps
