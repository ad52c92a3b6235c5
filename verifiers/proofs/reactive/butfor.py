"""`butfor`: the literals of the trace each of which, flipped alone, avoids the effect.

One claim, decided by evaluation (``runs.butfor``).
"""

from ..claims import Ledger
from ..fields import Stated, constant, exactly
from ..refused import RefusedError
from ..tasks import discharging
from .knowledge import Knowledge
from .question import EXPLAINED, atoms, members


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    question = knowledge.question
    question.require_effect()
    items, right = question.cells("truth items", stated.items, actual=True), knowledge.runs.butfor()
    for cell in members(items ^ right):
        word = "in" if right >> cell & 1 else "not in"
        raise RefusedError(f"truth items: {question.text(1 << cell)} is {word} the but-for set")
    sentence = f"the literals that avoid the effect when they alone change: {question.text(items)}"
    ledger.evaluated(sentence, items, right, knowledge.evaluated)


discharge = discharging(EXPLAINED, exactly(kind=constant("literals"), items=atoms), _whole)
