"""`distances`: the whole space of a level, counted by the distance of each situation to the goal.

Body: ``length``, ``states``, ``layers`` (how many situations lie at each distance), ``dead_ends`` (from
which nothing leads to the goal) and ``expiries`` (pairs of a situation and a valid action that let
something decay). Rule: breadth-first search over every situation that play can reach counts all of them
anew, and ends at once when there are more than the stated number.  So no plan is shorter than ``length``,
and none exists where it is null.
"""

from __future__ import annotations

from typing import Any

from ... import fields
from ...refused import RefusedError, clip
from ..knowledge import Knowledge, once
from ..simulation import count
from .plan import MAX_STEPS

_BODY = fields.record(
    length=fields.optional(fields.count),
    states=fields.count,
    layers=fields.listing(fields.count, MAX_STEPS),
    dead_ends=fields.count,
    expiries=fields.count,
)


def check(knowledge: Knowledge, name: str, body: Any) -> None:
    """Count, and compare."""
    once(name, knowledge.counted)
    stated = _BODY(name, body)
    counted = count(knowledge.game, stated.states)
    for field, value in counted._asdict().items():
        if getattr(stated, field) != value:
            raise RefusedError(
                f"{name} {field}: {clip(getattr(stated, field))} is stated, {clip(value)} is counted"
            )
    knowledge.counted = counted
