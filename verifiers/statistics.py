"""Means, intervals and pass rates of verdicts, kept as one small tally an instance.

* ``mean``: over the decided answers; an answer that could not be parsed counts 0, an undecided one is left
  out and counted beside it.  Its interval is Wilson's (1927), with the number of *questions* as n: several
  samples of one question are not independent, so counting them would make the interval too narrow.
* ``mean_all``: over all questions of the truth, of the mean of their decided answers; a question without any
  (none came, or it was refused) counts 0, one whose answers are all undecided is left out.
* ``mean@k``: over the questions with at least k decided answers, of the mean of their answers.
* ``corrected``: as ``mean``, of (v - c) / (1 - c) for a value v and the *chance* c of its question
  (``blind_score``); questions of chance 1 tell nothing and are left out.
* ``pass@k``: over the same questions, the unbiased estimate 1 - C(n-c, k) / C(n, k) of the chance that one of
  k samples is right, when c of n are (Chen et al., 2021, Evaluating Large Language Models Trained on Code).

>>> low, high = wilson(0.5, 10)
>>> round(low, 4), round(high, 4)
(0.2366, 0.7634)
>>> pass_at(2, answers=4, passed=1)
0.5
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb, frexp, sqrt
from typing import Any, NamedTuple

from ..instances.errors import NameUnknownError
from ..instances.records import Code, Instance, Outcome, Verdict

Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution

KEYS = ("family", "task", "domain", "form", "level", "split", "agent")
"""What verdicts can be grouped by, besides ``difficulty`` and ``difficulty:MEASURE``."""

Label = tuple[tuple[str, int, str], ...]
"""A group: for each key (measure, rank, text), so that labels sort as readers expect."""


def check_key(key: str) -> None:
    """NameUnknownError for a key that verdicts cannot be grouped by."""
    for part in key.split("+"):
        if part not in KEYS and part != "difficulty" and not part.startswith("difficulty:"):
            known = f"{', '.join(KEYS)}, difficulty[:MEASURE]"
            raise NameUnknownError(f"cannot group by {part!r}; there are {known}")


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is a number; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def wilson(mean: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a mean of n values in 0..1."""
    centre = mean + z * z / (2 * n)
    radius = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - radius) / scale), min(1.0, (centre + radius) / scale)


def pass_at(k: int, *, answers: int, passed: int) -> float:
    """The unbiased estimate of pass@k from ``passed`` right ones among ``answers`` (at least k)."""
    return 1.0 - comb(answers - passed, k) / comb(answers, k)


class _Group(NamedTuple):
    """What questions are grouped by: one object for all questions that agree in it."""

    family: str
    task: str
    domain: str
    form: str
    level: int | None
    split: str | None


class _Question(NamedTuple):
    """What is kept of a question."""

    group: _Group
    chance: float
    difficulty: Mapping[str, float]


@dataclass(slots=True)
class Tally:
    """The verdicts on one question."""

    answers: int = 0  # decided answers: all but the undecided ones
    passed: int = 0
    total: float = 0.0
    undecided: int = 0
    unparsed: int = 0
    codes: dict[Code, int] = field(default_factory=dict)
    chance: float = 0.0  # what a player earns who looks at nothing

    def add(self, verdict: Verdict) -> None:
        """Count one verdict."""
        code, value = verdict.code, verdict.value
        self.codes[code] = self.codes.get(code, 0) + 1
        if value is None:
            self.undecided += 1
            return
        self.answers += 1
        self.total += value
        if value >= 1.0:
            self.passed += 1
        elif verdict.outcome is Outcome.UNPARSED:
            self.unparsed += 1


@dataclass(frozen=True)
class AtK:
    """A figure over the questions that have at least k decided answers."""

    k: int
    questions: int
    mean: float
    passed: float


