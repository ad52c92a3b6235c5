"""All figures of a set of grid-world episodes, for machines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict

from ....instances.records import Json
from .cost import points, rising
from .exploring import KINDS, Tried
from .measured import Measured
from .perplexity import WINDOW, area, curve, final
from .scores import PERCENTILE, mean, meeting, scores

TASKS = ("mfp", "planning", "change")
MEETINGS = {"change": "trigger", "planning": "goal"}
"""What is met in a test, by task."""


def summary(episodes: Sequence[Measured], *, window: int = WINDOW, rank: float = PERCENTILE) -> Json:
    """Scores by agent and task, explorations by agent and by world, meetings by agent and world, costs."""
    agents = _grouped(episodes, lambda one: one.agent)
    return {
        "window": window,
        "percentile": rank,
        "agents": {agent: _agent(own, window, rank) for agent, own in agents.items()},
        "worlds": {
            agent: {
                world: {**_meetings(some), **_explored(some, window)}
                for world, some in _grouped(own, lambda one: one.world).items()
            }
            for agent, own in agents.items()
        },
        "rising": rising(episodes),
    }


def _agent(own: Sequence[Measured], window: int, rank: float) -> Json:
    tasks = {task: [one for one in own if one.task == task] for task in TASKS}
    cost = points(own)
    return {
        "all": asdict(scores(own, rank)),
        "tasks": {task: asdict(scores(some, rank)) for task, some in tasks.items() if some},
        **_explored(own, window),
        **_meetings(own),
        "tokens": next(iter(cost.values()))[0] if cost else None,
        "seconds": mean(one.seconds for one in own),
    }


def _explored(own: Sequence[Measured], window: int) -> Json:
    """Means over the explorations."""
    tried = [Tried.of(one.explored) for one in own]
    curves = [curve(one.explored, window) for one in own]
    return {
        "explored": mean(one.steps for one in tried),
        "clicks": mean(one.clicks for one in tried),
        "arrows": mean(one.arrows for one in tried),
        "shares": {kind: mean(one.share(kind) for one in tried) for kind in KINDS},
        "shares_of_steps": {kind: mean(one.share_of_steps(kind) for one in tried) for kind in KINDS},
        "perplexity_area": mean(map(area, curves)),
        "perplexity_final": mean(map(final, curves)),
    }


def _meetings(own: Sequence[Measured]) -> Json:
    return {
        name: asdict(meeting(some))
        for task, name in MEETINGS.items()
        if (some := [one for one in own if one.task == task])
    }


def _grouped(episodes: Iterable[Measured], key: Callable[[Measured], str]) -> dict[str, list[Measured]]:
    groups: defaultdict[str, list[Measured]] = defaultdict(list)
    for one in episodes:
        groups[key(one)].append(one)
    return dict(sorted(groups.items()))
