"""`plan`, body ``actions``: the level can be solved with so many actions.

Rule: the plan is played; each action must be valid where it stands, nothing may decay, and the goal must hold
after the last action and not before.  So a shortest plan is no longer.
"""

from __future__ import annotations

from typing import Any

from ... import fields
from ..knowledge import Knowledge, once

MAX_STEPS = 2000
actions = fields.listing(fields.name, MAX_STEPS)

_BODY = fields.record(actions=actions)


def check(knowledge: Knowledge, name: str, body: Any) -> None:
    """Play the plan."""
    once(name, knowledge.planned)
    plan = _BODY(name, body).actions
    knowledge.play("plan", plan)
    knowledge.planned = len(plan)
