"""`evaluation`, with an empty body: the truth follows by evaluating its definition in the state.

Rule: the checker evaluates the definition on the lifted world (its own join for all applicable actions, its
own instantiation of single ones); nothing is searched, so there is nothing to prove beyond that.
"""

from ...fields import Stated, exactly
from ..knowledge import Knowledge

BODY = exactly()


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Accept the empty body."""
    knowledge.evaluated = name
