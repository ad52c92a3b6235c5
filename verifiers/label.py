"""Labelling: an instance in, the same instance with complete truth, certificates, grades and gold out.

Labelling never changes the id.  What cannot be decided within the counted effort is listed as undecided.
"""

from __future__ import annotations

import msgspec

from ..instances.errors import UnsupportedError
from ..instances.records import Instance
from .planning.effort import Effort
from .planning.task import Labelled, Question


def label(instance: Instance, effort: Effort | None = None) -> Instance:
    """Complete and prove the truth of one instance.

    An instance without a world (an imported boolean or multiple-choice question) is returned as it is: its
    stored truth stays ``unverified``.  Raises RecordError or WorldError for malformed input, UnsupportedError
    for a family that is labelled when it is generated.
    """
    if instance.family != "planning":
        raise UnsupportedError(f"instances of the family {instance.family} carry their truth from the start")
    if not instance.world:
        return instance
    labelled = _planning(instance, effort or Effort())
    return msgspec.structs.replace(
        instance,
        truth=labelled.truth,
        certificates=labelled.certificates,
        grades=labelled.grades,
        gold=labelled.gold,
        difficulty={**instance.difficulty, **labelled.difficulty},
    )


def _planning(instance: Instance, effort: Effort) -> Labelled:
    from .planning import forms
    from .planning.oracle import Oracle
    from .planning.tasks import planning_task

    question = Question.of(instance)
    oracle = Oracle(question.world, effort)
    task = planning_task(instance.task)
    if instance.form == "gen":
        return task.label(question, oracle)
    if instance.form == "bool":
        return forms.label_bool(task, question, oracle)
    if instance.form == "mcq":
        return forms.label_mcq(task, question, oracle)
    raise UnsupportedError(f"planning questions have no form {instance.form}")
