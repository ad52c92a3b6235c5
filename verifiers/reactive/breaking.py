"""A minimal breaking set: if all of its literals may change, the effect can be avoided."""

from __future__ import annotations

from ...instances.records import Certificate, Json
from ..judgement import JudgeOptions
from ..reading.kinds import AnswerKind
from ..task import Judge, Labelled, Task
from .explanations import certificates, judge_of_sets, listed
from .passes import breaking, one_breaking
from .question import Question, labelled


def label(question: Question) -> Labelled:
    """An example and the number of such sets; of too many the example is proven by itself, the number
    undecided.
    """
    cells, full = one_breaking(question.passes), listed(question.product)
    example = None if cells is None else question.atoms(cells)
    truth: Json = {"kind": "breaking", "example": example, "count": full and len(full.breaking)}
    if full is None:
        return labelled(truth, [Certificate("breaking", {"atoms": example})], 1, 1, example)
    return labelled(truth, certificates(question, full), 2, gold=example)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when changing all literals of the set avoids the effect, and no smaller part of it would do."""
    return judge_of_sets(
        question,
        lambda full: full.breaking,
        breaking,
        "changing these literals does not avoid the effect",
        "need not change",
    )


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
