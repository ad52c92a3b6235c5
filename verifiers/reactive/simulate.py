"""The task ``simulate``: run of a machine."""

from __future__ import annotations

from ..reading.kinds import AnswerKind
from ..task import Task
from .judging_runs import judge_run
from .labelling import simulate_label

TASK = Task(
    key="simulate",
    family="reactive",
    number=1,
    title="run of a machine",
    paper="TTE",
    groups={"gen": "reactive_simulate_gen"},
    shape=AnswerKind.RUN,
    label=simulate_label,
    judge=lambda question, options: judge_run(question, question.truth),
)
