"""HOA files of the worlds of reactive instances."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..errors import RecordError
from ..outputs import write_whole
from ..records import Instance
from . import Format


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write each different world as ``NAME.hoa``, NAME from the first id.

    Returns the errors put in and one for each instance without a HOA world.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    refused: list[RecordError] = []
    seen: set[str] = set()
    for instance in instances:
        if isinstance(instance, RecordError):
            refused.append(instance)
        elif instance.world.get("kind") != "hoa":
            refused.append(RecordError("instance has no HOA world", file=instance.id, field="world"))
        elif (text := str(instance.world["hoa"])) not in seen:
            seen.add(text)
            name = instance.id.replace("/", "-")
            write_whole(target / f"{name}.hoa", text)
    return refused


ROW = Format("hoa", "Reactive systems; to read: certwright system", write=write)
