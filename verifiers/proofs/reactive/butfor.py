"""`butfor`: the literals of the trace each of which, flipped alone, avoids the effect.

One claim, decided by evaluation (``runs.butfor``).
"""

from __future__ import annotations

from .. import fields
from ..claims import Ledger
from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge, require_form
from .question import atoms, members

_TRUTH = fields.record(kind=fields.constant("literals"), items=atoms)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Work the set out, and compare."""
    require_form(record, "gen")
    question, stated = knowledge.question, _TRUTH("truth", record.truth)
    question.asks("trace", "effect")
    question.require_effect()
    items = question.cells("truth items", stated.items, actual=True)
    right = knowledge.runs.butfor()
    for cell in members(items ^ right):
        word = "in" if right >> cell & 1 else "not in"
        raise RefusedError(f"truth items: {question.text(1 << cell)} is {word} the but-for set")
    ledger.claim(
        f"the literals that avoid the effect when they alone change: {question.text(items)}",
        True,
        True if knowledge.evaluated else None,
        knowledge.evaluated,
    )
