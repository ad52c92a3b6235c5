"""Reachability of actions: on which side each legal action is; or whether one can ever be applied."""

from ..claims import Ledger
from ..fields import Stated, exactly, name
from ..tasks import Answer, discharging
from .cases import text
from .forms import SIDES, sides
from .knowledge import Knowledge
from .world import read_name


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    inside = {action: knowledge.can_apply(action) for action in knowledge.model.move}
    sides(knowledge, stated, inside, "action", ledger)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    action = text(read_name(query.action))
    known = action in knowledge.model.move
    return f"{action} can be applied", knowledge.can_apply(action) if known else knowledge.outside()


discharge = discharging(exactly(), SIDES, _whole, exactly(action=name), _item)
