"""Labelling a level: its one task has the truth."""

from __future__ import annotations

from ...instances.records import Instance
from ..task import Labelled, asked_of


def label(instance: Instance) -> Labelled:
    """The truth of a level, by ``level.label``."""
    return asked_of(instance).label(instance.world)
