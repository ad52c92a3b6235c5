"""A minimal sufficient set: literals that, kept, force the effect whatever all other inputs are.

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
from .passes import one_sufficient, sufficiency
from .question import NONE, Question, labelled


def label(question: Question) -> Labelled:
    """An example and the number of such sets.

    The minimal breaking sets prove everything about causes; where there are too many of them, the example is
    proven by itself and the number stays undecided.
    """
    example = question.atoms(one_sufficient(question.passes))
    full = listed(question.product)
    truth: Json = {"kind": "sufficient", "example": example, "count": full and len(full.sufficient)}
    if full is None:
        return labelled(truth, [Certificate("sufficient", {"atoms": example})], 1, 1, example or NONE)
    return labelled(truth, certificates(question, full), 2, gold=example or NONE)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the set forces the effect and no literal of it can be left out."""
    question.passes.require_effect()
    figures_of = nearest(question, lambda full: full.sufficient)

    def verdict(value: Any) -> Judgement:
        given = read_literals(list(value), question.machine, question.trace)
        if isinstance(given, Fault):
            return incorrect(*given)
        figures, checked = figures_of(given), sufficiency(question.passes, given)
        if not checked.holds:
            return incorrect(
                Code.MISSING_ITEMS, "with these literals kept the effect can still be avoided", **figures
            )
        if checked.removable:
            return incorrect(
                Code.EXTRA_ITEMS, f"{question.first(checked.removable)} is not needed", **figures
            )
        return correct("", **figures)

    return verdict


TASK = Task(
    key="sufficient",
    family="reactive",
    number=4,
    title="minimal sufficient set",
    paper="AXp",
    groups={"gen": "reactive_sufficient_gen"},
    shape=AnswerKind.LITERALS,
    label=label,
    judge=judge,
)
