"""`simulate`: the states and outputs of the machine over the trace; one claim, decided by evaluation."""

from __future__ import annotations

from .. import fields
from ..claims import Ledger
from ..record import Record
from .knowledge import Knowledge, require_form
from .question import rows

_TRUTH = fields.record(kind=fields.constant("run"), states=fields.listing(fields.count), outputs=rows)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Run the machine, and compare."""
    require_form(record, "gen")
    question, stated = knowledge.question, _TRUTH("truth", record.truth)
    question.asks("trace")
    states, outputs = question.machine.run(question.trace)
    width = range(len(question.machine.outputs))
    shown = ["".join("1" if word >> bit & 1 else "0" for bit in width) for word in outputs]
    sentence = f"these are the {len(states)} states of the run and its {len(shown)} rows of outputs"
    ledger.evaluated(
        sentence, (stated.states, stated.outputs), (states, shown), backed=bool(knowledge.evaluated)
    )
