"""`closure`: what delete relaxation reaches from the initial state, by count and digest.

Body: ``facts`` (how many fluent facts, complements of negated ones aside), ``actions`` (how many ground
actions, those without effect included) and ``sha256`` of the fact names, one a line, an empty line, the
action names, one a line, both sorted.

Rule: the checker closes the state itself (``model``, where the argument stands) and compares.  Then every
fluent fact outside is false, and every action outside is inapplicable, in all reachable states.
"""

from __future__ import annotations

import hashlib

from ...fields import count, digest
from ...fields import record as exactly
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge

_BODY = exactly(facts=count, actions=count, sha256=digest)


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Compare the closure with the stated one."""
    stated, model = _BODY(name, body), knowledge.model
    facts, actions = model.positive, list(model.move)
    for noun, number, names in (("facts", stated.facts, facts), ("actions", stated.actions, actions)):
        if number != len(names):
            raise RefusedError(f"{name}: {number} {noun} are stated, the closure has {len(names)}")
    listing = "\n".join(facts) + "\n\n" + "\n".join(actions)
    if hashlib.sha256(listing.encode()).hexdigest() != stated.sha256:
        raise RefusedError(f"{name}: the digest is not that of the closure")
    knowledge.closed = name
