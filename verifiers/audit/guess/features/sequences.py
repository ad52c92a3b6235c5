"""Sequences of actions, and what is left out of one; reactive traces, and what is asked of them."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from operator import ne
from typing import Any

from .....domains.planning import atoms
from ..question import Question
from . import Measures

Parts = tuple[str, ...]


def of_plans(question: Question) -> Measures:
    """Nothing where the options are neither sequences nor parts of one."""
    if question.problem is None:
        return {}
    goal = {name for fact in question.problem.goal for name in fact[1:]}
    if "remove" in question.options[0]:
        return _of_removals(question, goal)
    return _of_sequences(question, goal) if "actions" in question.options[0] else {}


def _of_sequences(question: Question, goal: set[str]) -> dict[str, list[float]]:
    """Repetitions, chains, what the others do at the same step, how they end."""
    parsed = [[tuple(atoms.parse(name)) for name in option["actions"]] for option in question.options]
    measures: dict[str, list[float]] = {
        "actions": [len(each) for each in parsed],
        "actions that repeat": [len(each) - len(set(each)) for each in parsed],
        "neighbours about the same objects": [_same(each) for each in parsed],
        "neighbours without a common object": [sum(map(_strange, each, each[1:])) for each in parsed],
        "neighbours of the same name": [sum(a[0] == b[0] for a, b in pairwise(each)) for each in parsed],
        "different actions by name": [len({row[0] for row in each}) for each in parsed],
        "the last action is about the goal": [_share(each[-1:], goal) for each in parsed],
        "actions about the goal": [_share(each, goal) for each in parsed],
        "objects of the goal that occur": [
            len(goal & {name for row in each for name in row[1:]}) for each in parsed
        ],
    }
    return measures | (_beside(parsed) if len(parsed) > 2 else {})


def _beside(parsed: Sequence[Sequence[Parts]]) -> dict[str, list[float]]:
    steps = [Counter(rows) for rows in zip_longest(*parsed)]
    bags = Counter(row for each in parsed for row in set(each))
    pairs = [[(one, other) for n, other in enumerate(parsed) if n != k] for k, one in enumerate(parsed)]
    away = [[sum(map(ne, one, other)) + abs(len(one) - len(other)) for one, other in each] for each in pairs]
    return {
        "actions that others do at the same step": [
            sum(steps[place][row] - 1 for place, row in enumerate(each)) / len(each) for each in parsed
        ],
        "actions that others do at all": [sum(bags[row] - 1 for row in each) / len(each) for each in parsed],
        "actions of its own": [sum(bags[row] == 1 for row in each) for each in parsed],
        "steps away from the nearest": [min(each) for each in away],
        "steps away from the farthest": [max(each) for each in away],
        "steps away from all": [sum(each) for each in away],
        "options a step away": [each.count(1) for each in away],
        "first step of its own": [
            next((n for n, row in enumerate(each) if steps[n][row] == 1), len(each)) for each in parsed
        ],
        "ends like others": [sum(each[-1] == other[-1] for other in parsed) for each in parsed],
    }


def _same(rows: Sequence[Parts]) -> int:
    return sum(set(one[1:]) == set(other[1:]) for one, other in pairwise(rows))


def _share(rows: Sequence[Parts], goal: set[str]) -> float:
    return sum(bool(goal.intersection(row[1:])) for row in rows) / max(1, len(rows))


def _of_removals(question: Question, goal: set[str]) -> dict[str, list[float]]:
    """Where what is left out stands, and what stands around it."""
    plan = [tuple(atoms.parse(name)) for name in question.options[0]["plan"]]
    removed: list[tuple[int, int]] = [tuple(option["remove"]) for option in question.options]
    times, names = Counter(plan), Counter(name for row in plan for name in row[1:])
    first = next((start for start, count in removed if count == 2 and _alike(plan, start)), None)
    spans = [set(range(start, start + count)) for start, count in removed]
    objects = [[name for n in span for name in plan[n][1:]] for span in spans]
    measures: dict[str, list[float]] = {
        "actions left out": [count for _, count in removed],
        "start": [start for start, _ in removed],
        "start, of the whole": [start / len(plan) for start, _ in removed],
        "away from the end": [len(plan) - start - count for start, count in removed],
        "two neighbours about the same objects": [n == 2 and _alike(plan, at) for at, n in removed],
        "the first two neighbours about the same objects": [span == (first, 2) for span in removed],
        "two neighbours, the objects in other order": [
            count == 2 and _alike(plan, start) and plan[start][1:] != plan[start + 1][1:]
            for start, count in removed
        ],
        "same objects as the next": [_alike(plan, start + count - 1) for start, count in removed],
        "same objects as the one before": [_alike(plan, start - 1) for start, _ in removed],
        "the same action stands elsewhere": [sum(times[plan[n]] > 1 for n in span) for span in spans],
        "objects that stand nowhere else": [sum(names[name] == 1 for name in each) for each in objects],
        "objects of the goal left out": [sum(name in goal for name in each) for each in objects],
        "before and after fit": [_fit(plan, start, count) for start, count in removed],
        "no object in common with what comes next": [
            at + n < len(plan) and _strange(plan[at + n - 1], plan[at + n]) for at, n in removed
        ],
    }
    if 2 < len(removed) <= 6:
        measures["touches what others touch"] = [
            sum(bool({n - 1, n, n + 1} & other) for n in span for other in spans) for span in spans
        ]
    return measures


def _alike(plan: Sequence[Parts], start: int) -> bool:
    return 0 <= start < len(plan) - 1 and set(plan[start][1:]) == set(plan[start + 1][1:])


def _strange(one: Parts, other: Parts) -> bool:
    return not set(one[1:]) & set(other[1:])


def _fit(plan: Sequence[Parts], start: int, count: int) -> float:
    """Objects that the action before and the action after have in common."""
    if start == 0 or start + count >= len(plan):
        return -1.0
    return len(set(plan[start - 1][1:]) & set(plan[start + count][1:]))


def of_traces(question: Question) -> Measures:
    """Nothing for other families."""
    if question.instance.family != "reactive" or not question.yes_no:
        return {}
    query = question.instance.query
    measures: dict[str, list[float]] = {}
    for name in ("trace", "outputs"):
        rows: list[str] = query.get(name) or [""]
        ones = [row.count("1") for row in rows]
        changes = [sum(a != b for a, b in zip(one, other, strict=False)) for one, other in pairwise(rows)]
        measures |= {
            f"ones in {name}": [sum(ones) / max(1, len("".join(rows)))],
            f"ones at the end of {name}": [ones[-1]],
            f"changes in {name}": [sum(changes) / max(1, len(rows))],
            f"different steps in {name}": [len(set(rows)) / len(rows)],
            f"steps in {name}": [len(rows)],
        }
    if "literal" in query:
        measures |= _literal(query["literal"], query["effect"], query["trace"])
    return measures


def _literal(literal: list[Any], effect: dict[str, Any], trace: list[str]) -> dict[str, list[float]]:
    step, name, value = literal
    end = effect.get("at", len(trace) - 1)
    return {
        "step of the literal": [step],
        "value of the literal": [value],
        "steps from the literal to the effect": [end - step],
        "the literal is after the effect": [float(step > end)],
        "the effect wants a one": [effect.get("value", 0)],
        "the effect is a formula": [float("formula" in effect)],
        "the formula names the literal": [float(name in effect.get("formula", effect.get("ap", "")))],
    }


def measure(question: Question) -> Measures:
    """Those of the question's family."""
    return {**of_plans(question), **of_traces(question)}
