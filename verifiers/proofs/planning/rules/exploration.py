"""`exploration`: the reachable state space is finite and has been explored to the end.

Body: ``states`` (how many), ``avoiding`` (at most one fact; actions that add it are dropped) and ``sha256``
of the lines "fact count", in fact order, where count says in how many of the states the fact holds.

Rule: the checker explores the space itself and compares count and digest.  With nothing avoided, what holds
in none of the states never holds.  With a fact p avoided that is false initially, and no goal state among
them, every plan adds p: it is a landmark.
"""

import hashlib

from ...fields import Stated, count, digest, exactly, listing, name
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..model import Model, columns
from ..search import Space

CHUNK = 50_000
"""So many states are counted at a time."""
BODY = exactly(states=count, sha256=digest, avoiding=listing(name, 1))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Explore and compare."""
    model = knowledge.model
    avoided = model.mask(stated.avoiding)
    if avoided is None:
        raise RefusedError(f"{name}: {stated.avoiding[0]} lies outside the closure")
    if avoided & model.init:
        raise RefusedError(f"{name}: {stated.avoiding[0]} holds in the initial state")
    space = knowledge.explore(name, stated.states, avoided)
    refuse(_digest(model, space) != stated.sha256, f"{name}: the digest is not that of the explored space")
    if avoided and model.goal is not None and all(model.goal & ~state for state in space.states):
        knowledge.landmarks.setdefault(avoided, name)


def _digest(model: Model, space: Space) -> str:
    """The sha256 of how often each fact holds."""
    counts = [0] * len(model.facts)
    for start in range(0, len(space.states), CHUNK):
        for bit, column in enumerate(columns(space.states[start : start + CHUNK], len(counts))):
            counts[bit] += column.count("1")
    lines = (f"{fact} {number}" for fact, number in zip(model.facts, counts, strict=True))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
