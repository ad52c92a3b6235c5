"""Labelling one reactive question: its complete truth, the proofs of it, and an answer that scores."""

from __future__ import annotations

from ...instances.records import Instance
from ..task import Labelled, asked_of
from .question import Question, labelled


def label(instance: Instance) -> Labelled:
    """The complete truth of a question with its proofs.

    Raises RecordError or WorldError for a malformed record, or when the effect of a question about causes
    does not happen on its trace; NameUnknownError or UnsupportedError for a task or form that is not there.
    """
    task, question = asked_of(instance), Question.of(instance)
    if instance.form != "bool" or task.decide is None:
        return task.label(question)
    decision = task.decide(question, question.query)
    decided = decision.holds is not None
    return labelled(
        {"kind": "bool", "answer": decision.holds},
        decision.certificates,
        int(decided),
        int(not decided),
        {True: "yes", False: "no", None: None}[decision.holds],
    )
