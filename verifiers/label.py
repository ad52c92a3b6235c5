"""Labelling: an instance in, the same instance with complete truth, certificates, grades and gold out.

Labelling never changes the id.  What cannot be decided within the counted effort is listed as undecided.
"""

from importlib import import_module

import msgspec

from ..instances.errors import UnsupportedError
from ..instances.records import Instance
from .planning.oracle import Effort
from .task import Labelled


def label(instance: Instance, effort: Effort | None = None) -> Instance:
    """Complete and prove the truth of one instance.

    ``verifiers/<family>/judging.py`` holds ``label(instance) -> Labelled`` of a family; that of planning
    takes an effort, too.  An instance without a world (an imported boolean or multiple-choice question) is
    returned as it is: its stored truth stays ``unverified``.  Raises RecordError or WorldError for malformed
    input, UnsupportedError for an effort where a family has bounds of its own.
    """
    if not instance.world:
        return instance
    module = import_module(f".{instance.family}.judging", __package__)
    if effort is not None and instance.family != "planning":
        fixed = f"{instance.family} questions have fixed bounds"
        raise UnsupportedError(f"{fixed}: engine and effort cannot be chosen")
    labelled: Labelled = module.label(instance, *(() if effort is None else (effort,)))
    # what the generator says of a question stands
    stated = instance.difficulty
    counted = {name: float(value) for name, value in labelled.difficulty.items()}
    difficulty = {**stated, **counted} if instance.generator is None else {**counted, **stated}
    proven = {name: getattr(labelled, name) for name in ("truth", "certificates", "grades", "gold")}
    return msgspec.structs.replace(instance, **proven, difficulty=difficulty)
