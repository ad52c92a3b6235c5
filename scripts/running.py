"""Running agents over instances: which ones, how often, and what a model would cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..domains.environment import Environment, turn_of
from ..instances.canonical import encode
from ..instances.errors import RecordError, UnsupportedError
from ..instances.records import Episode, Instance
from .agents.agent import Agent, RandomAgent, ReplayAgent
from .agents.families import environment, family, optimal
from .agents.human import HumanAgent
from .agents.runner import Limits, play

CHARACTERS_A_TOKEN = 4
FEEDBACK_TOKENS = 150
"""Tokens of one earlier turn and its feedback, roughly."""


@dataclass(frozen=True)
class Casting:
    """Which of our agents plays."""

    agent: str
    seed: int = 0
    replays: Mapping[tuple[str, int], Episode] = field(default_factory=dict)
    """Stored episodes by instance and sample, for ``replay``."""
    human: Callable[[], Agent] = HumanAgent

    def make(self, instance: Instance, world: Environment, sample: int) -> Agent:
        """The agent for one episode; UnsupportedError where it cannot play this instance."""
        if self.agent == "random" and (own := family(instance).random) is not None:
            return own(instance, world, self.seed, sample)
        if self.agent in ("random", "random-raw"):
            return RandomAgent(
                instance.id, self.seed, sample, name=self.agent, avoid=family(instance).signals
            )
        if self.agent == "greedy":
            greedy = family(instance).greedy
            if greedy is None:
                raise UnsupportedError(f"no greedy agent plays {instance.family}")
            return greedy(world, self.seed + sample)
        if self.agent == "explorer":
            explorer = family(instance).explorer
            if explorer is None:
                raise UnsupportedError(f"no explorer plays {instance.family}")
            return explorer()
        if self.agent == "optimal":
            return optimal(instance, world)
        if self.agent == "human":
            return self.human()
        if self.agent == "replay":
            if (stored := self.replays.get((instance.id, sample))) is None:
                raise UnsupportedError(f"no episode of {instance.id}, sample {sample}, is stored")
            return ReplayAgent((turn_of(step.action) for step in stored.steps), stored.agent)
        raise UnsupportedError(f"no agent of ours is called {self.agent!r}")


def played(instances: Sequence[Instance], runs: int, casting: Casting) -> Iterator[tuple[Instance, Episode]]:
    """Every instance so many times, in order; a replay plays what is stored, and no more turns than that."""
    for instance in instances:
        for sample in range(runs):
            if casting.agent == "replay" and (instance.id, sample) not in casting.replays:
                continue
            world = environment(instance)
            agent = casting.make(instance, world, sample)
            if casting.agent == "replay":
                yield instance, _again(casting.replays[instance.id, sample], world, agent)
            else:
                yield instance, play(instance.id, world, agent, sample=sample)


def _again(stored: Episode, world: Environment, agent: Agent) -> Episode:
    limits = Limits(len(stored.steps))
    return play(stored.instance, world, agent, sample=stored.sample, limits=limits)


def chosen(instances: Iterable[Instance], levels: frozenset[int] | None) -> list[Instance]:
    """The episodes among the instances, of these levels; RecordError when there are none."""
    found = [one for one in instances if one.form == "episode" and (levels is None or one.level in levels)]
    if not found:
        raise RecordError("no instance is an episode of these levels")
    return found


@dataclass(frozen=True)
class Estimate:
    """What a run of models would take at most."""

    episodes: int
    turns: int
    input_tokens: int

    def sentence(self) -> str:
        """As a warning."""
        return (
            f"{self.episodes} episodes, at most {self.turns} calls of a model and about "
            f"{self.input_tokens / 1e6:.1f} million input tokens; solved levels end sooner. The provider "
            "charges for them (EPOCH-Bench reports 30 to 40 dollars for 390 episodes); --limit N plays fewer."
        )


def estimate(
    instances: Sequence[Instance], runs: int, models: int, limit: int | None, window: int
) -> Estimate:
    """An upper bound from budgets and the size of the prompts; worlds without a budget count 100 turns."""
    episodes = turns = tokens = 0
    for instance in instances:
        for _ in range(runs * models):
            if limit is not None and episodes >= limit:
                return Estimate(episodes, turns, tokens)
            episodes += 1
            calls, size = _cost(instance, window)
            turns, tokens = turns + calls, tokens + calls * size
    return Estimate(episodes, turns, tokens)


def _cost(instance: Instance, window: int) -> tuple[int, int]:
    world = environment(instance)
    tools = encode([tool.schema() for tool in world.tools])
    shown = len(world.instructions) + len(world.observe()) + len(tools)
    calls = int(getattr(world, "budget", 0) or instance.prompt.limits.get("max_turns", 100))
    return calls, shown // CHARACTERS_A_TOKEN + window * FEEDBACK_TOKENS
