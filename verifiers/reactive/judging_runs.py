"""Judges of trace evaluation: the run, the acceptance of claimed outputs, yes or no."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ...instances.records import Code
from ..judgement import Judgement, correct, incorrect, undecided
from .question import Question

_AND = re.compile(r"\band\b|&&?|,", re.IGNORECASE)
Judge = Callable[[Any], Judgement]
Truth = dict[str, Any]


def judge_run(question: Question, truth: Truth) -> Judge:
    """Right when all T + 1 states and all T rows of outputs are.

    Metadata: ``first_wrong_step`` (of an output, or of the state before the step), and the shares of right
    states and outputs among those that are due; rows beyond the end cost, too.
    """
    states, outputs = truth["states"], truth["outputs"]
    names = question.machine.outputs

    def judge(value: Any) -> Judgement:
        told_states, told_outputs = value[0], [_row(row, names) for row in value[1]]
        right_states = _share(told_states, states)
        right_outputs = _share(told_outputs, outputs)
        metadata = {"states_right": right_states, "outputs_right": right_outputs}
        for step in range(len(outputs) + 1):
            state = told_states[step] if step < len(told_states) else None
            if type(state) is not int or state != states[step]:
                told = "missing" if state is None else shown(state)
                return _wrong(step, f"the state before step {step} is {states[step]}, not {told}", metadata)
            if step < len(outputs) and (step >= len(told_outputs) or told_outputs[step] != outputs[step]):
                told = shown(value[1][step]) if step < len(told_outputs) else "missing"
                return _wrong(step, f"the outputs at step {step} are {outputs[step]}, not {told}", metadata)
        if len(told_states) > len(states) or len(told_outputs) > len(outputs):
            return incorrect(Code.EXTRA_ITEMS, f"the trace ends after {len(outputs)} steps", **metadata)
        return correct("", first_wrong_step=None, **metadata)

    return judge


def _wrong(step: int, explanation: str, metadata: dict[str, Any]) -> Judgement:
    return incorrect(Code.WRONG, explanation, first_wrong_step=step, **metadata)


def _share(told: list[Any], right: list[Any]) -> float:
    hits = [bool(type(one) is type(other) and one == other) for one, other in zip(told, right, strict=False)]
    return sum(hits) / max(len(told), len(right))


def shown(value: Any) -> str:
    """A value from outside in at most 80 characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."


def _row(value: Any, names: tuple[str, ...]) -> Any:
    """A row of outputs over "01": from such text, a list of bits, an object with a bit for each name, or the
    names of those that are 1 ("g and r", where inputs may stand too).
    """
    if isinstance(value, dict) and set(value) == set(names):
        value = [value[name] for name in names]
    if isinstance(value, str) and value.strip("01"):
        said = {part.strip(' "`') for part in _AND.split(value)}
        value = [name in said for name in names]
    if isinstance(value, list) and all(type(bit) in (int, bool) and bit in (0, 1) for bit in value):
        return "".join("1" if bit else "0" for bit in value)
    return value


def judge_acceptance(question: Question, truth: Truth) -> Judge:
    """Right when acceptance and, for a rejected trace, the first bad step are."""
    accepted, bad = truth["accepted"], truth["first_bad_step"]

    def judge(value: Any) -> Judgement:
        told, step = value
        if not isinstance(told, bool):
            return incorrect(Code.ILL_TYPED, f'"accepted" is true or false, not {shown(told)}')
        if told != accepted:
            what = "is the machine's own" if accepted else f"departs from the machine's at step {bad}"
            return incorrect(Code.WRONG, f"the claimed trace {what}", accepted_right=False)
        if step != bad or isinstance(step, bool):
            return incorrect(
                Code.WRONG_INDEX, f"the first bad step is {bad}, not {shown(step)}", accepted_right=True
            )
        return correct("", accepted_right=True)

    return judge


def judge_bool(truth: Truth) -> Judge:
    """Right when yes or no is; undecided where nobody knows."""
    right = truth["answer"]

    def judge(value: Any) -> Judgement:
        if right is None:
            return undecided("the truth is not known")
        if value is right:
            return correct()
        return incorrect(Code.WRONG, f"the answer is {'yes' if right else 'no'}")

    return judge
