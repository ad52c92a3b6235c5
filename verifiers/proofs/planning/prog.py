"""Progression: the facts that an action makes true and false; or whether facts hold after it."""

from ..claims import Ledger
from ..fields import Stated, constant, exactly, listing, name
from ..tasks import Answer, discharging, proven
from .cases import text
from .forms import successor
from .knowledge import Knowledge
from .world import read_name


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    before, after = knowledge.world.init, successor(knowledge.world, query.action)
    effects = (sorted(map(text, after - before)), sorted(map(text, before - after)))
    ledger.evaluated(f"the effects of {query.action}", (stated.pos, stated.neg), effects, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    after = successor(knowledge.world, query.action) | knowledge.world.static
    value = all(read_name(fact) in after for fact in query.facts)
    return f"{' and '.join(query.facts)} after {query.action}", proven(value, knowledge.evaluated)


_TRUTH = exactly(kind=constant("effects"), pos=listing(name), neg=listing(name))
_ITEM = exactly(action=name, facts=listing(name, 10_000))
discharge = discharging(exactly(action=name), _TRUTH, _whole, _ITEM, _item)
