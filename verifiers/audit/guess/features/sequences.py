"""Sequences of actions: repetitions, chains, what the others do at the same step, how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from .....domains.planning import atoms
from ..question import Question
from . import Measures

Parts = tuple[str, ...]


def measure(question: Question) -> Measures:
    """Nothing where the options are no sequences."""
    if "actions" not in question.options[0] or question.problem is None:
        return {}
    parsed = [[tuple(atoms.parse(name)) for name in option["actions"]] for option in question.options]
    goal = {name for fact in question.problem.goal for name in fact[1:]}
    found: dict[str, list[float]] = {
        "actions": [len(each) for each in parsed],
        "actions that repeat": [len(each) - len(set(each)) for each in parsed],
        "neighbours about the same objects": [_same(each) for each in parsed],
        "neighbours without a common object": [
            sum(not set(one[1:]) & set(other[1:]) for one, other in pairwise(each)) for each in parsed
        ],
        "neighbours of the same name": [sum(a[0] == b[0] for a, b in pairwise(each)) for each in parsed],
        "different actions by name": [len({row[0] for row in each}) for each in parsed],
        "the last action is about the goal": [_share(each[-1:], goal) for each in parsed],
        "actions about the goal": [_share(each, goal) for each in parsed],
        "objects of the goal that occur": [
            len(goal & {name for row in each for name in row[1:]}) for each in parsed
        ],
    }
    return found | (_beside(parsed) if len(parsed) > 2 else {})


def _beside(parsed: Sequence[Sequence[Parts]]) -> dict[str, list[float]]:
    """An option beside the others, whole actions compared."""
    steps = [Counter(rows) for rows in _columns(parsed)]
    bags = Counter(row for each in parsed for row in set(each))
    away = [
        [_distance(one, other) for number, other in enumerate(parsed) if number != place]
        for place, one in enumerate(parsed)
    ]
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


def _columns(parsed: Sequence[Sequence[Parts]]) -> list[list[Parts]]:
    longest = max(map(len, parsed))
    return [[each[place] for each in parsed if place < len(each)] for place in range(longest)]


def _distance(one: Sequence[Parts], other: Sequence[Parts]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _same(rows: Sequence[Parts]) -> int:
    return sum(set(one[1:]) == set(other[1:]) for one, other in pairwise(rows))


def _share(rows: Sequence[Parts], goal: set[str]) -> float:
    return sum(bool(goal.intersection(row[1:])) for row in rows) / max(1, len(rows))
