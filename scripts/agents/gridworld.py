"""Players of grid worlds: the paper's random agent, and one that plays a best episode.

Each turn the random agent draws one of six kinds of action (``noop``, four arrows, click on a cell drawn
uniformly), as in appendix C of the paper; its answers are drawn too.  The best episode uses the program, the
stored plan and the world's state, which agents do not see.
"""

from collections.abc import Iterator
from typing import cast

from ...domains.environment import Call, Environment, Turn
from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.phases import PlanningTest
from ...domains.gridworld.questions import LETTERS, Change, MaskedFrame, Planning
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.records import Instance, Json
from ...verifiers.gridworld.change import shortest_distinction
from ...verifiers.gridworld.judging import environment
from ...verifiers.gridworld.planning import shortest, sure_steps
from ...verifiers.gridworld.space import explore
from ...verifiers.gridworld.support import Support
from ...verifiers.search.grid_states import state_key
from .agent import Agent, Scene
from .explorer import Explorer, scene_steps

__all__ = ["environment", "explorer", "optimal", "random"]

EXPLORED, PLAYED = 100, 200  # steps of the random agent's exploration, and of its change-detection test
_KINDS = (NOOP, LEFT, RIGHT, UP, DOWN)


def optimal(instance: Instance, world: Environment) -> Iterator[Turn]:
    """A best episode, generated during play."""
    return best_turns(cast(WorldTest, world), instance.truth or {})


def random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    """The paper's random agent."""
    return RandomPlayer(cast(WorldTest, world).question.program.grid_size, instance.id, seed, sample)


explorer = Explorer


def drawn_action(rng: Rng, size: int) -> Action:
    """The action of the paper's random agent in a grid of this size."""
    kind = rng.below(6)
    return _KINDS[kind] if kind < 5 else click(rng.below(size), rng.below(size))


class RandomPlayer:
    """Explores, plays and answers at random."""

    name = "random"

    def __init__(self, size: int, *labels: str | int):
        self._size, self._rng = size, Rng("agent", "random", "gridworld", *labels)
        self._left = {"exploration": EXPLORED, "test": PLAYED}

    def turn(self, scene: Scene) -> Turn:
        """The next action, or an answer when one is due."""
        tools = {tool.name: tool for tool in scene.tools}
        if "submit" in tools:
            if scene.history[-1][1].outcome == "chosen":
                return Call("submit")
            return Call("choose_grid_i", {"i": self._rng.below(1 + scene_steps(scene))})
        if "choose_option_i" in tools:
            return Call("choose_option_i", {"i": self._rng.below(len(LETTERS))})
        if "step" in tools:
            return Call("step")
        phase = "exploration" if "go-to-test" in tools else "test"
        self._left[phase] -= 1
        if self._left[phase] < 0 and phase == "exploration":
            return Call("go-to-test")
        if self._left[phase] < 0 and "found-the-change" in tools:
            return Call("found-the-change")
        return drawn_action(self._rng, self._size).call()


def best_turns(world: WorldTest, truth: Json) -> Iterator[Turn]:
    """The turns of a best episode; without a stored plan one is searched for (UnsupportedError: none)."""
    yield Call("go-to-test")
    if isinstance(world.question, MaskedFrame):
        if truth.get("kind") != "option":
            raise UnsupportedError("no option is known to be right")
        yield from [Call("step")] * len(world.question.actions)
        yield Call("choose_option_i", {"i": LETTERS.index(truth["answer"])})
    elif isinstance(world.question, Planning):
        if (plan := truth.get("plan")) is None:
            yield from _planned(world, world.question)
        else:
            yield from (Action.parse(step).call() for step in plan)
    else:
        yield from _changed(world, world.question, truth.get("actions"))


def _planned(world: WorldTest, problem: Planning) -> Iterator[Turn]:
    """A cheapest plan, or the moves of a sure policy if steps are random."""
    run = shortest(problem.program, problem.goal, problem.rng_seed)
    if run is not None:
        yield from (action.call() for action in run.plan)
        return
    space = explore(problem.program, problem.rng_seed)
    ranks = sure_steps(space, problem.goal)
    machine, numbers = Machine(problem.program, problem.rng_seed), {}
    for number, snapshot in enumerate(space.snapshots):
        machine.restore(snapshot)
        numbers[state_key(machine)] = number
    assert isinstance(world.test, PlanningTest)
    while world.stop is None:
        position = numbers[state_key(world.test.played.machine)]
        rank = ranks[position]
        if rank is None:
            raise UnsupportedError("no policy surely reaches the goal")
        after = {action: [ranks[number] for _, number in led] for action, led in space.edges[position]}
        worst = {action: max(led) for action, led in after.items() if None not in led}  # type: ignore[type-var]
        yield min(worst, key=lambda action: (worst[action], action)).call()


def _changed(world: WorldTest, problem: Change, stored: list[str] | None) -> Iterator[Turn]:
    """Play the distinguishing actions, watch the belief support, choose the frame at which it is empty."""
    if stored is None:
        run = shortest_distinction(problem.program, problem.changed, problem.rng_seed)
        stored = [] if run is None else [str(action) for action in run.actions]
    played = world.test.played  # type: ignore[union-attr]
    support, rng = Support(problem.program, problem.rng_seed).seeing(played.frame), Rng("agent", "optimal")
    actions = (Action.parse(text) for text in stored)
    while support.size and "found-the-change" in {tool.name for tool in world.tools}:
        action = next(actions, None) or drawn_action(rng, played.size)
        yield action.call()
        support = support.after(action).seeing(played.frame)
    if "found-the-change" in {tool.name for tool in world.tools}:
        yield Call("found-the-change")
    yield Call("choose_grid_i", {"i": len(played.actions)})
    yield Call("submit")
