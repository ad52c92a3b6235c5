"""`level`: the length of a shortest plan, what an exhaustive search counts, and what each part is good for.

Claims: the length of a shortest plan, and that length without each part of the level.  A truth of the kind
``undecided`` says nothing else.
"""

from ..claims import Ledger
from ..fields import Stated, count, exactly, mapping, name, optional
from ..record import Record
from ..refused import RefusedError, refuse
from ..tasks import episodes
from .knowledge import Knowledge
from .rules.plan import actions


def _whole(knowledge: Knowledge, query: Stated, truth: Stated, ledger: Ledger) -> None:
    """Hold the truth against what was played and counted."""
    refuse((knowledge.planned or []) != truth.plan, "truth plan: it is not the plan of the certificate")
    if (None if knowledge.planned is None else len(truth.plan)) != truth.length:
        raise RefusedError(f"truth length: it is {truth.length}, a plan of {len(truth.plan)} steps is proven")
    _optimum(knowledge, truth, ledger)
    if list(truth.without) != knowledge.level.parts:
        raise RefusedError("truth without: these are not the parts of the level, in name order")
    proven = knowledge.lengths or {}
    for part, length in truth.without.items():
        sentence = f"without {part} a shortest plan has {length} actions"
        if length is None:
            sentence = f"without {part} the level has no solution"
        ledger.claim(sentence, True, length == proven[part] if part in proven else None, "necessity")


def _optimum(knowledge: Knowledge, truth: Stated, ledger: Ledger) -> None:
    counted = knowledge.counted
    for field in ("length", "states", "dead_ends", "expiries"):
        if counted is not None and getattr(truth, field) != getattr(counted, field):
            raise RefusedError(f"truth {field}: {getattr(truth, field)}, counted {getattr(counted, field)}")
    sentence = f"a shortest plan has {truth.length} actions"
    if truth.length is None:
        sentence = "the level has no solution"
    ledger.claim(sentence, True, None if counted is None else True, "distances")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """The plan of the truth, where there is one and the turns of an episode suffice for it."""
    truth = record.truth or {}
    solvable = truth["length"] is not None and truth["length"] <= knowledge.level.budget
    return record.gold == ("\n".join(truth["plan"]) if solvable else None)


_TRUTH = exactly(
    kind=name,
    length=optional(count),
    plan=actions,
    states=count,
    dead_ends=count,
    expiries=count,
    without=mapping(optional(count)),
)
discharge = episodes(_whole, exactly(), optimum=_TRUTH)
