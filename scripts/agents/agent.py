"""The agent interface: from the scene that an agent sees to its next turn; and the families of agents.

An agent sees instructions, tools, the present observation and the history; never the instance, its truth or
the world's program.  Agents that need more (such as an optimal one) receive it when they are constructed, in
the module of the family in this folder, which has the members of ``AgentFamily``.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol

from ...domains.environment import Call, Environment, Feedback, Tool, Turn, Utterance, digest, turn_json
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.names import FAMILIES
from ...instances.records import Episode, Instance, Step, Usage
from ...verifiers.judge import CUT_SHORT


@dataclass(frozen=True)
class Scene:
    """What an agent sees before a turn."""

    instructions: str
    tools: tuple[Tool, ...]
    observation: str
    history: tuple[tuple[Turn, Feedback], ...]


class Agent(Protocol):
    """Plays one episode."""

    @property
    def name(self) -> str:
        """The agent's name in records."""
        ...

    def turn(self, scene: Scene) -> Turn:
        """The next turn."""
        ...


class RandomAgent:
    """Calls a tool drawn uniformly, with arguments drawn uniformly from their choices (or 0 to 9)."""

    def __init__(self, *labels: str | int, name: str = "random", avoid: Iterable[str] = ()):
        self.name = name
        self._rng, self._avoid = Rng("agent", "random", *labels), frozenset(avoid)

    def turn(self, scene: Scene) -> Turn:
        """A call of one of the tools that are not avoided."""
        tool = self._rng.choice([tool for tool in scene.tools if tool.name not in self._avoid])
        drawn = {
            parameter.name: self._rng.choice(parameter.choices) if parameter.choices else self._rng.below(10)
            for parameter in tool.parameters
        }
        return Call(tool.name, drawn)


class ReplayAgent:
    """Plays given turns, then reports that none is left."""

    def __init__(self, turns: Iterable[Turn], name: str = "replay"):
        self.name = name
        self._turns: Iterator[Turn] = iter(turns)

    def turn(self, scene: Scene) -> Turn:
        """The next of the given turns."""
        return next(self._turns, Utterance("nothing is left to replay"))


FEEDBACK = 400
"""The most characters of feedback that a record keeps; longer feedback (such as a frame) is left to a replay.
"""


TURNS = 10_000  # the most turns of an episode; worlds may stop sooner


class EpisodeRun:
    """An episode in progress: its driver reads the scene and takes a turn until it is over."""

    def __init__(self, environment: Environment, turns: int = TURNS):
        self.environment, self._turns = environment, turns
        self._history: list[tuple[Turn, Feedback]] = []
        self._steps: list[Step] = []
        self._seen: str | None = None

    @property
    def history(self) -> tuple[tuple[Turn, Feedback], ...]:
        """The turns so far, and their results."""
        return tuple(self._history)

    @property
    def over(self) -> bool:
        """Whether the world has stopped, or the limit is reached."""
        return self.environment.stop is not None or len(self._steps) >= self._turns

    def scene(self) -> Scene:
        """What the agent sees before its next turn."""
        world = self.environment
        self._seen = world.observe()
        return Scene(world.instructions, world.tools, self._seen, self.history)

    def take(self, turn: Turn) -> Feedback:
        """Take a turn in the present scene."""
        seen = self._seen if self._seen is not None else self.environment.observe()
        feedback = self.environment.act(turn)
        self._history.append((turn, feedback))
        self._steps.append(
            Step(
                action=turn_json(turn),
                outcome=feedback.outcome,
                observation=digest(seen),
                feedback=feedback.text if len(feedback.text) <= FEEDBACK else "",
                metadata=feedback.metadata,
            )
        )
        self._seen = None
        return feedback

    def episode(self, instance: str, agent: str, **fields: Any) -> Episode:
        """The record of what happened so far; ``fields`` are its sample, usage and metadata."""
        steps, stop = tuple(self._steps), self.environment.stop or CUT_SHORT
        return Episode(instance=instance, agent=agent, steps=steps, stop=stop, **fields)


def play(instance: str, world: Environment, agent: Agent, *, sample: int = 0, turns: int = TURNS) -> Episode:
    """Let the agent play until the environment stops."""
    run = EpisodeRun(world, turns)
    while not run.over:
        run.take(agent.turn(run.scene()))
    usage: Usage | None = getattr(agent, "usage", None)
    return run.episode(instance, agent.name, sample=sample, usage=usage)


@dataclass(frozen=True)
class AgentFamily:
    """What a family provides to agents."""

    environment: Callable[[Instance], Environment]
    optimal: Callable[[Instance, Environment], Iterable[Turn]] | None = None  # the turns of a best episode
    greedy: Callable[[Environment, int], Agent] | None = None
    signals: tuple[str, ...] = ()  # tools that end an episode; a random agent does not call them
    random: Callable[[Instance, Environment, int, int], Agent] | None = None  # its own; with seed, sample
    explorer: Callable[[], Agent] | None = None  # an agent that learns the world by trying every action


def environment(instance: Instance) -> Environment:
    """The episode of an instance, at its beginning; UnsupportedError if it is not an episode."""
    if instance.form != "episode":
        raise UnsupportedError(f"{instance.id} is no episode: its form is {instance.form}")
    return family(instance).environment(instance)


def family(instance: Instance) -> AgentFamily:
    """The ``AgentFamily`` module of the instance's family; UnsupportedError if it has none."""
    if not (files(__package__) / f"{instance.family}.py").is_file() or instance.family not in FAMILIES:
        raise UnsupportedError(f"no agent plays the family {instance.family}")
    return _family(instance.family)


@cache
def _family(name: str) -> AgentFamily:
    members = vars(import_module(f".{name}", __package__))
    return AgentFamily(
        **{field.name: members[field.name] for field in fields(AgentFamily) if field.name in members}
    )


def optimal(instance: Instance, world: Environment) -> Agent:
    """The agent that plays a best episode; UnsupportedError if none is known."""
    best = family(instance).optimal
    if best is None:
        raise UnsupportedError(f"no optimal agent plays {instance.family}")
    return ReplayAgent(best(instance, world), "optimal")
