"""Yes/no questions about reactive systems: counts in traces, outputs, effects and literals."""

from itertools import pairwise
from typing import Any

from ..question import Question
from . import Measures


def measure(question: Question) -> Measures:
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
