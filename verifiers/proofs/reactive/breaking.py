"""`breaking`: one minimal breaking set, or that there is none, and how many there are; one claim each."""

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, optional
from ..tasks import discharging
from .knowledge import Knowledge
from .question import EXPLAINED, atoms


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The example must be among the established sets; none, or a count, needs the list of all of them."""
    question, sets, known = knowledge.question, knowledge.breaking, False if knowledge.complete else None
    question.require_effect()
    if stated.example is None:
        known = not sets if knowledge.complete or sets else None
        ledger.claim("no changes avoid the effect", True, known, "causes")
    else:
        example = question.cells("truth example", stated.example, actual=True)
        sentence = f"changing {question.text(example)} avoids the effect, and no part of it does"
        ledger.claim(sentence, True, True if example in sets else known, sets.get(example, ""))
    total = len(sets) if knowledge.complete else None
    ledger.quantity(f"there are {stated.count} minimal breaking sets", stated.count, total, "causes")


_TRUTH = exactly(kind=constant("breaking"), example=optional(atoms), count=optional(count))
discharge = discharging(EXPLAINED, _TRUTH, _whole)
