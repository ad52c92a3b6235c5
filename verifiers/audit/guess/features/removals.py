"""What is left out of a plan: where it stands, what stands around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .....domains.planning import atoms
from ..question import Question
from . import Measures

Parts = tuple[str, ...]


def measure(question: Question) -> Measures:
    """Nothing where nothing is left out."""
    if "remove" not in question.options[0] or question.problem is None:
        return {}
    plan = [tuple(atoms.parse(name)) for name in question.options[0]["plan"]]
    removed: list[tuple[int, int]] = [tuple(option["remove"]) for option in question.options]
    goal = {name for fact in question.problem.goal for name in fact[1:]}
    times, names = Counter(plan), Counter(name for row in plan for name in row[1:])
    first = next((start for start, count in removed if count == 2 and _alike(plan, start)), None)
    spans = [set(range(start, start + count)) for start, count in removed]
    found: dict[str, list[float]] = {
        "actions left out": [count for _, count in removed],
        "start": [start for start, _ in removed],
        "start, of the whole": [start / len(plan) for start, _ in removed],
        "away from the end": [len(plan) - start - count for start, count in removed],
        "two neighbours about the same objects": [
            count == 2 and _alike(plan, start) for start, count in removed
        ],
        "the first two neighbours about the same objects": [
            (start, count) == (first, 2) for start, count in removed
        ],
        "two neighbours, the objects in other order": [
            count == 2 and _alike(plan, start) and plan[start][1:] != plan[start + 1][1:]
            for start, count in removed
        ],
        "same objects as the next": [_alike(plan, start + count - 1) for start, count in removed],
        "same objects as the one before": [_alike(plan, start - 1) for start, _ in removed],
        "the same action stands elsewhere": [sum(times[plan[n]] > 1 for n in span) for span in spans],
        "objects that stand nowhere else": [
            sum(names[name] == 1 for n in span for name in plan[n][1:]) for span in spans
        ],
        "objects of the goal left out": [
            sum(name in goal for n in span for name in plan[n][1:]) for span in spans
        ],
        "before and after fit": [_fit(plan, start, count) for start, count in removed],
        "no object in common with what comes next": [
            start + count < len(plan) and not set(plan[start + count - 1][1:]) & set(plan[start + count][1:])
            for start, count in removed
        ],
    }
    if 2 < len(removed) <= 6:
        found["touches what others touch"] = [
            sum(bool({n - 1, n, n + 1} & other) for n in span for other in spans) for span in spans
        ]
    return found


def _alike(plan: Sequence[Parts], start: int) -> bool:
    return 0 <= start < len(plan) - 1 and set(plan[start][1:]) == set(plan[start + 1][1:])


def _fit(plan: Sequence[Parts], start: int, count: int) -> float:
    """Objects that the action before and the action after have in common."""
    if start == 0 or start + count >= len(plan):
        return -1.0
    return len(set(plan[start - 1][1:]) & set(plan[start + count][1:]))
