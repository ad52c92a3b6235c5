"""The runner: an agent plays an environment, and an episode record comes out.

The record holds every turn as it was sent and a digest of every observation, so that whoever has the instance
can play it again and score it; times and tokens stand apart, for they are not part of what is scored.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...domains.environment import Environment, Feedback, Turn, digest, turn_json
from ...instances.records import Episode, Step, Usage
from ...verifiers.replay import CUT_SHORT
from .agent import Agent, Scene


@dataclass(frozen=True)
class Limits:
    """The most turns of an episode; worlds stop sooner for reasons of their own."""

    turns: int = 10_000


def play(
    instance: str, environment: Environment, agent: Agent, *, sample: int = 0, limits: Limits | None = None
) -> Episode:
    """Let the agent play until the environment stops."""
    history: list[tuple[Turn, Feedback]] = []
    steps: list[Step] = []
    turns = (limits or Limits()).turns
    while environment.stop is None and len(steps) < turns:
        seen = environment.observe()
        scene = Scene(environment.instructions, environment.tools, seen, tuple(history))
        turn = agent.turn(scene)
        feedback = environment.act(turn)
        history.append((turn, feedback))
        steps.append(
            Step(
                action=turn_json(turn),
                outcome=feedback.outcome,
                observation=digest(seen),
                feedback=feedback.text,
                metadata=feedback.metadata,
            )
        )
    usage: Usage | None = getattr(agent, "usage", None)
    return Episode(
        instance=instance,
        agent=agent.name,
        steps=tuple(steps),
        stop=environment.stop or CUT_SHORT,
        sample=sample,
        usage=usage,
    )
