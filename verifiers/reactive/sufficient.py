"""A minimal sufficient set: literals that, kept, force the effect whatever all other inputs are."""

from ..reading.kinds import AnswerKind
from ..task import Judge, JudgeOptions, Labelled, Task
from .explanations import judge_of_sets, label_of_sets
from .passes import one_sufficient, sufficiency
from .question import NONE, Question


def label(question: Question) -> Labelled:
    """An example and the number of such sets."""
    example = one_sufficient(question.passes)
    return label_of_sets(question, "sufficient", example, lambda full: full.sufficient, NONE)


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
    number=4,
    title="minimal sufficient set",
    paper="AXp",
    groups={"gen": "reactive_sufficient_gen"},
    shape=AnswerKind.LITERALS,
    label=label,
    judge=judge,
)
