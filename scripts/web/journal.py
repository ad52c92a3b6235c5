"""Files of lines that only grow: how journals are read, and how a record is added once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.hostile import decode
from ...instances.outputs import drop_torn_line, locked
from ...instances.records import Episode, Instance, Json

TAIL = 64 * 1024
"""Bytes at the end of a journal in which its last line stands."""


def decoded(path: Path, text: bytes) -> Iterator[Json]:
    """The lines of a journal; RecordError names the first that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            value: Json = decode(line)
        except RecordError as error:
            raise error.within(str(path), number) from None
        yield value


def last_of(path: Path) -> Json:
    """The last whole line of a journal."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        lines = file.read().rpartition(b"\n")[0].splitlines()
    return object_of(lines[-1]) or {}


def object_of(line: bytes) -> Json | None:
    """What a line holds; None for what is no JSON object, which is told when the game is opened."""
    try:
        value = decode(line)
    except RecordError:
        return None
    return value if isinstance(value, dict) else None


def append_once(path: Path, record: Instance | Episode, key: str, value: str) -> None:
    """Append a record to a JSONL file in which no line says the same of a key yet."""
    with locked(path) as file:
        drop_torn_line(file)
        file.seek(0)
        mark = encode({key: value})[1:-1]
        if mark not in file.read():
            file.write(encode(record) + b"\n")
            os.fsync(file.fileno())
