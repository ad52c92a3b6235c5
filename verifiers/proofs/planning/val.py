"""Validation: the first inapplicable action of a sequence; or whether it is applicable, or a plan."""

from ..claims import Ledger
from ..fields import constant, count, exactly, listing, name
from ..record import Json, Record
from .forms import by_form, evaluated, replayed
from .knowledge import Answer, Knowledge

_QUERY = exactly(actions=listing(name, 10_000))
_TRUTH = exactly(kind=constant("index"), index=count)
_ITEM = exactly(actions=listing(name, 10_000), asks=constant("applicable", "plan", "valid"))


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    query, stated = _QUERY("query", record.query), _TRUTH("truth", record.truth)
    index, _ = replayed(knowledge.world, query.actions)
    sentence = "the index of the first inapplicable action"
    ledger.evaluated(sentence, stated.index, index, bool(knowledge.evaluated))


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    item, world = _ITEM("query", query), knowledge.world
    fault, state = replayed(world, item.actions)
    if item.asks == "applicable":
        return "the sequence is applicable", evaluated(knowledge, fault is None)
    reaches = fault is None and world.goal_obstacle(state) is None
    return "the sequence is a plan", evaluated(knowledge, reaches)


discharge = by_form(_whole, _item)
"""Discharges the truth of a record."""
