"""What discharges the truth of the task ``count``."""

from __future__ import annotations

from certwright.verifiers.proofs.claims import Ledger
from certwright.verifiers.proofs.fields import constant, count, exactly
from certwright.verifiers.proofs.planning.join import applicable
from certwright.verifiers.proofs.planning.knowledge import Knowledge
from certwright.verifiers.proofs.record import Record

_TRUTH = exactly(kind=constant("index"), index=count)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """One claim: the number is that of the applicable actions."""
    stated, world = _TRUTH("truth", record.truth), knowledge.world
    number = sum(1 for _ in applicable(world, world.init))
    ledger.evaluated("the number of applicable actions", stated.index, number, bool(knowledge.evaluated))
