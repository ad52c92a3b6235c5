"""`evaluation`, with an empty body: the truth follows by evaluating its definition in the state.

Rule: the checker evaluates the definition on the lifted world (its own join for all applicable actions, its
own instantiation of single ones); nothing is searched, so there is nothing to prove beyond that.
"""

from __future__ import annotations

from ...fields import record as exactly
from ...record import Json
from ..knowledge import Knowledge

_BODY = exactly()


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Accept the empty body."""
    _BODY(name, body)
    knowledge.evaluated = name
