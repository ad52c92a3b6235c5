"""The task ``intervene``: minimal intervention certificate."""

from __future__ import annotations

from ..reading.kinds import AnswerKind
from ..task import Task
from .judging_interventions import judge_intervention
from .labelling import intervene_label

TASK = Task(
    key="intervene",
    family="reactive",
    number=8,
    title="minimal intervention certificate",
    paper="GF-01",
    groups={"gen": "reactive_intervene_gen", "episode": "reactive_intervene_episode"},
    shape=AnswerKind.INTERVENTIONS,
    label=intervene_label,
    judge=lambda question, options: judge_intervention(question, question.truth, options),
)
