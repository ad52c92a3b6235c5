"""`tally` {applicable}: how many actions are applicable in the state; the checker counts them."""

from __future__ import annotations

from types import SimpleNamespace

from certwright.verifiers.proofs.fields import count, exactly
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.knowledge import Knowledge
from certwright.verifiers.proofs.refused import RefusedError

BODY = exactly(applicable=count)


def check(knowledge: Knowledge, name: str, stated: SimpleNamespace) -> None:
    """Count again."""
    number = sum(1 for _ in applicable(knowledge.world, knowledge.world.init))
    if number != stated.applicable:
        raise RefusedError(f"{name}: {stated.applicable} applicable actions are stated, there are {number}")
    knowledge.evaluated = name
