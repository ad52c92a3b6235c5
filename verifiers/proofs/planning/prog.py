"""Progression: the facts that an action makes true and false; or whether facts hold after it."""

from ..claims import Ledger
from ..fields import constant, exactly, listing, name
from ..record import Json, Record
from .cases import text
from .forms import by_form, evaluated, successor
from .knowledge import Answer, Knowledge
from .world import read_name

_QUERY = exactly(action=name)
_TRUTH = exactly(kind=constant("effects"), pos=listing(name), neg=listing(name))
_ITEM = exactly(action=name, facts=listing(name, 10_000))


def _whole(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    query, stated = _QUERY("query", record.query), _TRUTH("truth", record.truth)
    before, after = knowledge.world.init, successor(knowledge.world, query.action)
    effects = (sorted(map(text, after - before)), sorted(map(text, before - after)))
    ledger.evaluated(
        f"the effects of {query.action}", (stated.pos, stated.neg), effects, bool(knowledge.evaluated)
    )


def _item(knowledge: Knowledge, query: Json) -> tuple[str, Answer]:
    item, world = _ITEM("query", query), knowledge.world
    after = successor(world, item.action) | world.static
    value = all(read_name(fact) in after for fact in item.facts)
    return f"{' and '.join(item.facts)} after {item.action}", evaluated(knowledge, value)


discharge = by_form(_whole, _item)
"""Discharges the truth of a record."""
