"""`accept`: whether claimed outputs are the machine's own, and the first step at which they are not.

One claim, decided by evaluation.  In the form ``bool`` the step is not asked for.
"""

from ..claims import Ledger
from ..fields import Stated, boolean, constant, count, exactly, optional
from ..tasks import Answer, discharging, proven
from .knowledge import Knowledge
from .question import asks


def _first_bad(knowledge: Knowledge) -> int | None:
    question = knowledge.question
    pairs = zip(question.machine.run(question.trace)[1], question.claimed(), strict=True)
    return next((step for step, (own, claimed) in enumerate(pairs) if own != claimed), None)


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    bad = _first_bad(knowledge)
    sentence = "the claimed outputs are the machine's own"
    if stated.first_bad_step is not None:
        sentence = f"the first claimed outputs that are not the machine's own are those of step {bad}"
    ledger.evaluated(
        sentence, (stated.accepted, stated.first_bad_step), (bad is None, bad), knowledge.evaluated
    )


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    own = _first_bad(knowledge) is None
    return "the claimed outputs are all the machine's own", proven(own, knowledge.evaluated)


_TRUTH = exactly(kind=constant("acceptance"), accepted=boolean, first_bad_step=optional(count))
_QUERY = asks("trace", "outputs")
discharge = discharging(_QUERY, _TRUTH, _whole, _QUERY, _item, items=("bool",))
