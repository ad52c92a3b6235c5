"""HOA files of the worlds of reactive instances."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..errors import RecordError
from ..outputs import write_within
from ..records import Instance
from . import Format, each


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write each different world as ``NAME.hoa``, NAME from the first id.

    Returns the errors put in and one for each instance without a HOA world.
    """
    refused, seen = list[RecordError](), set[str]()
    for instance, text in each(instances, _text, refused):
        if text not in seen:
            seen.add(text)
            name = instance.id.replace("/", "-")
            write_within(folder, f"{name}.hoa", text)
    return refused


def _text(instance: Instance) -> str:
    if instance.world.get("kind") != "hoa":
        raise RecordError("instance has no HOA world", field="world")
    return str(instance.world["hoa"])


ROW = Format("hoa", "Reactive systems; to read: certwright system", write=write)
