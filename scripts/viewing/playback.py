"""Episodes played back: replayed by the judge's replay, and recorded turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from ...domains.environment import Environment, Feedback, Turn
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.frames import Partial
from ...domains.reactive.environment import CommitEpisode
from ...domains.timetravel.environment import TimeTravel
from ...instances.errors import CertwrightError
from ...instances.records import Episode, Instance, Json
from ...verifiers.reactive.question import Question
from ...verifiers.replay import replay
from ..agents.families import environment
from .content import action_text, cut
from .grids import board, stepped
from .states import level_states
from .waves import flipped, wave

TURNS = 2000
"""The most turns that are shown; the whole episode is replayed."""
TEXT = 6000
"""The most characters of an observation or a feedback."""


@dataclass
class Watched:
    """An environment that records what it showed; everything else is delegated to the world."""

    world: Environment

    def __post_init__(self) -> None:
        self.seen: list[str] = [self.world.observe()]
        self.told: list[Feedback] = []
        self.frames: list[Partial] = []
        self.facts: list[list[str]] = []
        self._look()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world, name)

    def act(self, turn: Turn) -> Feedback:
        """Take a turn in the world, and record its state afterwards."""
        feedback = self.world.act(turn)
        if len(self.told) < TURNS:
            self.told.append(feedback)
            self.seen.append(self.world.observe())
            self._look()
        return feedback

    def _look(self) -> None:
        if hasattr(self.world, "frame"):
            self.frames.append(cast("WorldTest", self.world).frame)
        elif hasattr(self.world, "state"):
            level = cast("TimeTravel", self.world)
            self.facts.append(level.world.facts(level.state))


def played_back(question: Instance, episode: Episode) -> Json:
    """The turns of an episode with what the world showed; ``fault`` says where the world contradicts the
    record."""
    watched, fault = Watched(environment(question)), ""
    try:
        replay(episode, cast(Environment, watched))
    except CertwrightError as error:
        fault = str(error)
    turns = [{"caption": "at the beginning", "observation": cut(watched.seen[0], TEXT)}]
    for step, feedback, seen in zip(episode.steps, watched.told, watched.seen[1:], strict=False):
        said = "" if feedback.text == seen else cut(feedback.text, TEXT)
        turn = {
            "caption": f"turn {len(turns)}: {action_text(step.action)[:400]}",
            "outcome": feedback.outcome,
        }
        turns.append({**turn, "feedback": said, "observation": cut(seen, TEXT)})
    return {
        "kind": "playback",
        "title": f"Played back: {episode.agent}, {len(episode.steps)} turns",
        "fault": fault,
        "turns": turns,
        "inner": _inner(question, watched),
    }


def _inner(question: Instance, watched: Watched) -> Json | None:
    """A picture that moves with the turns: the grid, the facts, or the run with the settings so far."""
    if watched.frames:
        return stepped("", [""] * len(watched.frames), [board("the grid", watched.frames)])
    if watched.facts:
        states = level_states("", cast("TimeTravel", watched.world).world)
        for before, facts in zip(watched.facts, watched.facts[1:], strict=False):
            states.add("", facts, before)
        return states.json()
    if question.family != "reactive":
        return None
    problem, made = Question.of(question), cast("CommitEpisode", watched.world).committed
    drawn = wave("", problem.machine, flipped(problem, made), marks=made, effect=problem.effect)
    return {**drawn, "cursor": True}
