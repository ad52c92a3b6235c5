"""What a model is told about the shape of its answer, by form; of generative questions the task says it.

These sentences are part of a prompt and thereby of an instance's id: changing one renames every instance that
uses it.
"""

from __future__ import annotations

from ..names import task as task_named

BOOL_ANSWER = "Answer with yes or no."
MCQ_ANSWER = "Answer with the letter of the one right choice."


def answer_format(task: str, form: str) -> str:
    """The sentence on the answer's shape for a planning task in a form."""
    return {"bool": BOOL_ANSWER, "mcq": MCQ_ANSWER}.get(form) or task_named(task, "planning").answer_format