@dataclass(frozen=True)
class Figures:
    """What is said of one group of questions."""

    questions: int
    unanswered: int
    answers: int
    mean: float | None
    mean_all: float | None
    corrected: float | None  # None where nothing can be earned by chance, or everything
    undecided: int
    unparsed: int
    unparsed_rate: float | None
    codes: dict[str, int]
    interval: tuple[float, float] | None
    at: tuple[AtK, ...]

    def json(self) -> dict[str, Any]:
        """The same as a JSON object."""
        at = {str(at.k): {"questions": at.questions, "mean": at.mean, "pass": at.passed} for at in self.at}
        figures = {name: value for name, value in vars(self).items() if name != "at"}
        return figures | {"interval": list(self.interval) if self.interval else None, "at_k": at}


class Statistics:
    """Tallies for the questions of a truth set, once for each agent that answered any of them.

    The size does not depend on the number of verdicts.  Rows that name no agent are one agent's.  Without
    ``difficulty`` nothing can be grouped by it, and it takes no room.
    """

    def __init__(self, instances: Iterable[Instance], *, difficulty: bool = True) -> None:
        groups: dict[_Group, _Group] = {}
        self._questions: dict[str, _Question] = {}
        for instance in instances:
            group = _Group(*(getattr(instance, name) for name in _Group._fields))
            measures = instance.difficulty if difficulty else {}
            kept = _Question(groups.setdefault(group, group), blind_score(instance), measures)
            self._questions[instance.id] = kept
        self._agents: dict[str, dict[str, Tally]] = {}

    def add(self, verdict: Verdict) -> None:
        """Count one verdict; KeyError when its instance is not in the set."""
        agent = verdict.agent or ""
        tallies = self._agents.get(agent)
        if tallies is None:
            tallies = {name: Tally(chance=question.chance) for name, question in self._questions.items()}
            self._agents[agent] = tallies
        tallies[verdict.id].add(verdict)

    def _tallies(self) -> Iterator[tuple[str, str, _Question, Tally]]:
        """Agent, id, question and tally; empty tallies when nobody answered."""
        for agent in sorted(self._agents) or [""]:
            tallies = self._agents.get(agent, {})
            for name, question in self._questions.items():
                yield agent, name, question, tallies.get(name) or Tally(chance=question.chance)

    @property
    def agents(self) -> list[str]:
        """Who answered, by name; the empty name for rows that name nobody."""
        return sorted(self._agents)

    @property
    def unanswered(self) -> dict[str, list[str]]:
        """Of each agent (the empty name where nobody answered) the questions without a verdict, in order."""
        missing: dict[str, list[str]] = {}
        for agent, name, _, tally in self._tallies():
            if not tally.codes:
                missing.setdefault(agent, []).append(name)
        return missing

    @property
    def most_samples(self) -> int:
        """The largest number of decided answers to one question."""
        return max((tally.answers for *_, tally in self._tallies()), default=0)

    def total(self, ks: Iterable[int] = (1,)) -> Figures:
        """The figures of all questions."""
        return figures([tally for *_, tally in self._tallies()], tuple(ks))

    def by(self, key: str, ks: Iterable[int] = (1,)) -> dict[str, Figures]:
        """The figures for each value of a key (``a+b`` crosses two), in order; or NameUnknownError."""
        check_key(key)
        groups: dict[Label, list[Tally]] = {}
        for agent, _, question, tally in self._tallies():
            for label in _groups(question, key, agent):
                groups.setdefault(label, []).append(tally)
        at = tuple(ks)
        named = ((" / ".join(text for _, _, text in label), groups[label]) for label in sorted(groups))
        return {name: figures(tallies, at) for name, tallies in named}


def figures(tallies: Iterable[Tally], ks: tuple[int, ...]) -> Figures:
    """Roll tallies up; ``ks`` are the numbers of samples to report on."""
    tallies = list(tallies)
    answered = [tally for tally in tallies if tally.answers]
    answers = sum(tally.answers for tally in tallies)
    undecided, unparsed = sum(tally.undecided for tally in tallies), sum(tally.unparsed for tally in tallies)
    by_answer = sum(tally.total for tally in tallies) / answers if answers else None
    known = (tally for tally in tallies if tally.answers or not tally.undecided)
    codes: Counter[str] = Counter()
    for tally in tallies:
        codes.update({code.value: count for code, count in tally.codes.items()})
    return Figures(
        questions=len(tallies),
        unanswered=sum(not tally.codes for tally in tallies),
        answers=answers,
        mean=by_answer,
        mean_all=mean(tally.total / max(1, tally.answers) for tally in known),
        corrected=mean_corrected(answered),
        interval=None if by_answer is None else wilson(by_answer, len(answered)),
        undecided=undecided,
        unparsed=unparsed,
        unparsed_rate=unparsed / (answers + undecided) if answers + undecided else None,
        at=tuple(at_k(k, answered) for k in ks if any(tally.answers >= k for tally in answered)),
        codes=dict(sorted(codes.items())),
    )


