"""Applicability: exactly the actions that are applicable in the state, in name order; or one action."""

from ..claims import Ledger
from ..fields import Stated, constant, exactly, listing, name
from ..tasks import Answer, discharging, proven
from .forms import played
from .join import applicable
from .knowledge import Knowledge


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    now = [action.name for action in applicable(knowledge.world, knowledge.world.init)]
    ledger.evaluated("the applicable actions", stated.items, now, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    _, obstacle = played(knowledge.world, [query.action])
    return f"{query.action} is applicable", proven(not obstacle, knowledge.evaluated)


_TRUTH = exactly(kind=constant("set"), items=listing(name))
discharge = discharging(exactly(), _TRUTH, _whole, exactly(action=name), _item)
