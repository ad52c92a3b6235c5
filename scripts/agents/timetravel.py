"""A greedy agent for levels: it sees the world one step ahead and no further."""

from __future__ import annotations

from ...domains.environment import Call, Turn
from ...domains.planning import atoms
from ...domains.planning.strips import Operator
from ...domains.timetravel.environment import TimeTravel
from ...domains.timetravel.kernel import State
from ...generators.rng import Rng
from .agent import Scene


class GreedyAgent:
    """Takes the valid action after which most of goal and milestones holds.

    Among equals it prefers a state where it has been least often, then draws.
    """

    name = "greedy"

    def __init__(self, environment: TimeTravel, seed: int = 0):
        self._environment, self._world = environment, environment.world
        self._rng = Rng("agent", "greedy", seed)
        self._visits: dict[State, int] = {}

    def turn(self, scene: Scene) -> Turn:
        """The best action as far as one step shows; STUCK when there is none."""
        state = self._environment.state
        self._visits[state] = self._visits.get(state, 0) + 1
        rated = [(self._value(state, one), one) for one in self._world.applicable(state)]
        if not rated:
            return Call("STUCK")
        best = max(value for value, _ in rated)
        head, *args = atoms.parse(self._rng.choice([one for value, one in rated if value == best]).name)
        names = (one.name[1:] for one in self._world.level.problem.domain.schemas[head].parameters)
        return Call(head, dict(zip(names, args, strict=True)))

    def _value(self, state: State, operator: Operator) -> tuple[bool, int, int]:
        step = self._world.step(state, operator)
        achieved = (step.state.facts & self._world.goal_mask).bit_count()
        gained = achieved + len(self._world.reached(step.state))
        return not step.failed, gained, -self._visits.get(step.state, 0)
