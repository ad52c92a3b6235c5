"""Shallow strategies: answers that need no reasoning, to show that they earn no more than chance.

A strategy sees what a model sees (world, query, choices).  ``chance`` is what an answer drawn evenly earns:
one in two, one in four, the share of right ones among the applicable actions or the legal items, one index
out of the sequence; nothing where the answer is a set.  ``table`` sets both side by side over a set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...domains.planning import atoms
from ...instances.records import Answer, Instance
from ...verifiers.judge import judge
from ...verifiers.planning.forms import LETTERS
from ...verifiers.planning.world import World, read_world
from .questions.options import likeness

Strategy = Callable[[Instance], str]


def _world(instance: Instance) -> World:
    return read_world(instance.world)


def _applicable(instance: Instance) -> list[str]:
    task = _world(instance).task
    return [operator.name for operator in task.applicable(task.init)]


def _state_fact(instance: Instance) -> str:
    return min(map(atoms.text, _world(instance).problem.fluent_init))


def _goal_fact(instance: Instance) -> str:
    return min(map(atoms.text, _world(instance).problem.goal))


def _list(items: Iterable[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _facts_asked(instance: Instance) -> list[str]:
    query = instance.query
    return list(query.get("facts", [query["fact"]] if "fact" in query else []))


def _holds_now(instance: Instance) -> str:
    true = set(map(atoms.text, _world(instance).problem.init))
    return "yes" if all(fact in true for fact in _facts_asked(instance)) else "no"


def _always(answer: str) -> Strategy:
    return lambda one: answer


def _likeness(instance: Instance, place: int) -> float:
    return float(likeness(instance.prompt.choices, place))


def _by(score: Callable[[Instance, int], float]) -> Strategy:
    """The letter of the option with the greatest score, the first of several."""

    def strategy(instance: Instance) -> str:
        places = range(len(instance.prompt.choices))
        return LETTERS[max(places, key=lambda place: (score(instance, place), -place))]

    return strategy


def _length(instance: Instance, place: int) -> float:
    return len(instance.prompt.choices[place])


GENERATIVE: Mapping[str, Mapping[str, Strategy]] = {
    "app": {"nothing": lambda one: "[]", "first action": lambda one: _list(_applicable(one)[:1])},
    "prog": {"nothing": lambda one: "[] []", "goal": lambda one: f"[{_goal_fact(one)}] []"},
    "reach": {"none": lambda one: "None", "state fact": _state_fact, "goal fact": _goal_fact},
    "areach": {"none": lambda one: "None", "first action": lambda one: _applicable(one)[0]},
    "val": {
        "first": lambda one: "0",
        "last": lambda one: str(len(one.query["actions"]) - 1),
        "middle": lambda one: str(len(one.query["actions"]) // 2),
    },
    "just": {
        "drop first": lambda one: _list(one.query["plan"][1:]),
        "drop last": lambda one: _list(one.query["plan"][:-1]),
        "drop first two": lambda one: _list(one.query["plan"][2:]),
        "drop last two": lambda one: _list(one.query["plan"][:-2]),
    },
    "land": {"none": lambda one: "None", "state fact": _state_fact, "goal fact": _goal_fact},
    "nexta": {
        "first action": lambda one: _applicable(one)[0],
        "last action": lambda one: _applicable(one)[-1],
    },
}
BOOLEAN: Mapping[str, Strategy] = {
    "yes": lambda one: "yes",
    "no": lambda one: "no",
    "holds now": _holds_now,
}
CHOICE: Mapping[str, Strategy] = {
    **{letter: _always(letter) for letter in "ABCD"},
    "longest": _by(_length),
    "shortest": _by(lambda one, place: -_length(one, place)),
    "most alike": _by(_likeness),
    "least alike": _by(lambda one, place: -_likeness(one, place)),
}


def strategies(task: str, form: str) -> Mapping[str, Strategy]:
    """The strategies for a task's form; those that need facts are left out where there are none."""
    if form == "gen":
        return GENERATIVE[task]
    if form == "mcq":
        return CHOICE
    return {
        name: BOOLEAN[name] for name in BOOLEAN if name != "holds now" or task in ("prog", "reach", "land")
    }


def chance(instance: Instance) -> float:
    """What an evenly drawn answer earns."""
    truth, figures = instance.truth or {}, instance.difficulty
    if instance.form == "bool":
        return 1 / 2
    if instance.form == "mcq":
        return 1 / len(instance.query["options"])
    if instance.task in ("reach", "areach"):
        return figures["unreachable"] / figures["legal"]
    if instance.task == "nexta":
        return len(truth["closer"]) / (len(truth["closer"]) + len(truth["not_closer"]))
    if instance.task == "val":
        return 1 / len(instance.query["actions"])
    if instance.task == "just":
        return figures["removable"] / (2 * len(instance.query["plan"]) - 1)
    if instance.task == "land":
        return figures["landmarks"] / max(1, figures["candidates"])
    return 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """How a strategy does on a task's form: means over ``count`` questions."""

    task: str
    form: str
    strategy: str
    score: float
    chance: float
    count: int

    @property
    def excess(self) -> float:
        """How far the strategy is above chance."""
        return self.score - self.chance


def table(instances: Iterable[Instance]) -> list[Row]:
    """Every strategy on every task and form, the domains taken together."""
    scores: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    luck: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in instances:
        luck[one.task, one.form].append(chance(one))
        for name, strategy in strategies(one.task, one.form).items():
            value = judge(one, Answer(id=one.id, response=strategy(one))).value
            scores[one.task, one.form, name].append(value or 0.0)
    return [
        Row(task, form, name, _mean(values), _mean(luck[task, form]), len(values))
        for (task, form, name), values in sorted(scores.items())
    ]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
