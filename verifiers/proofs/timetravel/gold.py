"""The gold answer: the plan of the truth, one action a line, where the turns of an episode suffice for it.

A level without a plan, or with fewer turns than the shortest plan has actions, has none.
"""

from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge


def check(knowledge: Knowledge, record: Record) -> None:
    """RefusedError when the gold answer is not the plan of the truth, or no episode has room for it."""
    truth = record.truth or {}
    length = truth.get("length")
    solvable = length is not None and length <= knowledge.level.budget
    if record.gold != ("\n".join(truth["plan"]) if solvable else None):
        raise RefusedError("gold: it is not the plan of the truth that the turns of an episode suffice for")
