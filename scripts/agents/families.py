"""One registry: how an instance of each family becomes an environment, and who plays it well.

A family enters by a row of ``FAMILIES``.  An agent that needs more than a scene is built here, from the
instance and the environment; the agents that models are compared with see scenes only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ...domains.environment import Call, Environment, Turn
from ...instances.errors import UnsupportedError
from ...instances.hostile import decode
from ...instances.records import Instance
from .agent import Agent, ReplayAgent

if TYPE_CHECKING:
    from ...domains.gridworld.environment import WorldTest
    from ...domains.timetravel.environment import TimeTravel


@dataclass(frozen=True)
class Played:
    """What a family lends to agents."""

    environment: Callable[[Instance], Environment]
    optimal: Callable[[Instance, Environment], Iterable[Turn]] | None = None
    """The turns of a best episode; they may be made as it goes on."""
    greedy: Callable[[Environment, int], Agent] | None = None
    """A greedy agent, with a seed for ties."""
    signals: tuple[str, ...] = ()
    """Tools that end an episode: a random agent does not call them."""
    random: Callable[[Instance, Environment, int, int], Agent] | None = None
    """The family's own random agent, with seed and sample."""
    explorer: Callable[[], Agent] | None = None
    """An agent that learns the world by trying everything."""


def environment(instance: Instance) -> Environment:
    """The episode of an instance, at its beginning.

    Raises UnsupportedError for an instance that is no episode, RecordError or WorldError for a bad one.
    """
    if instance.form != "episode":
        raise UnsupportedError(f"{instance.id} is no episode: its form is {instance.form}")
    return family(instance).environment(instance)


def family(instance: Instance) -> Played:
    """What the instance's family lends to agents; UnsupportedError when none can play it."""
    if instance.family not in FAMILIES:
        raise UnsupportedError(f"no agent plays the family {instance.family}")
    return FAMILIES[instance.family]


def _timetravel(instance: Instance) -> Environment:
    from ...verifiers.timetravel.episode import environment

    return environment(instance)


def _timetravel_plan(instance: Instance, world: Environment) -> list[Turn]:
    """The stored plan; without one the level is searched."""
    from ...verifiers.timetravel.episode import turns_of_plan
    from ...verifiers.timetravel.optimum import solve

    level = cast("TimeTravel", world)
    plan = (instance.truth or {}).get("plan")
    return turns_of_plan(level, plan if plan is not None else solve(level.world).plan)


def _timetravel_greedy(world: Environment, seed: int) -> Agent:
    from .timetravel import GreedyAgent

    return GreedyAgent(cast("TimeTravel", world), seed)


def _timetravel_random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    from .timetravel import RandomPlayer

    return RandomPlayer(cast("TimeTravel", world), instance.id, seed, sample)


def _reactive(instance: Instance) -> Environment:
    from ...verifiers.reactive.intervene import environment
    from ...verifiers.reactive.question import Question

    return environment(Question.of(instance))


def _reactive_plan(instance: Instance, world: Environment) -> list[Turn]:
    """The stored certificate, timestep by timestep."""
    from ...verifiers.reactive.question import Question

    if instance.gold is None:
        raise UnsupportedError(f"{instance.id}: no certificate is stored, so none can be played")
    inputs = Question.of(instance).machine.inputs
    plain = {ap: one.name for ap, one in zip(inputs, world.tools[0].parameters, strict=True)}
    turns: list[Turn] = []
    for step in range(len(instance.query["trace"])):
        atoms = [atom for atom in decode(instance.gold.encode()) if atom[0] == step]
        turns.append(Call("advance", {plain[name]: str(value) for _, name, value in atoms}))
    return turns


def _reactive_random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    from ...generators.rng import Rng
    from .reactive import ByChance

    return ByChance(Rng("agent", "random", instance.id, seed, sample))


def _reactive_greedy(world: Environment, seed: int) -> Agent:
    from ...generators.rng import Rng
    from .reactive import ByGreed

    return ByGreed(Rng("agent", "greedy", seed))


def _reactive_explorer() -> Agent:
    from ...generators.rng import Rng
    from .reactive import BySearch

    return BySearch(Rng("agent", "explorer"), "explorer")


def _gridworld(instance: Instance) -> Environment:
    from ...verifiers.gridworld.episode import environment

    return environment(instance)


def _gridworld_best(instance: Instance, world: Environment) -> Iterable[Turn]:
    from .gridworld import best_turns

    return best_turns(cast("WorldTest", world), instance.truth or {})


def _gridworld_random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    from .gridworld import RandomPlayer

    return RandomPlayer(cast("WorldTest", world).question.program.grid_size, instance.id, seed, sample)


def _explorer() -> Agent:
    from .explorer import Explorer

    return Explorer()


FAMILIES: dict[str, Played] = {
    "timetravel": Played(
        _timetravel, _timetravel_plan, _timetravel_greedy, ("DONE", "STUCK"), random=_timetravel_random
    ),
    "reactive": Played(
        _reactive, _reactive_plan, _reactive_greedy, random=_reactive_random, explorer=_reactive_explorer
    ),
    "gridworld": Played(_gridworld, _gridworld_best, random=_gridworld_random, explorer=_explorer),
}


def optimal(instance: Instance, world: Environment) -> Agent:
    """The agent that plays a best episode; UnsupportedError where none is known."""
    best = family(instance).optimal
    if best is None:
        raise UnsupportedError(f"no optimal agent plays {instance.family}")
    return ReplayAgent(best(instance, world), "optimal")
