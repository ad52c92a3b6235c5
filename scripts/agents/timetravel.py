"""Agents for levels: a random one that calls only valid actions, and one with one step of lookahead."""

from typing import cast

from ...domains.environment import Call, Environment, Turn
from ...domains.planning import atoms
from ...domains.planning.strips import Operator
from ...domains.timetravel.environment import TimeTravel
from ...domains.timetravel.kernel import State, World
from ...generators.rng import Rng
from ...instances.records import Instance
from ...verifiers.timetravel.judging import environment, turns_of_plan
from ...verifiers.timetravel.optimum import solve
from .agent import Agent, Scene

__all__ = ["environment", "greedy", "optimal", "random", "signals"]
signals = ("DONE", "STUCK")


def optimal(instance: Instance, world: Environment) -> list[Turn]:
    """The stored plan; without one the level is searched."""
    level, plan = cast(TimeTravel, world), (instance.truth or {}).get("plan")
    return turns_of_plan(level, plan if plan is not None else solve(level.world).plan)


def random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    """The agent that calls valid actions."""
    return RandomPlayer(cast(TimeTravel, world), instance.id, seed, sample)


class RandomPlayer:
    """Takes valid actions, drawn uniformly; STUCK when there is none.  (Calls drawn uniformly are nearly
    always refused, which says nothing about a level.)"""

    name = "random"

    def __init__(self, environment: TimeTravel, *labels: str | int):
        self._environment = environment
        self._rng = Rng("agent", "random", "timetravel", *labels)

    def turn(self, scene: Scene) -> Turn:
        """A valid action."""
        world = self._environment.world
        valid = list(world.applicable(self._environment.state))
        return _call(world, self._rng.choice(valid)) if valid else Call("STUCK")


class GreedyAgent:
    """The action after which most of goal and milestones hold; ties by fewest visits, then at random."""

    name = "greedy"

    def __init__(self, environment: Environment, seed: int = 0):
        self._environment = cast(TimeTravel, environment)
        self._world, self._rng = self._environment.world, Rng("agent", "greedy", seed)
        self._visits: dict[State, int] = {}

    def turn(self, scene: Scene) -> Turn:
        """The best action by one step of lookahead; STUCK when there is none."""
        state = self._environment.state
        self._visits[state] = self._visits.get(state, 0) + 1
        rated = [(self._value(state, action), action) for action in self._world.applicable(state)]
        if not rated:
            return Call("STUCK")
        best = max(value for value, _ in rated)
        return _call(self._world, self._rng.choice([action for value, action in rated if value == best]))

    def _value(self, state: State, operator: Operator) -> tuple[bool, int, int]:
        step = self._world.step(state, operator)
        achieved = (step.state.facts & self._world.goal_mask).bit_count()
        gained = achieved + len(self._world.reached(step.state))
        return not step.failed, gained, -self._visits.get(step.state, 0)


greedy = GreedyAgent


def _call(world: World, operator: Operator) -> Call:
    head, *args = atoms.parse(operator.name)
    names = (parameter.name[1:] for parameter in world.level.problem.domain.schemas[head].parameters)
    return Call(head, dict(zip(names, args, strict=True)))
