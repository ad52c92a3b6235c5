"""Labelling one planning question: its task, in its form, with an oracle over its world."""

from __future__ import annotations

from ...instances.errors import UnsupportedError
from ...instances.records import Instance
from ..task import Labelled, task_of
from . import forms
from .oracle import Effort, Oracle
from .task import Question, Task

DEFAULT = Effort()


def label(instance: Instance, effort: Effort = DEFAULT) -> Labelled:
    """The complete truth of a question with its proofs; UnsupportedError for a form without one."""
    question = Question.of(instance)
    oracle = Oracle(question.world, effort)
    task: Task = task_of("planning", instance.task)
    if instance.form == "gen":
        return task.label(question, oracle)
    if instance.form == "bool":
        return forms.label_bool(task, question, oracle)
    if instance.form == "mcq":
        return forms.label_mcq(task, question, oracle)
    raise UnsupportedError(f"planning questions have no form {instance.form}")
