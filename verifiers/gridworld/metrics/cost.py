"""Score against cost: what agents paid, and in which worlds paying more went with scoring more.

The cost of an episode is its tokens, of input and output.  A world *rises* with cost when the least-squares
line of the agents' mean scores over the logarithm of their mean cost there goes up; one where it is level or
falls does not.  (The paper parts its worlds into the same two sets, by how scores move with cost.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log2

from .measured import Measured
from .scores import mean

Point = tuple[float, float]
"""Mean cost and mean score of one agent."""


def points(episodes: Iterable[Measured]) -> dict[str, Point]:
    """What each agent paid and scored; those of which either is not known are left out."""
    groups: defaultdict[str, list[Measured]] = defaultdict(list)
    for one in episodes:
        groups[one.agent].append(one)
    found = {}
    for agent, own in sorted(groups.items()):
        cost, score = mean(one.tokens for one in own), mean(one.score for one in own)
        if cost and score is not None:
            found[agent] = (cost, score)
    return found


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
    worlds: defaultdict[str, list[Measured]] = defaultdict(list)
    for one in episodes:
        worlds[one.world].append(one)
    slopes = {world: slope(list(points(own).values())) for world, own in sorted(worlds.items())}
    return {world: found > 1e-12 for world, found in slopes.items() if found is not None}
