"""Replays an episode of a report: judges it again, and measures its family's additional figures."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.errors import LimitError, RecordError
from ...instances.records import Answer, Code, Episode, Instance, Verdict
from ...verifiers.gridworld.measured import Measured, measure
from ...verifiers.judge import prepare
from ...verifiers.timetravel.judging import environment, played
from ...verifiers.timetravel.metrics import Course, course
from ...verifiers.timetravel.optimum import Optimum, solve

Item = tuple[int, Instance, Episode]
"""An episode with its question, and its position among the rows of a report."""


@dataclass(frozen=True)
class Replayed:
    """The results of a replay."""

    verdict: Verdict
    measured: Measured | None = None
    """For a grid world."""
    course: Course | None = None
    """For time travel, if regret is requested."""


@dataclass(frozen=True)
class Replay:
    """Replays an episode; with ``regret`` it compares one of time travel with the optimum of its level.

    Each process searches a level once, exhaustively; levels that are too large have no course.
    """

    regret: bool = False

    def __call__(self, item: Item) -> Replayed:
        """The results for an episode; RecordError if its world contradicts the record."""
        _, instance, episode = item
        answer = Answer(id=episode.instance, sample=episode.sample, answer=episode, agent=episode.agent)
        verdict = prepare(instance)(answer)
        if instance.family == "gridworld":
            return Replayed(verdict, measured=measure(instance, episode, verdict))
        if instance.family == "timetravel" and verdict.code is Code.MALFORMED:
            raise RecordError(verdict.explanation)
        if instance.family != "timetravel" or not self.regret or (best := _optimum(instance)) is None:
            return Replayed(verdict)
        return Replayed(verdict, course=course(played(episode, environment(instance)), best))


_optima: dict[str, Optimum | None] = {}
"""The optima of the levels that this process has searched, by id."""


def _optimum(instance: Instance) -> Optimum | None:
    if instance.id not in _optima:
        _optima[instance.id] = None
        with suppress(LimitError):
            _optima[instance.id] = solve(World(of_world(instance.world)))
    return _optima[instance.id]
