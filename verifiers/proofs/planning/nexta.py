"""Next action: the length h* of a shortest plan, and for each action whether h* falls; void states.

h* = d needs a plan of d actions and a proof that there is none shorter.  An applicable action is closer when
it starts a plan of d actions (then h* of its successor is d - 1: no less, for d is optimal).  It is not
closer when no plan from its successor is shorter than d: by `lower_bound`, or by the distance table.  The
sides speak of h*, so nothing is proven of them unless h* is.
"""

from ..claims import Ledger
from ..fields import Stated, ascending, constant, exactly, integer, listing, name, tagged
from ..refused import RefusedError
from ..tasks import OPEN, discharging
from .knowledge import Knowledge

_SIDES = ("closer", "not_closer", "undecided")
DEGENERATE = exactly(
    kind=constant("degenerate"), reason=constant("already_solved", "unsolvable_state", "no_plan_known")
)
_TRUTH = tagged(
    "kind",
    next_action=exactly(
        kind=constant("next_action"), h=integer(1, 10**9), **dict.fromkeys(_SIDES, listing(name))
    ),
    degenerate=DEGENERATE,
)


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """The three lists are the applicable actions, each on its side."""
    if stated.kind == "degenerate":
        degenerate(knowledge, stated, ledger)
        return
    listed = sorted(item for side in _SIDES for item in ascending(f"truth {side}", getattr(stated, side)))
    now = [move.name for move in knowledge.applicable_now]
    if listed != now:
        odd = sorted(set(listed) ^ set(now)) or [item for item in listed if listed.count(item) > 1]
        raise RefusedError(f"truth: {odd[0]}: the lists together are not the applicable actions, each once")
    optimal = knowledge.optimal(stated.h)
    ledger.claim(f"h* = {stated.h}", True, *optimal)
    for action in stated.closer + stated.not_closer:
        answer = knowledge.closer(stated.h, action) if optimal[0] else OPEN
        ledger.claim(f"{action} leads closer", action in stated.closer, *answer)
    ledger.undecided += len(stated.undecided)


def degenerate(knowledge: Knowledge, stated: Stated, ledger: Ledger) -> None:
    """Discharge that the state is no question: its goal holds, or can never hold, or nobody knows."""
    if stated.reason == "already_solved":
        solved = knowledge.world.goal_obstacle(knowledge.world.init) is None
        ledger.claim("the goal holds in the state", True, solved, "evaluation")
    elif stated.reason == "unsolvable_state":
        ledger.claim("the goal is reachable", False, *knowledge.solvable())
    else:
        ledger.undecided += 1


discharge = discharging(exactly(), _TRUTH, _whole)
