"""Reachability: on which side each legal fact is; or whether some reachable state contains some facts."""

from ..claims import Ledger
from ..fields import exactly, listing, name
from ..record import Json, Record
from .cases import text
from .forms import by_form, sides
from .knowledge import Answer, Knowledge
from .world import read_name

_QUERY = exactly()
_ITEM = exactly(facts=listing(name, 1000))


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    _QUERY("query", record.query)
    model = knowledge.model
    inside = {fact: knowledge.can_hold(1 << model.bit[fact]) for fact in model.positive}
    sides(knowledge, record.truth, inside, "fact", ledger)


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    item, world, fluent = _ITEM("query", query), knowledge.world, []
    sentence = f"{' and '.join(item.facts)} can hold"
    for fact in map(read_name, item.facts):
        if fact and fact[0] in world.fluents:
            fluent.append(text(fact))
        elif fact not in world.static:  # static facts keep their value
            return sentence, (False, "evaluation")
    mask = knowledge.model.mask(fluent)
    return sentence, knowledge.outside() if mask is None else knowledge.can_hold(mask)


discharge = by_form(_whole, _item)
"""Discharges the truth of a record."""
