"""`cause`: the full cause, one clause a minimal breaking set; one claim, null where it is not known."""

from __future__ import annotations

from .. import fields
from ..claims import Ledger
from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge, require_form
from .question import atoms

_TRUTH = fields.record(kind=fields.constant("cause"), cnf=fields.optional(fields.listing(atoms)))


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """The clauses must be the proven list of all minimal breaking sets."""
    require_form(record, "gen")
    question, stated = knowledge.question, _TRUTH("truth", record.truth)
    question.asks("trace", "effect")
    question.require_effect()
    if stated.cnf is None:
        ledger.undecided += 1
        return
    clauses = [
        question.cells(f"truth clause {place}", clause, actual=True)
        for place, clause in enumerate(stated.cnf)
    ]
    sentence = f"the full cause is the conjunction of these {len(clauses)} clauses"
    if not knowledge.complete:
        ledger.claim(sentence, True, None)
        return
    if len(set(clauses)) < len(clauses):
        raise RefusedError("truth cnf: a clause is repeated")
    for clause in sorted(set(clauses) ^ knowledge.breaking.keys()):
        word = "missing" if clause in knowledge.breaking else "no minimal breaking set"
        raise RefusedError(f"truth cnf: the clause {question.text(clause)} is {word}")
    ledger.claim(sentence, True, True, "causes")
