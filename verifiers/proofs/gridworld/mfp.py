"""The claim of a masked frame: the stored option alone is possible."""

from __future__ import annotations

from ..claims import Ledger
from ..fields import constant, record, tagged
from ..record import Record
from .knowledge import Knowledge
from .questions import LETTERS

_TRUTH = tagged(
    "kind",
    option=record(
        kind=constant("option"), answer=constant(*LETTERS), scope=constant("every-realisation", "trajectory")
    ),
    undecided=record(kind=constant("undecided")),
)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Enter the claim."""
    truth = _TRUTH("truth", record.truth)
    if truth.kind == "undecided":
        ledger.undecided = 1
        return
    known: bool | None = None
    for seeing in (True, False) if truth.scope == "every-realisation" else (True,):
        letters = knowledge.letters.get(seeing)
        if letters is None:
            known = None
            break
        known = known is not False and letters == [truth.answer]
    sentence = f"option {truth.answer} alone is possible"
    if truth.scope == "every-realisation":
        sentence += ", whatever was drawn"
    ledger.claim(sentence, True, known, "support" if known else "")
