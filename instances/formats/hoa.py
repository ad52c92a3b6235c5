"""HOA files of the worlds of reactive instances."""

from collections.abc import Iterable
from pathlib import Path

from ..errors import RecordError
from ..records import Instance
from . import Format, write_worlds


def write(instances: Iterable[Instance | RecordError], folder: str | Path) -> list[RecordError]:
    """Write each different world as ``NAME.hoa``, NAME from the first id; the errors, as ``write_worlds``."""
    return write_worlds(instances, folder, "hoa", {".hoa": "hoa"})


ROW = Format("hoa", "Reactive systems; to read: certwright system", write=write)
