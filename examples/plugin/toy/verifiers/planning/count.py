"""Count: how many actions are applicable in the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certwright.instances.records import Certificate, Code, Grades
from certwright.verifiers.planning.oracle import Oracle
from certwright.verifiers.planning.world import Question
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.task import Judgement, JudgeOptions, Labelled, Task, correct, incorrect


def label(question: Question, oracle: Oracle) -> Labelled:
    """The number, with a certificate of a kind of our own."""
    count = sum(1 for _ in oracle.task.applicable(oracle.task.init))
    proofs = (Certificate("tally", {"applicable": count}),)
    return Labelled({"kind": "index", "index": count}, proofs, Grades(certified=1), gold=str(count))


def judge(question: Question, options: JudgeOptions) -> Callable[[Any], Judgement]:
    """Compare a number with the right one."""
    count: int = question.truth["index"]

    def verdict(value: Any) -> Judgement:
        if value == count:
            return correct(f"{count} actions are applicable")
        return incorrect(Code.WRONG, f"{count} actions are applicable, not {value}")

    return verdict


TASK = Task(
    key="count",
    family="planning",
    title="number of applicable actions",
    paper="none",
    groups={"gen": "toy_count_gen"},
    shape=AnswerKind.INDEX,
    asks="actions",
    label=label,
    judge=judge,
    answer_format="Answer with one number.",
)
