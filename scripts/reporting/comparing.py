"""Compares agents on the same questions: paired differences with intervals, corrected for multiple pairs.

A question's value is the mean of an agent's decided samples of it.  Two agents are compared only on the
questions that both answered.

* The interval of a mean or a difference is a percentile bootstrap over *worlds* not over questions, since
  questions about one world are correlated (Efron and Tibshirani, 1993, chapter 13); a single world has none.
  For a group, which may be small, it is Wilson's with the effective number of questions.
* The p-value is McNemar's exact test on the questions that exactly one of the two has wholly right.
* The p-values of several pairs are corrected by Holm's method (1979).

>>> round(mcnemar(1, 9), 4), mcnemar(0, 0)
(0.0215, 1.0)
>>> [round(p, 2) for p in holm([0.01, 0.04, 0.03])]
[0.03, 0.06, 0.06]
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from ...generators.rng import Rng
from ...verifiers.statistics import wilson
from .scored import ScoredRow

RESAMPLES = 1000
TELLING = 10  # questions listed as distinguishing two agents

Interval = tuple[float, float]


def values(rows: Sequence[ScoredRow]) -> dict[str, dict[str, float]]:
    """For each agent, the mean of its decided samples of each question."""
    listed: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.value is not None:
            listed[row.agent][row.id].append(row.value)
    return {agent: {key: sum(some) / len(some) for key, some in own.items()} for agent, own in listed.items()}


def mcnemar(one: int, other: int) -> float:
    """The exact two-sided p-value for so many questions that only the one, and only the other, has right."""
    many = one + other
    tail = sum(comb(many, k) for k in range(min(one, other) + 1)) / 2**many if many else 1.0
    return min(1.0, 2 * tail)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for their number, in the same order."""
    ordered = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(ordered):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = least
    return corrected


def interval(numbers: Mapping[str, float], world: Mapping[str, Hashable], name: str) -> Interval | None:
    """The 95 % bootstrap interval of the mean of numbers by question, drawing worlds; None for one world,
    since the variance between worlds is then unknown.  ``name`` names the random stream."""
    groups: dict[Hashable, list[float]] = defaultdict(list)
    for question in sorted(numbers):
        groups[world[question]].append(numbers[question])
    if len(groups) < 2:
        return None
    clusters = [(sum(some), len(some)) for some in groups.values()]
    rng, means = Rng("bootstrap", name), []
    for _ in range(RESAMPLES):
        drawn = [clusters[rng.below(len(clusters))] for _ in clusters]
        means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    edge = RESAMPLES // 40
    return means[edge], means[-1 - edge]


def of_share(numbers: Mapping[str, float], world: Mapping[str, Hashable]) -> Interval | None:
    """Wilson's 95 % interval of the mean of numbers in 0..1, with the effective number of questions.

    Questions about one world are correlated: their number is divided by the design effect, the ratio of the
    (linearised) variance of the mean over worlds to that of as many independent questions (Kish, 1965,
    section 8.2).  If all numbers are equal each world counts once.  None if all are about one world.
    """
    total, groups = len(numbers), defaultdict[Hashable, list[float]](list)
    for question, value in numbers.items():
        groups[world[question]].append(value)
    if len(groups) < 2:
        return None
    mean = sum(numbers.values()) / total
    apart = sum((sum(some) - mean * len(some)) ** 2 for some in groups.values())
    spread = apart * len(groups) / (len(groups) - 1) / total**2
    worth = min(total, mean * (1 - mean) / spread) if spread > 1e-12 else len(groups)
    return wilson(mean, worth)


@dataclass(frozen=True)
class Comparison:
    """Two agents on the questions that both answered."""

    one: str
    other: str
    questions: int
    means: tuple[float, float]
    difference: float
    interval: Interval | None
    only: tuple[int, int]  # questions that only the one, and only the other, has wholly right
    p: float
    corrected: float
    by_task: dict[str, tuple[int, float]]  # questions and the difference for each task
    telling: tuple[str, ...]

    def sentence(self) -> str:
        """A sentence on which agent is better, by how much, and how certain that is."""
        known, spread = self.corrected < 0.05, "one world: no interval"
        sign = -1 if known and self.difference < 0 else 1
        better, worse = (self.one, self.other)[::sign]
        if self.interval is not None:
            low, high = sorted(sign * bound for bound in self.interval)
            spread = f"95 % {low:+.3f} to {high:+.3f}"
        if known:
            by = f"by {abs(self.difference):.3f} on {self.questions} questions"
            return f"{better} is better than {worse} {by} ({spread}; p = {self.corrected:.2g})"
        return (
            f"{self.one} and {self.other} are not told apart by {self.questions} questions "
            f"({self.means[0]:.3f} and {self.means[1]:.3f}; difference {self.difference:+.3f}, "
            f"{spread}; p = {self.corrected:.3f})"
        )


def compare(rows: Sequence[ScoredRow], agents: Sequence[str] | None = None) -> list[Comparison]:
    """Every pair of agents that share a question, in the order of the agents."""
    known, world = values(rows), {row.id: row.world for row in rows}
    task = {row.id: f"{row.family}/{row.task}" for row in rows}
    compared = []
    for one, other in combinations(agents or sorted(known), 2):
        if not (shared := sorted(known.get(one, {}).keys() & known.get(other, {}).keys())):
            continue
        pairs = {name: (known[one][name], known[other][name]) for name in shared}
        apart = {name: first - second for name, (first, second) in pairs.items()}
        tasks: dict[str, list[float]] = defaultdict(list)
        for name, difference in apart.items():
            tasks[task[name]].append(difference)
        by_task = {name: (len(some), sum(some) / len(some)) for name, some in sorted(tasks.items())}
        right = [(first >= 1.0, second >= 1.0) for first, second in pairs.values()]
        only = right.count((True, False)), right.count((False, True))
        first, second = (sum(numbers) / len(shared) for numbers in zip(*pairs.values(), strict=True))
        difference = sum(apart.values()) / len(shared)
        spread = interval(apart, world, f"{one} against {other}")
        figures = len(shared), (first, second), difference, spread, only, mcnemar(*only), 1.0, by_task
        telling = sorted(filter(apart.__getitem__, shared), key=lambda name: (-abs(apart[name]), name))
        compared.append(Comparison(one, other, *figures, tuple(telling[:TELLING])))
    corrected = holm([comparison.p for comparison in compared])
    return [replace(pair, corrected=p) for pair, p in zip(compared, corrected, strict=True)]
