"""The panel over a set: what every guesser scores, group by group, beside the honest baseline.

A group is a task and form of a family, and a domain of it where there are ``LARGE`` questions.  Options that
are equal by a measure share its guess.  The *baseline* is chance, or what the definition gives away
(``inherent``).  A guesser is *above* when the lower end of its interval (Wilson, 95 %; of fixed guessers the
one that covers all at once, Bonferroni) is more than ``MARGIN`` above the baseline.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import NormalDist, median

from ....instances.records import Instance, Json
from ...statistics import stated_blind, wilson
from ..finding import LEARNED, GuesserRow
from .blind import PLAYERS, constants
from .features import measured
from .learned import guessed
from .question import Question, group_of, question_of

MARGIN = 0.05
LARGE = 200
FEWEST = 4  # questions of a group that is looked at
SHARE_OF_NONE = 0.20  # the share of questions whose answer may be that there is nothing
NOTHING = frozenset({"land", "cause", "butfor"})  # tasks with such an answer
LEVELS = (1.0, 1.0, 0.3, 0.3, 0.05, 0.05)
INHERENT: dict[str, float] = {
    **{f"planning/just/{form}": 0.57 for form in ("gen", "mcq", "bool")},
    "reactive/accept/gen": 0.5,
    **{f"timetravel/level/episode/level {level}": value for level, value in enumerate(LEVELS, 1)},
}
"""What guessing may earn whatever is drawn: the first two neighbours about the same objects in ACPBench
Hard's own questions; that a log is accepted; walks in levels that are that small."""


Scores = dict[str, list[float]]  # by name a number for each question, or of a question for each option


def panel(instances: Iterable[Instance]) -> list[GuesserRow]:
    """Every guesser on every group of labelled questions, the best first in each group."""
    groups: dict[str, list[Instance]] = defaultdict(list)
    for instance in instances:
        if instance.truth:
            groups[group_of(instance)].append(instance)
    rows: list[GuesserRow] = []
    for name in sorted(groups):
        rows += _rows(name, groups[name])
        domains: dict[str, list[Instance]] = defaultdict(list)
        for instance in groups[name]:
            domains[instance.domain].append(instance)
        for domain in sorted(domains):
            if len(domains) > 1 and len(domains[domain]) >= LARGE:
                rows += _rows(name, domains[domain], f"{name}/{domain}")
    return rows


def best(rows: Iterable[GuesserRow]) -> list[Json]:
    """For each group what the learned guesser and the best fixed one score."""
    best_rows: dict[str, dict[str, GuesserRow]] = defaultdict(dict)
    for row in rows:
        best_rows[row.group].setdefault("learned" if row.strategy == LEARNED else "fixed", row)
    return [row.json() for group in sorted(best_rows) for _, row in sorted(best_rows[group].items())]


def _rows(name: str, instances: Sequence[Instance], label: str = "") -> list[GuesserRow]:
    if len(instances) < FEWEST:
        return []
    questions = [question for instance in instances if (question := question_of(instance))]
    whole = len(questions) == len(instances)
    scores = _answered(name, instances)
    learned = None
    if whole:
        measures = _measures(questions)
        scores |= _fixed(questions, measures)
        learned = guessed(questions, measures)
    chance = _mean([question.chance for question in questions]) if whole else 0.0
    baseline = max(inherent(name, instances), chance)
    together = NormalDist().inv_cdf(1 - 0.025 / max(1, len(scores)))
    rows = [_row(label or name, key, values, baseline, together) for key, values in scores.items()]
    if learned is not None:
        rows.append(_row(label or name, LEARNED, learned, baseline))
    return sorted(rows, key=lambda row: (-row.score, row.strategy))


def _answered(name: str, instances: Sequence[Instance]) -> Scores:
    player = PLAYERS.get("/".join(name.split("/")[:2]))
    if player is not None:
        return player(instances)
    return constants(instances) if instances[0].form != "episode" else {}


def inherent(name: str, instances: Sequence[Instance]) -> float:
    """What the definition gives away whatever is drawn."""
    _, task, form = name.split("/")[:3]
    blind = [score for instance in instances if (score := stated_blind(instance)) is not None]
    if len(blind) == len(instances):
        return _mean(blind)
    if (task, form) in (("reach", "gen"), ("areach", "gen")):
        # an object twice, or of no use to an action, is out of reach in every state
        return 1.0 - sum(bool((instance.truth or {}).get("none")) for instance in instances) / len(instances)
    if name in INHERENT:
        return INHERENT[name]
    return SHARE_OF_NONE if form == "gen" and task in NOTHING else 0.0


def _measures(questions: Sequence[Question]) -> list[Scores]:
    """The measures of each question; of a yes/no question how far the item is above the group's median."""
    measures = [measured(question) for question in questions]
    if not all(question.yes_no for question in questions):
        return measures
    names = sorted({name for each in measures for name in each})
    middle = {name: median(each[name][0] for each in measures if name in each) for name in names}
    return [{name: [each[name][0] - middle[name], 0.0] for name in each} for each in measures]


def _fixed(questions: Sequence[Question], measures: Sequence[Scores]) -> Scores:
    """What the option with the most, and the one with the least of each measure earns."""
    scores: Scores = {}
    for name in sorted({name for each in measures for name in each}):
        for word, sign in (("most", 1), ("least", -1)):
            scores[f"{word}: {name}"] = [
                _earned(question, [sign * number for number in each.get(name, [0.0] * len(question.worth))])
                for question, each in zip(questions, measures, strict=True)
            ]
    return scores


def _earned(question: Question, numbers: Sequence[float]) -> float:
    top = max(numbers)
    return _mean([worth for worth, number in zip(question.worth, numbers, strict=True) if number == top])


def _row(group: str, strategy: str, values: Sequence[float], baseline: float, z: float = 0.0) -> GuesserRow:
    score, many = _mean(values), len(values)
    plain = wilson(score, many)
    low = min(plain[0], wilson(score, many, z)[0]) if z else plain[0]
    return GuesserRow(group, strategy, score, plain, baseline, many, low > baseline + MARGIN)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
