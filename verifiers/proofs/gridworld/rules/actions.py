"""``actions`` {actions, states}: the least number of actions other than ``noop``, in a world without chance.

Rule.  As ``search``, with layers that are closed under waiting: layer k holds every state that k actions and
any number of waits lead to.  Waiting ends when it meets no new state; the bound makes spaces finite.
"""

from __future__ import annotations

from ...fields import integer, record
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..search import least_actions

_BODY = record(actions=integer(0, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish the least number of actions."""
    knowledge.expect("actions", "planning")
    stated, asked = _BODY(name, body), knowledge.question
    world = knowledge.searched(asked.program)
    actions = least_actions(world, asked.rng_seed, asked.goal, bound(stated.states))
    if actions != stated.actions:
        raise RefusedError(f"{name}: actions is {stated.actions}, but the least number is {actions}")
    knowledge.least["actions"] = stated.actions
