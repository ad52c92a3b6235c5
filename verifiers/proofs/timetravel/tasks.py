"""What the truth of a level claims: the length of a shortest plan, and that length without each part."""

from ..claims import Ledger
from ..fields import Stated, count, mapping, optional
from ..record import Record
from ..refused import refuse
from ..tasks import task
from .knowledge import Knowledge
from .rules import actions

_NUMBERS = dict.fromkeys(("states", "dead_ends", "expiries"), count)
_OPTIMUM = {"length": optional(count), "plan": actions, "without": mapping(optional(count)), **_NUMBERS}


@task({}, "episode", optimum=_OPTIMUM, undecided={})
def level(knowledge: Knowledge, query: Stated, truth: Stated, ledger: Ledger) -> None:
    """Hold the truth against what was played and counted."""
    planned, counted = knowledge.planned, knowledge.counted
    refuse((planned or []) != truth.plan, "truth plan: it is not the plan of the certificate")
    other = (None if planned is None else len(truth.plan)) != truth.length
    refuse(other, f"truth length: it is {truth.length}, a plan of {len(truth.plan)} steps is proven")
    for field in ("length", "states", "dead_ends", "expiries") if counted is not None else ():
        said, right = getattr(truth, field), getattr(counted, field)
        refuse(said != right, f"truth {field}: {said}, counted {right}")
    ledger.backed(_shortest("", truth.length), "distances" if counted else "")
    other = list(truth.without) != knowledge.level.parts
    refuse(other, "truth without: these are not the parts of the level, in name order")
    proven = knowledge.lengths or {}
    for part, length in truth.without.items():
        known = length == proven[part] if part in proven else None
        ledger.claim(_shortest(f"without {part} ", length), True, known, "necessity")


def _shortest(where: str, length: int | None) -> str:
    said = "the level has no solution" if length is None else f"a shortest plan has {length} actions"
    return where + said


def gold(knowledge: Knowledge, record: Record) -> bool:
    """The plan of the truth, where there is one and the turns of an episode suffice for it."""
    truth = record.truth or {}
    solvable = truth["length"] is not None and truth["length"] <= knowledge.level.budget
    return record.gold == ("\n".join(truth["plan"]) if solvable else None)
