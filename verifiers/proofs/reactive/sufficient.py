"""`sufficient`: one minimal sufficient set, and how many there are; one claim each, the count may be open."""

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, optional
from ..tasks import discharging
from .knowledge import Knowledge
from .question import EXPLAINED, atoms


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The example must be among the established sets; a count needs the list of all of them."""
    question, sets = knowledge.question, knowledge.sufficient
    question.require_effect()
    example = question.cells("truth example", stated.example, actual=True)
    known = True if example in sets else False if knowledge.complete else None
    sentence = f"keeping {question.text(example)} forces the effect, and no part of it does"
    ledger.claim(sentence, True, known, sets.get(example, ""))
    total = None if knowledge.hitting is None else len(knowledge.hitting)
    ledger.quantity(f"there are {stated.count} minimal sufficient sets", stated.count, total, "causes")


_TRUTH = exactly(kind=constant("sufficient"), example=atoms, count=optional(count))
discharge = discharging(EXPLAINED, _TRUTH, _whole)
