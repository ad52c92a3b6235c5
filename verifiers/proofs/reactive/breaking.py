"""`breaking`: one minimal breaking set, or that there is none, and how many there are; one claim each."""

from ..claims import Ledger
from ..fields import constant, count, exactly, optional
from ..record import Record
from .knowledge import Knowledge
from .question import atoms
from .sufficient import claim_count

_TRUTH = exactly(kind=constant("breaking"), example=optional(atoms), count=optional(count))


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """The example must be among the established sets; none, or a count, needs the list of all of them."""
    question, stated = knowledge.question, knowledge.opened(record, _TRUTH, "gen", "trace", "effect")
    known: bool | None
    if stated.example is None:
        known = not knowledge.breaking if knowledge.complete or knowledge.breaking else None
        ledger.claim("no changes avoid the effect", True, known, "causes")
    else:
        example = question.cells("truth example", stated.example, actual=True)
        carrier = knowledge.breaking.get(example, "")
        known = True if carrier else False if knowledge.complete else None
        sentence = f"changing {question.text(example)} avoids the effect, and no part of it does"
        ledger.claim(sentence, True, known, carrier)
    total = len(knowledge.breaking) if knowledge.complete else None
    claim_count(ledger, stated.count, total, "minimal breaking sets")
