"""Landmarks: facts that every plan makes true at some time (Porteous, Sebastia and Hoffmann, 2001).

A non-trivial landmark is true neither initially nor in the goal.  A listed fact needs a proof that the goal
is out of reach without adding it (`relaxed`, `invariant`, `exploration`); any other non-trivial fact of the
closure needs a plan that never makes it true; facts outside the closure are true in no state of any plan.
Where there is no plan every fact is a landmark and the question is void: each claim presupposes a plan, and
a record about a state from which the goal is proven to be out of reach is refused.

A question about one fact is about landmarks, trivial or not: a fact of the initial state or of the goal holds
along every plan.
"""

from ..claims import Ledger
from ..fields import Stated, boolean, constant, exactly, listing, name, optional, tagged
from ..refused import refuse
from ..tasks import OPEN, Answer, discharging
from .cases import text
from .forms import check_none, disjoint
from .knowledge import Knowledge
from .nexta import DEGENERATE, degenerate
from .world import read_name

_TRUTH = tagged(
    "kind",
    landmarks=exactly(
        kind=constant("landmarks"), items=listing(name), undecided=listing(name), none=optional(boolean)
    ),
    degenerate=DEGENERATE,
)


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    if stated.kind == "degenerate":
        degenerate(knowledge, stated, ledger)
        return
    model = knowledge.model
    items, undecided = disjoint(stated)
    trivial = model.init | (model.goal or 0)
    candidates = {fact: 1 << model.bit[fact] for fact in model.positive if not trivial >> model.bit[fact] & 1}
    for fact in (*stated.items, *stated.undecided):
        refuse(fact not in candidates, f"truth: {fact} is no non-trivial fact of the closure")
    solvable = _solvable(knowledge)
    ledger.claim("facts outside the closure are no landmarks, for there is a plan", True, *solvable)
    for fact, bit in candidates.items():
        if fact not in undecided:
            answer = knowledge.landmark(bit) if solvable[0] else OPEN
            ledger.claim(f"{fact} is a landmark", fact in items, *answer)
    ledger.undecided += len(undecided)
    check_none(stated.none, bool(items), undecided)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    fact = text(read_name(query.fact))
    world, bit = knowledge.world, knowledge.model.mask([fact])
    sentence, (solvable, plan) = f"{fact} is a landmark", _solvable(knowledge)
    if not solvable:
        return sentence, OPEN
    if read_name(query.fact) in world.static:
        return sentence, (True, "evaluation")
    return sentence, (False, plan) if bit is None else knowledge.landmark(bit)


def _solvable(knowledge: Knowledge) -> Answer:
    """Whether there is a plan; RefusedError when it is proven that there is none."""
    answer = knowledge.solvable()
    refuse(answer[0] is False, "truth: landmarks of a state from which the goal is proven to be unreachable")
    return answer


discharge = discharging(exactly(), _TRUTH, _whole, exactly(fact=name), _item)
