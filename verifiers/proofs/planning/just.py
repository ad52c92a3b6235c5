"""Justification: which actions of a plan, alone or with the next one, can be removed; or some of them."""

from collections.abc import Sequence

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing, name
from ..refused import refuse
from ..tasks import Answer, discharging, proven
from .cases import text
from .forms import is_plan, played
from .ground import State
from .knowledge import Knowledge
from .world import World, read_name


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    world, plan, states = knowledge.world, query.plan, _states(knowledge.world, query.plan)
    removable = tuple(
        [k for k in range(len(plan) + 1 - number) if is_plan(world, plan[k + number :], states[k])]
        for number in (1, 2)
    )
    truth = (stated.singles, stated.pairs)
    ledger.evaluated("the removable positions", truth, removable, knowledge.evaluated)


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    states = _states(knowledge.world, query.plan)
    start, number = query.remove if len(query.remove) == 2 else (0, 0)
    possible = 0 < number <= len(query.plan) - start
    refuse(not possible, f"query: cannot remove {number} actions from position {start}")
    value = is_plan(knowledge.world, query.plan[start + number :], states[start])
    sentence = f"the plan without {number} actions from {start} on is a plan"
    return sentence, proven(value, knowledge.evaluated)


def _states(world: World, plan: Sequence[str]) -> list[State]:
    """The states along a plan; RefusedError if it is none."""
    states, obstacle = played(world, plan)
    refuse(obstacle, f"query: step {len(states) - 1} of the plan is not applicable: {obstacle}")
    no_goal = world.goal_obstacle(states[-1]) is not None
    refuse(no_goal, "query: the sequence to be simplified is not a plan")
    return states


def shortened(world: World, plan: Sequence[str], names: Sequence[str]) -> bool:
    """Whether names, canonically written, are a proper subsequence of a plan and a plan."""
    rest = iter(plan)
    shorter = len(names) < len(plan) and all(each in rest for each in names)
    return shorter and all(each == text(read_name(each)) for each in names) and is_plan(world, names)


_PLAN = listing(name, 10_000)
_TRUTH = exactly(kind=constant("subsequence"), singles=listing(count), pairs=listing(count))
_ITEM = exactly(plan=_PLAN, remove=listing(count, 2))
discharge = discharging(exactly(plan=_PLAN), _TRUTH, _whole, _ITEM, _item)
