"""The agent interface: from the scene that an agent sees to its next turn.

An agent sees instructions, tools, the present observation and the history; never the instance, its truth or
the world's program.  Agents that need more (such as an optimal one) receive it when they are constructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from ...domains.environment import Call, Feedback, Tool, Turn, Utterance
from ...generators.rng import Rng


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
