"""`butfor`: the literals of the trace each of which, flipped alone, avoids the effect.

One claim, decided by evaluation (``runs.butfor``).
"""

from ..claims import Ledger
from ..fields import constant, exactly
from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge
from .question import atoms, members

_TRUTH = exactly(kind=constant("literals"), items=atoms)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Work the set out, and compare."""
    question, stated = knowledge.question, knowledge.opened(record, _TRUTH, "gen", "trace", "effect")
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
