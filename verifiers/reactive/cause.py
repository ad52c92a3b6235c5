"""The task ``cause``: full cause as a formula."""

from __future__ import annotations

from ..reading.kinds import AnswerKind
from ..task import Task
from .judging_causes import judge_cause
from .labelling import cause_label

TASK = Task(
    key="cause",
    family="reactive",
    number=6,
    title="full cause as a formula",
    paper="PC1-PC3",
    groups={"gen": "reactive_cause_gen"},
    shape=AnswerKind.FORMULA,
    label=cause_label,
    judge=lambda question, options: judge_cause(question, question.truth),
)
