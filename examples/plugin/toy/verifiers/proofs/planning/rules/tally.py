"""`tally` {applicable}: how many actions are applicable in the state; the checker counts them."""

from __future__ import annotations

from certwright.verifiers.proofs.fields import count, record
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.knowledge import Knowledge
from certwright.verifiers.proofs.record import Json
from certwright.verifiers.proofs.refused import RefusedError

_BODY = record(applicable=count)


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Count again."""
    stated = _BODY(name, body).applicable
    number = sum(1 for _ in applicable(knowledge.world, knowledge.world.init))
    if number != stated:
        raise RefusedError(f"{name}: {stated} applicable actions are stated, there are {number}")
    knowledge.evaluated = name
