"""Reachability: on which side each legal fact is; or whether some reachable state contains some facts."""

from ..claims import Ledger
from ..fields import Stated, exactly, listing, name
from ..tasks import Answer, discharging
from .cases import text
from .forms import SIDES, sides
from .knowledge import Knowledge
from .world import read_name


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    model = knowledge.model
    inside = {fact: knowledge.can_hold(1 << model.bit[fact]) for fact in model.positive}
    sides(knowledge, stated, inside, "fact", ledger)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    world, sentence, fluent = knowledge.world, f"{' and '.join(query.facts)} can hold", []
    for fact in map(read_name, query.facts):
        if fact and fact[0] in world.fluents:
            fluent.append(text(fact))
        elif fact not in world.static:  # static facts keep their value
            return sentence, (False, "evaluation")
    mask = knowledge.model.mask(fluent)
    return sentence, knowledge.outside() if mask is None else knowledge.can_hold(mask)


discharge = discharging(exactly(), SIDES, _whole, exactly(facts=listing(name, 1000)), _item)
