"""The runner: an agent plays an environment, which gives an episode record.

The record holds every turn as it was sent and a digest of every observation, so that it can be replayed and
scored with the instance; times and tokens are separate, since they are not scored.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...domains.environment import Environment, Feedback, Turn, digest, turn_json
from ...instances.records import Episode, Json, Step, Usage
from ...verifiers.replay import CUT_SHORT
from .agent import Agent, Scene

FEEDBACK = 400
"""The most characters of feedback that a record keeps; longer feedback (such as a frame) is left to a replay.
"""


@dataclass(frozen=True)
class Limits:
    """The most turns of an episode; worlds may stop sooner."""

    turns: int = 10_000


class EpisodeRun:
    """An episode in progress: its driver reads the scene and takes a turn until it is over."""

    def __init__(self, environment: Environment, limits: Limits | None = None):
        self.environment, self._limits = environment, limits or Limits()
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
        return self.environment.stop is not None or len(self._steps) >= self._limits.turns

    def scene(self) -> Scene:
        """What the agent sees before its next turn."""
        self._seen = self.environment.observe()
        world = self.environment
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

    def episode(
        self,
        instance: str,
        agent: str,
        *,
        sample: int = 0,
        usage: Usage | None = None,
        metadata: Json | None = None,
    ) -> Episode:
        """The record of what happened so far."""
        return Episode(
            instance=instance,
            agent=agent,
            steps=tuple(self._steps),
            stop=self.environment.stop or CUT_SHORT,
            sample=sample,
            usage=usage,
            metadata=metadata or {},
        )


def play(
    instance: str, environment: Environment, agent: Agent, *, sample: int = 0, limits: Limits | None = None
) -> Episode:
    """Let the agent play until the environment stops."""
    run = EpisodeRun(environment, limits)
    while not run.over:
        run.take(agent.turn(run.scene()))
    usage: Usage | None = getattr(agent, "usage", None)
    return run.episode(instance, agent.name, sample=sample, usage=usage)
