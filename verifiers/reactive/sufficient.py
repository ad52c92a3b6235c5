"""A minimal sufficient set: literals that, kept, force the effect whatever all other inputs are."""

from __future__ import annotations

from ...instances.records import Certificate, Json
from ..judgement import JudgeOptions
from ..reading.kinds import AnswerKind
from ..task import Judge, Labelled, Task
from .explanations import certificates, judge_of_sets, listed
from .passes import one_sufficient, sufficiency
from .question import NONE, Question, labelled


def label(question: Question) -> Labelled:
    """An example and the number of such sets; of too many the example is proven by itself, the number
    undecided.
    """
    example = question.atoms(one_sufficient(question.passes))
    full = listed(question.product)
    truth: Json = {"kind": "sufficient", "example": example, "count": full and len(full.sufficient)}
    if full is None:
        return labelled(truth, [Certificate("sufficient", {"atoms": example})], 1, 1, example or NONE)
    return labelled(truth, certificates(question, full), 2, gold=example or NONE)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Right when the set forces the effect and no literal of it can be left out."""
    return judge_of_sets(
        question,
        lambda full: full.sufficient,
        sufficiency,
        "with these literals kept the effect can still be avoided",
        "is not needed",
    )


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
