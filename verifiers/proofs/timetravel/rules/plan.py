"""`plan`, body ``actions``: the level can be solved with so many actions.

Rule: the plan is played; each action must be valid where it stands, nothing may decay, and the goal must hold
after the last action and not before.  So a shortest plan is no longer.
"""

from __future__ import annotations

from types import SimpleNamespace

from ...fields import exactly, listing, name
from ..knowledge import Knowledge, once

MAX_STEPS = 2000
actions = listing(name, MAX_STEPS)

BODY = exactly(actions=actions)


def check(knowledge: Knowledge, name: str, stated: SimpleNamespace) -> None:
    """Play the plan."""
    once(name, knowledge.planned)
    plan = stated.actions
    knowledge.play("plan", plan)
    knowledge.planned = len(plan)
