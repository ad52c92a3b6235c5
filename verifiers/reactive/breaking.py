"""A minimal breaking set: if all of its literals may change, the effect can be avoided."""

from ..reading.kinds import AnswerKind
from ..task import Judge, JudgeOptions, Labelled, Task
from .explanations import judge_of_sets, label_of_sets
from .passes import breaking, one_breaking
from .question import Question


def label(question: Question) -> Labelled:
    """An example and the number of such sets."""
    example = one_breaking(question.passes)
    return label_of_sets(question, "breaking", example, lambda full: full.breaking)


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
    number=5,
    title="minimal breaking set",
    paper="CXp",
    groups={"gen": "reactive_breaking_gen"},
    shape=AnswerKind.LITERALS,
    label=label,
    judge=judge,
)
