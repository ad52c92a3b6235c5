"""Trace evaluation (TempoBench TTE): the run of a machine, T + 1 states and T rows of outputs.

Outputs of a step are written as a row over ``01``, one character an output in the order of the machine.

>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> run_truth(latch, (0, 1, 0))
{'kind': 'run', 'states': [0, 0, 1, 1], 'outputs': ['0', '1', '1']}
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from ...domains.reactive.machine import Machine
from ...domains.reactive.words import rows
from ...instances.records import Code, Json, Outcome
from ..reading.kinds import AnswerKind
from ..task import EVALUATION, Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect
from .question import Question, labelled

_NOT = re.compile(r"^(?:!|~|not )\s*", re.IGNORECASE)
_AND = re.compile(r"\band\b|&&?|,", re.IGNORECASE)


def run_truth(machine: Machine, letters: Sequence[int]) -> Json:
    """The states and the rows of outputs of the run over these letters."""
    run = machine.run(letters)
    outputs = rows(run.outputs, len(machine.outputs))
    return {"kind": "run", "states": list(run.states), "outputs": outputs}


def label(question: Question) -> Labelled:
    """The run, which needs no proof but its evaluation."""
    truth = run_truth(question.machine, question.trace)
    return labelled(truth, EVALUATION, 1, gold={key: truth[key] for key in ("states", "outputs")})


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when all T + 1 states and all T rows of outputs are.

    Metadata: ``first_wrong_step`` (of an output, or of the state before the step), and the shares of right
    states and outputs; rows beyond the end cost, too.  Rows of another width are malformed, as numbers are
    where a step has several outputs: 10 may be "10" or "010".
    """
    states, outputs = question.truth["states"], question.truth["outputs"]
    names, inputs = question.machine.outputs, question.machine.inputs

    def verdict(value: Any) -> Judgement:
        for row in value[1]:
            if _other_width(row, len(names)):
                width = "1 character" if len(names) == 1 else f"{len(names)} characters"
                why = f"{shown(row)} is no row: the outputs of a step are a string of {width} 0 or 1"
                return Judgement(Outcome.UNPARSED, Code.MALFORMED, why)
        given_states, given_rows = value[0], [_row(row, names, inputs) for row in value[1]]
        figures = {"states_right": _share(given_states, states), "outputs_right": _share(given_rows, outputs)}
        for step in range(len(outputs) + 1):
            state = given_states[step] if step < len(given_states) else None
            if type(state) is not int or state != states[step]:
                given = "missing" if state is None else shown(state)
                return _wrong(step, f"the state before step {step} is {states[step]}, not {given}", figures)
            if step < len(outputs) and given_rows[step : step + 1] != [outputs[step]]:
                given = shown(value[1][step]) if step < len(given_rows) else "missing"
                return _wrong(step, f"the outputs at step {step} are {outputs[step]}, not {given}", figures)
        if len(given_states) > len(states) or len(given_rows) > len(outputs):
            return incorrect(Code.EXTRA_ITEMS, f"the trace ends after {len(outputs)} steps", **figures)
        return correct("", first_wrong_step=None, **figures)

    return verdict


def _wrong(step: int, explanation: str, metadata: Json) -> Judgement:
    return incorrect(Code.WRONG, explanation, first_wrong_step=step, **metadata)


def _share(given: list[Any], right: list[Any]) -> float:
    hits = [bool(type(one) is type(other) and one == other) for one, other in zip(given, right, strict=False)]
    return sum(hits) / max(len(given), len(right))


def _other_width(row: Any, width: int) -> bool:
    """Whether a row is written as digits, and not one for each output."""
    if isinstance(row, str):
        return len(row.strip()) != width and re.fullmatch("[01]+", row.strip()) is not None
    return isinstance(row, (int, float)) and width != 1


def _row(value: Any, names: tuple[str, ...], inputs: tuple[str, ...]) -> Any:
    """A row of outputs over "01": from such text, a list of bits, an object with a bit for each name, or the
    names of those that are 1 ("g and !r", where inputs may stand too; "none"); of a single output also its
    bit.  What else stands in a text is no row, and is left as it is.
    """
    if type(value) in (int, bool) and len(names) == 1:
        value = [value]
    if isinstance(value, dict) and set(value) == set(names):
        value = [value[name] for name in names]
    if isinstance(value, str) and (value := value.strip()).strip("01"):
        parts = [part.strip(' "`') for part in _AND.split(value)]
        named = set() if parts == ["none"] else set(parts)
        known = {_NOT.sub("", part) for part in named}
        if known - {*names, *inputs} or len(known) < len(named):
            return value
        value = [name in named for name in names]
    if isinstance(value, list) and all(type(bit) in (int, bool) and bit in (0, 1) for bit in value):
        return "".join("1" if bit else "0" for bit in value)
    return value


def shown(value: Any) -> str:
    """A value from outside in at most 80 characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 80 else text[:77] + "..."


TASK = Task(
    number=1,
    title="run of a machine",
    paper="TTE",
    groups={"gen": "reactive_simulate_gen"},
    shape=AnswerKind.RUN,
    label=label,
    judge=judge,
)
