"""An export format: the ids of the questions, one a line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from certwright.instances.errors import RecordError
from certwright.instances.formats import Format
from certwright.instances.outputs import write_within
from certwright.instances.records import Instance


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write ``ids.txt`` where there is something to write; what cannot be read is handed back."""
    rows = list(instances)
    names = [row.id for row in rows if not isinstance(row, RecordError)]
    if names:
        write_within(folder, "ids.txt", "\n".join(names) + "\n")
    return [row for row in rows if isinstance(row, RecordError)]


ROW = Format("ids", "The ids of questions", write=write)
