"""`closure`: what delete relaxation reaches from the initial state, by count and digest.

Body: ``facts`` (how many fluent facts, complements of negated ones aside), ``actions`` (how many ground
actions, those without effect included) and ``sha256`` of the fact names, one a line, an empty line, the
action names, one a line, both sorted.

Rule: the checker closes the state itself (see `model`, where the argument stands) and compares.  Then every
fluent fact outside is false, and every action outside is inapplicable, in all reachable states.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Digest, read
from .knowledge import Knowledge


class Closure(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    facts: Count
    actions: Count
    sha256: Digest


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Recompute the closure and compare it with the stated one."""
    body, model = read(what, Closure, data), knowledge.model
    facts, actions = model.positive, [move.name for move in model.moves]
    for noun, stated, found in (("facts", body.facts, len(facts)), ("actions", body.actions, len(actions))):
        if stated != found:
            raise CertificateError(f"{what}: {stated} {noun} are stated, the closure has {found}")
    listing = "\n".join(facts) + "\n\n" + "\n".join(actions)
    if hashlib.sha256(listing.encode()).hexdigest() != body.sha256:
        raise CertificateError(f"{what}: the digest is not that of the closure")
    knowledge.closed = True
