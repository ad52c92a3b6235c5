"""`sufficient`: one minimal sufficient set, and how many there are; one claim each, the count may be open."""

from ..claims import Ledger
from ..fields import constant, count, exactly, optional
from ..record import Record
from ..refused import refuse
from .knowledge import Knowledge
from .question import atoms

_TRUTH = exactly(kind=constant("sufficient"), example=atoms, count=optional(count))


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """The example must be among the established sets; a count needs the list of all of them."""
    question, stated = knowledge.question, knowledge.opened(record, _TRUTH, "gen", "trace", "effect")
    example = question.cells("truth example", stated.example, actual=True)
    carrier = knowledge.sufficient.get(example, "")
    known = True if carrier else False if knowledge.complete else None
    ledger.claim(
        f"keeping {question.text(example)} forces the effect, and no part of it does", True, known, carrier
    )
    total = None if knowledge.hitting is None else len(knowledge.hitting)
    claim_count(ledger, stated.count, total, "minimal sufficient sets")


def claim_count(ledger: Ledger, stated: int | None, total: int | None, what: str) -> None:
    """Enter a count, which the complete list of breaking sets proves; null is undecided."""
    if stated is None:
        ledger.undecided += 1
        return
    refuse(total is not None and total != stated, f"the count: the record says {stated}, {total} is proven")
    ledger.claim(f"there are {stated} {what}", True, None if total is None else True, "causes")
