"""``drawn`` {steps, actions, states}: the least number of steps as the question's own seed draws.

Rule.  As ``search``, but each step is taken with the generator as it stands, and states are told apart by the
generator's state as well: then a step has one end, also where it is random.  Among the plans of the least
number of steps ``actions`` is the least number that are not ``noop``: along the layers the least is kept for
each state.  Nothing is said of what other draws would allow.
"""

from __future__ import annotations

from ...fields import integer, record
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..search import least_drawn

_BODY = record(steps=integer(1, 10**6), actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish the least number of steps, and of actions in so many steps."""
    knowledge.expect("drawn", "planning")
    stated, asked = _BODY(name, body), knowledge.question
    world = knowledge.searched(asked.program)
    least = least_drawn(world, asked.rng_seed, asked.goal, bound(stated.states))
    if least != (stated.steps, stated.actions):
        raise RefusedError(
            f"{name}: steps and actions are {(stated.steps, stated.actions)}, but the least are {least}"
        )
    knowledge.drawn = least
