"""Applicability: exactly the actions that are applicable in the state, in name order; or one action."""

from ..claims import Ledger
from ..fields import constant, exactly, listing, name
from ..record import Json, Record
from .forms import by_form, evaluated, instance
from .join import applicable
from .knowledge import Answer, Knowledge

_QUERY = exactly()
_TRUTH = exactly(kind=constant("set"), items=listing(name))
_ITEM = exactly(action=name)


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    _QUERY("query", record.query)
    stated, world = _TRUTH("truth", record.truth), knowledge.world
    now = [action.name for action in applicable(world, world.init)]
    ledger.evaluated("the applicable actions", stated.items, now, bool(knowledge.evaluated))


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    item = _ITEM("query", query)
    action = instance(knowledge.world, item.action)
    value = not isinstance(action, str) and action.obstacle(knowledge.world.init) is None
    return f"{item.action} is applicable", evaluated(knowledge, value)


discharge = by_form(_whole, _item)
"""Discharges the truth of a record."""
