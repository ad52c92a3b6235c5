"""Records in a folder: files of bounded size and one manifest, written completely and read as one stream.

``FOLDER/`` holds ``part-00000.jsonl`` and so on, each closed when it reaches ``PART_BYTES``, and
``manifest.json`` with the digest of each.  A folder without a manifest is incomplete and is not read.  During
writing, the records are in one growing file, so that an interrupted run can be resumed like any other.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import __version__
from .canonical import encode
from .errors import OverwriteError
from .lines import BUFFER_BYTES, MANIFEST, files_of
from .outputs import PART, Output, refuse_inputs, write_all, write_whole
from .records import FileEntry, Manifest
from .store import JsonlWriter

PART_BYTES = 64 * 2**20  # a part is closed by the record that brings it to this size
GROWING = "records.jsonl"
PARTS = "part-[0-9]*.jsonl"


def records_writer(path: str | Path, **options: Any) -> JsonlWriter:
    """The writer for a path: of a folder if the path ends with a slash or is a folder, else of a file."""
    folder = str(path) != "-" and (str(path).endswith(("/", os.sep)) or Path(path).is_dir())
    return FolderWriter(path, **options) if folder else JsonlWriter(path, **options)


def holds_records(path: str | Path) -> bool:
    """Whether a file or folder of records is there already, complete or in work."""
    path = Path(path)
    files = [path / GROWING, *path.glob(PARTS)] if path.is_dir() else [path]
    both = [name for file in files for name in (file, file.with_name(file.name + PART))]
    return any(file.is_file() and file.stat().st_size for file in both)


class FolderWriter(JsonlWriter):
    """Writes a folder of records; the options are those of ``JsonlWriter``."""

    def __init__(self, path: str | Path, *, resume: bool = False, **options: Any) -> None:
        self.folder = Path(path)
        standing = list(self.folder.glob("*"))
        refuse_inputs(*standing)
        ours = (self.folder / MANIFEST).is_file()
        if not ours and any(not each.name.startswith((".", GROWING)) for each in standing):
            raise OverwriteError(
                f"{self.folder} holds files but no certwright manifest: name an empty folder"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        growing = self.folder / GROWING
        if resume and (self.folder / MANIFEST).is_file() and not growing.exists():
            with Output(growing) as file:
                for part in files_of(self.folder):
                    with Path(part).open("rb") as source:
                        while block := source.read(BUFFER_BYTES):
                            write_all(file, block)
        super().__init__(growing, resume=resume, **options)

    def close(self) -> None:
        """Split the file into parts, and write the manifest after them."""
        super().close()
        growing, manifest = self.folder / GROWING, self.folder / MANIFEST
        manifest.unlink(missing_ok=True)
        entries = dict(_cut(growing, self.folder))
        for part in self.folder.glob(PARTS):
            if part.name not in entries:
                part.unlink()

        made = Manifest(family="", counts={}, files=entries, versions={"certwright": __version__})
        write_whole(manifest, encode(made) + b"\n")
        growing.unlink()


def _cut(growing: Path, folder: Path) -> Iterator[tuple[str, FileEntry]]:
    """Write the parts of a file of records; yields name and manifest entry of each."""
    with growing.open("rb", buffering=BUFFER_BYTES) as records:
        number, line = 0, records.readline()
        while line or not number:
            name = f"part-{number:05}.jsonl"
            count, size, digest = 0, 0, hashlib.sha256()
            with Output(folder / name) as part:
                pending = bytearray()
                while line and size < PART_BYTES:
                    count, size = count + 1, size + len(line)
                    digest.update(line)
                    pending += line
                    if len(pending) >= BUFFER_BYTES:
                        write_all(part, bytes(pending))
                        pending.clear()
                    line = records.readline()
                write_all(part, bytes(pending))
            yield name, FileEntry(records=count, bytes=size, sha256=digest.hexdigest())
            number += 1
