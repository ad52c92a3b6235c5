"""Progression: the facts that an action makes true and false; or whether facts hold after it."""

from ..claims import Ledger
from ..fields import Stated, constant, exactly, listing, name
from ..refused import refuse
from ..tasks import Answer, discharging, proven
from .cases import text
from .forms import played
from .ground import State
from .knowledge import Knowledge
from .world import read_name


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    before, after = knowledge.world.init, _after(knowledge, query.action)
    effects = (sorted(map(text, after - before)), sorted(map(text, before - after)))
    ledger.evaluated(f"the effects of {query.action}", (stated.pos, stated.neg), effects, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    after = _after(knowledge, query.action) | knowledge.world.static
    value = all(read_name(fact) in after for fact in query.facts)
    return f"{' and '.join(query.facts)} after {query.action}", proven(value, knowledge.evaluated)


def _after(knowledge: Knowledge, action: str) -> State:
    states, obstacle = played(knowledge.world, [action])
    refuse(obstacle, f"query: {action} is not applicable: {obstacle}")
    return states[-1]


_TRUTH = exactly(kind=constant("effects"), pos=listing(name), neg=listing(name))
_ITEM = exactly(action=name, facts=listing(name, 10_000))
discharge = discharging(exactly(action=name), _TRUTH, _whole, _ITEM, _item)
