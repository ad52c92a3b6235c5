"""The input and options of an unfinished output, and notes for the writer that resumes it.

``.FILE.part.made`` holds a header, one JSON object with the options and the digest of the input, and notes,
one per line, each with the number of records after which it applies.  It becomes ``.FILE.made`` when the
output is complete, so that a finished file is not continued with other options either.
"""

import hashlib
import os
import shutil
from pathlib import Path

from .canonical import encode
from .errors import RecordError
from .hostile import decode
from .lines import files_of
from .outputs import Output, drop_torn_line, write_whole
from .records import Json

INPUT = "input_sha256"  # the key of a header that holds the digest of the input
_WHOLE = "whole"


def input_digest(path: str | Path) -> str | None:
    """The sha256 of a file, or of all in a folder; None if it can be read only once (stdin, pipes)."""
    sha = hashlib.sha256()
    for part in files_of(path):
        if str(part) == "-" or not Path(part).is_file():
            return None
        with Path(part).open("rb") as file:
            while block := file.read(2**20):
                sha.update(block)
    return sha.hexdigest()


class Sidecar:
    """The header and the notes of one output."""

    def __init__(self, output: Output, made: Json) -> None:
        target = output.target
        self.target, self.made = target, decode(encode(made))
        self.of_part = target.with_name(f".{target.name}.part.made")
        self.of_target = target.with_name(f".{target.name}.made")
        self.notes: list[Json] = []
        self.known = False
        """Whether the existing records were written with the same input and options, so the notes are
        complete."""

    def begin(self, output: Output, resume: bool) -> tuple[Path, int]:
        """Prepare the part: the records' file, the bytes of a torn line; RecordError for other options."""
        source, dropped = self.target, 0
        if resume:
            source = self._standing(output)
            dropped = drop_torn_line(output.file)
        else:
            output.file.truncate(0)
            self.known = True
        if self.made:
            count = _lines(output)
            self.notes = [note for note in self.notes if note["records"] <= count]
            self._write(self.made)
        return source, dropped

    def _standing(self, output: Output) -> Path:
        """Fill the part with the existing records: its own bytes if they are ours, else the target's."""
        size = os.fstat(output.file.fileno()).st_size
        header = self._read(self.of_part) if self.made else None
        if header is not None and (size or not header.get(_WHOLE)):
            self._check(header, output.part or self.target)
            return output.part or self.target
        header = header or (self._read(self.of_target) if self.made else None)
        output.file.truncate(0)
        if self.target.exists():
            if header is not None:
                self._check(header, self.target)
            with self.target.open("rb") as standing:
                shutil.copyfileobj(standing, output.file, 2**20)
        else:
            self.known, self.notes = True, []
        return self.target

    def note(self, records: int, what: Json) -> None:
        """Record a note that applies once so many records are written."""
        with self.of_part.open("ab") as file:
            file.write(encode({"records": records, **what}) + b"\n")

    def finish(self, output: Output) -> None:
        """Move the output, and the sidecar, to their final names."""
        if self.made:
            self.notes = []
            self._read(self.of_part)
            self._write({**self.made, _WHOLE: True})
        output.commit()
        if self.made:
            os.replace(self.of_part, self.of_target)  # noqa: PTH105

    def forget(self) -> None:
        """Delete the files next to the part."""
        self.of_part.unlink(missing_ok=True)

    def _read(self, path: Path) -> Json | None:
        try:
            lines = path.read_bytes().split(b"\n")[:-1]
            header, *notes = map(decode, lines)
        except (OSError, RecordError, ValueError):
            return None
        self.notes = [
            note for note in notes if isinstance(note, dict) and isinstance(note.get("records"), int)
        ]
        return header if isinstance(header, dict) else None

    def _write(self, header: Json) -> None:
        write_whole(self.of_part, b"".join(encode(line) + b"\n" for line in (header, *self.notes)))

    def _check(self, header: Json, standing: Path) -> None:
        for key in sorted((header.keys() | self.made.keys()) - {_WHOLE}):
            before, now = header.get(key), self.made.get(key)
            if before == now:
                continue
            how = "from other input" if key == INPUT else f"with {key} {before!r}, not {now!r}"
            raise RecordError(f"was made {how}: start over without --resume", file=str(standing))
        self.known = True


def _lines(output: Output) -> int:
    """The number of lines in the part; the file is left positioned at its end."""
    output.file.seek(0)
    return sum(block.count(b"\n") for block in iter(lambda: output.file.read(2**20), b""))
