"""The task ``accept``: claimed outputs."""

from __future__ import annotations

from ..reading.kinds import AnswerKind
from ..task import Task
from .judging_runs import judge_acceptance
from .labelling import accept_item, accept_label

TASK = Task(
    key="accept",
    family="reactive",
    number=2,
    title="claimed outputs",
    paper="TTE",
    groups={"gen": "reactive_accept_gen", "bool": "reactive_accept_bool"},
    shape=AnswerKind.ACCEPTANCE,
    label=accept_label,
    judge=lambda question, options: judge_acceptance(question, question.truth),
    decide=accept_item,
)
