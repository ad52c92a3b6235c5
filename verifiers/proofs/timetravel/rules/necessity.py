"""`necessity`, body ``without``: for parts of a level, the length of a shortest plan without the part.

Rule: the checker takes the part away (``world``) and searches breadth-first for the first solved situation.
"""

from __future__ import annotations

from typing import Any

from ... import fields
from ...planning.search import MAX_STATES
from ...refused import RefusedError, clip
from ..knowledge import Knowledge, once
from ..simulation import Game, shortest

_BODY = fields.record(without=fields.mapping(fields.optional(fields.count)))


def check(knowledge: Knowledge, name: str, body: Any) -> None:
    """Search each level without a part, and compare."""
    once(name, knowledge.lengths)
    stated = _BODY(name, body).without
    for part, length in stated.items():
        if part not in knowledge.level.parts:
            raise RefusedError(f"{name}: {clip(part)} is no part of the level")
        right = shortest(Game(knowledge.level.without(part)), MAX_STATES)
        if right != length:
            raise RefusedError(f"{name} {part}: {length} is stated, {right} is right")
    knowledge.lengths = stated
