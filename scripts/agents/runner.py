"""The runner: an agent plays an environment, which gives an episode record.

The record holds every turn as it was sent and a digest of every observation, so that it can be replayed and
scored with the instance; times and tokens are separate, since they are not scored.
"""

from __future__ import annotations

from typing import Any

from ...domains.environment import Environment, Feedback, Turn, digest, turn_json
from ...instances.records import Episode, Step, Usage
from ...verifiers.replay import CUT_SHORT
from .agent import Agent, Scene

FEEDBACK = 400
"""The most characters of feedback that a record keeps; longer feedback (such as a frame) is left to a replay.
"""


TURNS = 10_000
"""The most turns of an episode; worlds may stop sooner."""


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


def play(
    instance: str, environment: Environment, agent: Agent, *, sample: int = 0, turns: int = TURNS
) -> Episode:
    """Let the agent play until the environment stops."""
    run = EpisodeRun(environment, turns)
    while not run.over:
        run.take(agent.turn(run.scene()))
    usage: Usage | None = getattr(agent, "usage", None)
    return run.episode(instance, agent.name, sample=sample, usage=usage)
