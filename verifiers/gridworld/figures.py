"""Figures of a set of episodes: scores by task and chance, meetings, score against cost, all in one summary.

Scores are those of completed tests.  The aggregate of a problem's attempts is a percentile (the paper takes
the 80th of 20 people's), a group's the mean of its problems'.  A world *rises* when the least-squares line of
the agents' mean scores over the logarithm of their mean cost, in tokens, goes up there.

>>> percentile([0.0, 0.0, 1.0, 0.5, 1.0], 80)
1.0
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import log2

from ...instances.records import Json
from ..statistics import mean
from .measured import KINDS, WINDOW, Measured, Tried, area, curve, final

TASKS = ("mfp", "planning", "change")
MEETINGS = {"change": "trigger", "planning": "goal"}  # what is met in a test, by task
PERCENTILE = 80


@dataclass(frozen=True)
class Scores:
    """The scores of a group of episodes; None where no test was completed."""

    episodes: int
    completed: int
    mean: float | None
    corrected: float | None  # the mean beyond the blind scores, over the questions that state one
    deterministic: float | None  # the mean in worlds without chance
    stochastic: float | None
    aggregate: float | None


@dataclass(frozen=True)
class Meeting:
    """How often a change was triggered, or a goal reached, and after how many steps (Table E.3)."""

    episodes: int
    probability: float | None
    steps: float | None  # the mean over the episodes in which it happened
    steps_all: float | None  # the mean over all; where it never happened the whole length of the test counts


def percentile(values: Sequence[float], rank: float) -> float:
    """The percentile of some values, at least one, interpolated linearly between the nearest."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * rank / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def scores(episodes: Sequence[Measured], rank: float = PERCENTILE) -> Scores:
    """The scores of a group."""
    attempts: defaultdict[str, list[float]] = defaultdict(list)
    for episode in episodes:
        if episode.score is not None:
            attempts[episode.instance].append(episode.score)
    return Scores(
        len(episodes),
        sum(episode.completed for episode in episodes),
        mean(episode.score for episode in episodes),
        mean(episode.corrected for episode in episodes),
        mean(episode.score for episode in episodes if not episode.stochastic),
        mean(episode.score for episode in episodes if episode.stochastic),
        mean(percentile(marks, rank) for marks in attempts.values()),
    )


def meeting(episodes: Iterable[Measured]) -> Meeting:
    """The meetings of episodes of one task, ``change`` or ``planning``, among the completed ones."""
    known = [episode for episode in episodes if episode.score is not None and episode.played is not None]
    met = [episode.met for episode in known if episode.met is not None]
    return Meeting(
        len(known),
        len(met) / len(known) if known else None,
        mean(met),
        mean(episode.played if episode.met is None else episode.met for episode in known),
    )


Point = tuple[float, float]  # mean cost and mean score of one agent


def points(episodes: Iterable[Measured]) -> dict[str, Point]:
    """What each agent paid and scored; those of which either is not known are left out."""
    placed = {}
    for agent, own in _grouped(episodes, lambda episode: episode.agent).items():
        cost, score = mean(episode.tokens for episode in own), mean(episode.score for episode in own)
        if cost and score is not None:
            placed[agent] = (cost, score)
    return placed


def slope(given: Sequence[Point]) -> float | None:
    """Score gained for each doubling of cost, by least squares; None without two different costs.

    >>> slope([(1, 0.25), (2, 0.5), (4, 0.75)])
    0.25
    """
    if len({cost for cost, _ in given}) < 2:
        return None
    xs, ys = [log2(cost) for cost, _ in given], [score for _, score in given]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def rising(episodes: Iterable[Measured]) -> dict[str, bool]:
    """For each world in which two agents paid differently whether scores rise with cost."""
    worlds = _grouped(episodes, lambda episode: episode.world)
    slopes = {world: slope(list(points(own).values())) for world, own in worlds.items()}
    return {world: slope > 1e-12 for world, slope in slopes.items() if slope is not None}


def summary(episodes: Sequence[Measured], *, window: int = WINDOW, rank: float = PERCENTILE) -> Json:
    """Scores by agent and task, explorations by agent and by world, meetings by agent and world, costs."""
    agents = _grouped(episodes, lambda episode: episode.agent)
    return {
        "window": window,
        "percentile": rank,
        "agents": {agent: _agent(own, window, rank) for agent, own in agents.items()},
        "worlds": {
            agent: {
                world: {**_meetings(some), **_explored(some, window)}
                for world, some in _grouped(own, lambda episode: episode.world).items()
            }
            for agent, own in agents.items()
        },
        "rising": rising(episodes),
    }


def _agent(own: Sequence[Measured], window: int, rank: float) -> Json:
    tasks = {task: [episode for episode in own if episode.task == task] for task in TASKS}
    cost = points(own)
    return {
        "all": asdict(scores(own, rank)),
        "tasks": {task: asdict(scores(some, rank)) for task, some in tasks.items() if some},
        **_explored(own, window),
        **_meetings(own),
        "tokens": next(iter(cost.values()))[0] if cost else None,
        "seconds": mean(episode.seconds for episode in own),
    }


def _explored(own: Sequence[Measured], window: int) -> Json:
    tried = [Tried.of(episode.explored) for episode in own]
    curves = [curve(episode.explored, window) for episode in own]
    return {
        "explored": mean(counts.steps for counts in tried),
        "clicks": mean(counts.different["click"] for counts in tried),
        "arrows": mean(counts.different["arrow"] for counts in tried),
        "shares": {kind: mean(counts.share(kind) for counts in tried) for kind in KINDS},
        "shares_of_steps": {kind: mean(counts.share_of_steps(kind) for counts in tried) for kind in KINDS},
        "perplexity_area": mean(map(area, curves)),
        "perplexity_final": mean(map(final, curves)),
    }


def _meetings(own: Sequence[Measured]) -> Json:
    return {
        name: asdict(meeting(some))
        for task, name in MEETINGS.items()
        if (some := [episode for episode in own if episode.task == task])
    }


def _grouped(episodes: Iterable[Measured], key: Callable[[Measured], str]) -> dict[str, list[Measured]]:
    groups: defaultdict[str, list[Measured]] = defaultdict(list)
    for episode in episodes:
        groups[key(episode)].append(episode)
    return dict(sorted(groups.items()))