def mean_corrected(tallies: Iterable[Tally]) -> float | None:
    """The mean over answers once chance is taken off; None where nothing can be earned by chance."""
    telling = [tally for tally in tallies if tally.chance < 1]
    if not any(tally.chance for tally in telling):
        return None
    total = sum(corrected(tally.total / tally.answers, tally.chance) * tally.answers for tally in telling)
    return total / sum(tally.answers for tally in telling)


def corrected(value: float, chance: float) -> float:
    """A score on the scale where chance (below 1) has 0 and a perfect player 1.

    >>> corrected(0.75, 0.5), corrected(0.7, 0.0)
    (0.5, 0.7)
    """
    return (value - chance) / (1.0 - chance)


def blind_score(instance: Instance) -> float:
    """What a player earns who looks at nothing: the most of three.

    An answer drawn evenly earns half of yes and no, and one of so many options; a record may state in
    ``difficulty.blind`` what its best blind guesser earns, 1 where the form of the question gives it away.
    """
    options = len(instance.prompt.choices) or len(instance.query.get("options") or ())
    even = 0.5 if instance.form == "bool" else 1 / options if options else 0.0
    return max(even, stated_blind(instance) or 0.0)


def stated_blind(instance: Instance) -> float | None:
    """What a question states that a blind player earns, from 0 to 1; None where it states nothing."""
    blind = instance.difficulty.get("blind")
    return blind if blind is not None and 0.0 <= blind <= 1.0 else None


def at_k(k: int, tallies: Iterable[Tally]) -> AtK:
    """mean@k and pass@k over the questions with at least k decided answers (there is one)."""
    enough = [tally for tally in tallies if tally.answers >= k]
    mean = sum(tally.total / tally.answers for tally in enough) / len(enough)
    passed = sum(pass_at(k, answers=tally.answers, passed=tally.passed) for tally in enough) / len(enough)
    return AtK(k, len(enough), mean, passed)


def _groups(question: _Question, key: str, agent: str) -> list[Label]:
    """The groups of a question under a key; several for ``difficulty``, one for each measure."""
    crossed: list[Label] = [()]
    for part in key.split("+"):
        crossed = [(*label, value) for label in crossed for value in _labels(question, part, agent)]
    return crossed


def _labels(question: _Question, key: str, agent: str) -> Iterator[tuple[str, int, str]]:
    if key == "agent":
        yield agent, 0, agent or "-"
        return
    if key in KEYS:
        value = getattr(question.group, key)
        yield ("", value, str(value)) if isinstance(value, int) else (value or "", 0, value or "-")
        return
    wanted = key.partition(":")[2]
    yield from (bucket(name, value) for name, value in question.difficulty.items() if wanted in ("", name))


def bucket(name: str, value: float) -> tuple[str, int, str]:
    """The power-of-two bucket of a difficulty figure: it means the same in every set.

    >>> [bucket("objects", value)[2] for value in (0, 1, 3, 13.5)]
    ['objects 0', 'objects 1', 'objects 2-3', 'objects 8-15']
    """
    if value < 1:
        return name, 0, f"{name} 0"
    low = 1 << (frexp(value)[1] - 1)
    return name, low, f"{name} {low}" if low == 1 else f"{name} {low}-{2 * low - 1}"


def counts(codes: Mapping[str, int]) -> str:
    """Counts as one line, the commonest first.

    >>> counts({"ok": 2, "wrong": 5})
    'wrong 5, ok 2'
    """
    ordered = sorted(codes.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{code} {count}" for code, count in ordered)
