"""`closure`: what delete relaxation reaches from the initial state, by count and digest.

Body: ``facts`` (how many fluent facts, complements of negated ones aside), ``actions`` (how many ground
actions, those without effect included) and ``sha256`` of the fact names, one a line, an empty line, the
action names, one a line, both sorted.

Rule: the checker closes the state itself (``model``, where the argument stands) and compares.  Then every
fluent fact outside is false, and every action outside is inapplicable, in all reachable states.
"""

import hashlib

from ...fields import Stated, count, digest, exactly
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge

BODY = exactly(facts=count, actions=count, sha256=digest)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Compare the closure with the stated one."""
    model = knowledge.model
    facts, actions = model.positive, list(model.move)
    for noun, number, names in (("facts", stated.facts, facts), ("actions", stated.actions, actions)):
        refuse(number != len(names), f"{name}: {number} {noun} are stated, the closure has {len(names)}")
    listing = "\n".join(facts) + "\n\n" + "\n".join(actions)
    if hashlib.sha256(listing.encode()).hexdigest() != stated.sha256:
        raise RefusedError(f"{name}: the digest is not that of the closure")
    knowledge.closed = name
