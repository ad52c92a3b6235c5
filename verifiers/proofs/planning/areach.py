"""Reachability of actions: on which side each legal action is; or whether one can ever be applied."""

from __future__ import annotations

from ..claims import Ledger
from ..fields import name
from ..fields import record as exactly
from ..record import Json, Record
from .closed_world import sides
from .forms import by_form
from .knowledge import Answer, Knowledge
from .world import read_name, text

_QUERY = exactly()
_ITEM = exactly(action=name)


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Discharge the truth of a record."""
    by_form(knowledge, record, ledger, _whole, _item)


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    _QUERY("query", record.query)
    inside = {action: knowledge.can_apply(action) for action in knowledge.model.move}
    sides(knowledge, record.truth, inside, "action", ledger)


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    action = text(read_name(_ITEM("query", query).action))
    known = action in knowledge.model.move
    return f"{action} can be applied", knowledge.can_apply(action) if known else knowledge.outside()
