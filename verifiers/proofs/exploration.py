"""`exploration`: the reachable state space is finite and has been explored to the end.

Body: ``states`` (how many), ``avoiding`` (at most one fact; actions that add it are dropped) and ``sha256``
of the lines "fact count", in fact order, where count says in how many of the states the fact holds.

Rule: the checker explores the space itself and compares count and digest.  With nothing avoided, what holds
in none of the states never holds.  With a fact p avoided that is false initially, and no goal state among
them, every plan adds p: it is a landmark.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Digest, Name, read
from .knowledge import Knowledge
from .model import Model, columns
from .search import Space, explore

CHUNK = 50_000
"""So many states are counted at a time."""


class Exploration(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    states: Count
    sha256: Digest
    avoiding: list[Name]


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Explore and compare."""
    body, model = read(what, Exploration, data), knowledge.model
    avoided = model.mask(body.avoiding)
    if avoided is None or len(body.avoiding) > 1:
        raise CertificateError(f"{what}: avoiding must be empty or one fact of the closure")
    space = explore(what, model, [move for move in model.moves if not move.add & avoided], body.states)
    knowledge.spend(what, len(space.states))
    if len(space.states) != body.states:
        raise CertificateError(f"{what}: {body.states} states are stated, {len(space.states)} are reachable")
    if digest(model, space) != body.sha256:
        raise CertificateError(f"{what}: the digest is not that of the explored space")
    if not avoided:
        knowledge.space = space
    elif model.init & avoided:
        raise CertificateError(f"{what}: {body.avoiding[0]} holds in the initial state")
    elif model.goal is not None and not any(not model.goal & ~state for state in space.states):
        knowledge.landmarks |= avoided


def digest(model: Model, space: Space) -> str:
    """The sha256 of how often each fact holds."""
    counts = [0] * len(model.facts)
    for start in range(0, len(space.states), CHUNK):
        for bit, column in enumerate(columns(space.states[start : start + CHUNK], len(counts))):
            counts[bit] += column.count("1")
    lines = (f"{name} {count}" for name, count in zip(model.facts, counts, strict=True))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
