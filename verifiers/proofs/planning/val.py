"""Validation: the first inapplicable action of a sequence; or whether it is applicable, or a plan."""

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing, name
from ..tasks import Answer, discharging, proven
from .forms import replayed
from .knowledge import Knowledge


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    index, _ = replayed(knowledge.world, query.actions)
    ledger.evaluated("the index of the first inapplicable action", stated.index, index, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    fault, state = replayed(knowledge.world, query.actions)
    if query.asks == "applicable":
        return "the sequence is applicable", proven(fault is None, knowledge.evaluated)
    reaches = fault is None and knowledge.world.goal_obstacle(state) is None
    return "the sequence is a plan", proven(reaches, knowledge.evaluated)


_ACTIONS = listing(name, 10_000)
_TRUTH = exactly(kind=constant("index"), index=count)
_ITEM = exactly(actions=_ACTIONS, asks=constant("applicable", "plan", "valid"))
discharge = discharging(exactly(actions=_ACTIONS), _TRUTH, _whole, _ITEM, _item)
