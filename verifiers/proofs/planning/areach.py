"""Reachability of actions: on which side each legal action is; or whether one can ever be applied."""

from ..claims import Ledger
from ..fields import exactly, name
from ..record import Json, Record
from .cases import text
from .forms import by_form, sides
from .knowledge import Answer, Knowledge
from .world import read_name

_QUERY = exactly()
_ITEM = exactly(action=name)


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    _QUERY("query", record.query)
    inside = {action: knowledge.can_apply(action) for action in knowledge.model.move}
    sides(knowledge, record.truth, inside, "action", ledger)


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    action = text(read_name(_ITEM("query", query).action))
    known = action in knowledge.model.move
    return f"{action} can be applied", knowledge.can_apply(action) if known else knowledge.outside()


discharge = by_form(_whole, _item)
"""Discharges the truth of a record."""
