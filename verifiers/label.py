"""Labelling: an instance in, the same instance with complete truth, certificates, grades and gold out.

Labelling never changes the id.  What cannot be decided within the counted effort is listed as undecided.
"""

from __future__ import annotations

from importlib import import_module

import msgspec

from ..instances.records import Instance
from .labelled import Labelled
from .planning.effort import Effort


def label(instance: Instance, effort: Effort | None = None) -> Instance:
    """Complete and prove the truth of one instance.

    ``verifiers/<family>/labelling.py`` holds ``label(instance, effort) -> Labelled`` of a family.  An
    instance without a world (an imported boolean or multiple-choice question) is returned as it is: its
    stored truth stays ``unverified``.  Raises RecordError or WorldError for malformed input.
    """
    if not instance.world:
        return instance
    module = import_module(f".{instance.family}.labelling", __package__)
    labelled: Labelled = module.label(instance, effort or Effort())
    return msgspec.structs.replace(
        instance,
        truth=labelled.truth,
        certificates=labelled.certificates,
        grades=labelled.grades,
        gold=labelled.gold,
        difficulty={**instance.difficulty, **labelled.difficulty},
    )
