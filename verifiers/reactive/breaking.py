"""A minimal breaking set: if all of its literals may change, the effect can be avoided.

Answers are checked by the sweeps of ``passes.py``, never matched with the stored example.
"""

from __future__ import annotations

from typing import Any

from ...instances.records import Certificate, Code, Json
from ..judgement import Judgement, JudgeOptions, correct, incorrect
from ..labelled import Labelled
from ..reading.kinds import AnswerKind
from ..task import Judge, Task
from .atoms import Fault, read_literals
from .explanations import certificates, listed, nearest
from .passes import breaking, one_breaking
from .question import Question, labelled


def label(question: Question) -> Labelled:
    """An example and the number of such sets.

    The minimal breaking sets prove everything about causes; where there are too many of them, the example is
    proven by itself and the number stays undecided.
    """
    cells, full = one_breaking(question.passes), listed(question.product)
    example = None if cells is None else question.atoms(cells)
    truth: Json = {"kind": "breaking", "example": example, "count": full and len(full.breaking)}
    if full is None:
        return labelled(truth, [Certificate("breaking", {"atoms": example})], 1, 1, example)
    return labelled(truth, certificates(question, full), 2, gold=example)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when changing all literals of the set avoids the effect, and no smaller part of it would do."""
    question.passes.require_effect()
    figures_of = nearest(question, lambda full: full.breaking)

    def verdict(value: Any) -> Judgement:
        given = read_literals(list(value), question.machine, question.trace)
        if isinstance(given, Fault):
            return incorrect(*given)
        figures, checked = figures_of(given), breaking(question.passes, given)
        if not checked.holds:
            return incorrect(
                Code.MISSING_ITEMS, "changing these literals does not avoid the effect", **figures
            )
        if checked.removable:
            return incorrect(
                Code.EXTRA_ITEMS, f"{question.first(checked.removable)} need not change", **figures
            )
        return correct("", **figures)

    return verdict


TASK = Task(
    key="breaking",
    family="reactive",
    number=5,
    title="minimal breaking set",
    paper="CXp",
    groups={"gen": "reactive_breaking_gen"},
    shape=AnswerKind.LITERALS,
    label=label,
    judge=judge,
)
