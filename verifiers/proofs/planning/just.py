"""Justification: which actions of a plan, alone or with the next one, can be removed; or some of them."""

from collections.abc import Sequence

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing, name
from ..refused import RefusedError, refuse
from ..tasks import Answer, discharging, proven
from .cases import GroundAction
from .forms import instance
from .ground import State
from .knowledge import Knowledge
from .world import World

_PLAN = listing(name, 10_000)
_TRUTH = exactly(kind=constant("subsequence"), singles=listing(count), pairs=listing(count))


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    plan = Plan(knowledge.world, query.plan)
    removable = tuple(
        [start for start in range(len(plan.names) + 1 - number) if plan.stays_one(start, number)]
        for number in (1, 2)
    )
    ledger.evaluated(
        "the removable positions", (stated.singles, stated.pairs), removable, knowledge.evaluated
    )


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    plan = Plan(knowledge.world, query.plan)
    start, number = query.remove if len(query.remove) == 2 else (0, 0)
    if not 0 < number <= len(plan.names) - start:
        raise RefusedError(f"query: cannot remove {number} actions from position {start}")
    value = proven(plan.stays_one(start, number), knowledge.evaluated)
    return f"the plan without {number} actions from {start} on is a plan", value


class Plan:
    """A plan, instantiated; RefusedError if it is none."""

    def __init__(self, world: World, names: Sequence[str]):
        self.names, self._world = names, world
        self._actions: list[GroundAction] = []
        for position, action_name in enumerate(names):
            action = instance(world, action_name)
            if isinstance(action, str):
                raise RefusedError(f"query: step {position} of the plan, {action_name}: {action}")
            self._actions.append(action)
        self._before = [world.init]
        for position, action in enumerate(self._actions):
            obstacle = action.obstacle(self._before[-1])
            refuse(obstacle is not None, f"query: step {position} of the plan is not applicable: {obstacle}")
            self._before.append(action.apply(self._before[-1]))
        if world.goal_obstacle(self._before[-1]) is not None:
            raise RefusedError("query: the sequence to be simplified is not a plan")

    def stays_one(self, start: int, number: int) -> bool:
        """Whether removing so many actions from a position on leaves a plan."""
        return self._reaches_goal(self._before[start], self._actions[start + number :])

    def shortened(self, names: Sequence[str]) -> bool:
        """Whether a proper subsequence of the plan, by names, is a plan."""
        known = dict(zip(self.names, self._actions, strict=True))
        rest = iter(self.names)
        shorter = len(names) < len(self.names) and all(action_name in rest for action_name in names)
        return shorter and self._reaches_goal(self._before[0], [known[name] for name in names])

    def _reaches_goal(self, state: State, actions: Sequence[GroundAction]) -> bool:
        for action in actions:
            if action.obstacle(state) is not None:
                return False
            state = action.apply(state)
        return self._world.goal_obstacle(state) is None


discharge = discharging(
    exactly(plan=_PLAN), _TRUTH, _whole, exactly(plan=_PLAN, remove=listing(count, 2)), _item
)
