"""Labels of grid-world questions: exhaustive search and belief support, by counts and never by the clock."""

from __future__ import annotations

from ...instances.errors import LimitError
from ...instances.records import Instance
from ..task import Labelled, asked_of
from .task import UNDECIDED, GridTask


def label(instance: Instance) -> Labelled:
    """The truth of a question; RecordError or AutumnError for a malformed one."""
    row = asked_of(instance)
    assert isinstance(row, GridTask)
    try:
        return row.label(row.read(instance.world, instance.query), instance.query)
    except LimitError:
        return UNDECIDED
