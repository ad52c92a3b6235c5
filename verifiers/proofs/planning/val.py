"""Validation: the first inapplicable action of a sequence; or whether it is applicable, or a plan."""

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing, name
from ..tasks import Answer, discharging, proven
from .forms import is_plan, played
from .knowledge import Knowledge


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    states, obstacle = played(knowledge.world, query.actions)
    index = len(states) - 1 if obstacle else None
    ledger.evaluated("the index of the first inapplicable action", stated.index, index, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    if query.asks == "applicable":
        _, obstacle = played(knowledge.world, query.actions)
        return "the sequence is applicable", proven(not obstacle, knowledge.evaluated)
    return "the sequence is a plan", proven(is_plan(knowledge.world, query.actions), knowledge.evaluated)


_ACTIONS = listing(name, 10_000)
_TRUTH = exactly(kind=constant("index"), index=count)
_ITEM = exactly(actions=_ACTIONS, asks=constant("applicable", "plan", "valid"))
discharge = discharging(exactly(actions=_ACTIONS), _TRUTH, _whole, _ITEM, _item)
