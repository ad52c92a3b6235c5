"""The JSONL store: one record a line, read and written as a stream.

Files come from outside, so a reader never raises for what stands in them: each bad line is yielded as a
RecordError value that says file, line and field, and the good ones go on.  A line that was cut off when its
writer died (no newline at the end) is reported like any other bad line, and dropped by a writer that resumes.
``-`` is stdin or stdout; gzip is recognised by its first bytes when reading and by ``.gz`` when writing.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, TypeVar, cast

import msgspec

from .canonical import encode
from .errors import RecordError, UnsupportedError
from .hostile import DEPTH_LIMIT, explain, repeated_key, shallow
from .lines import BUFFER_BYTES, read_lines
from .records import Answer, Episode, Instance, Verdict

T = TypeVar("T")

INSTANCE_BYTES = 64 * 2**20
ANSWER_BYTES = 16 * 2**20
_ANSWER_KEYS = (b'"id"', b'"response"', b'"answer"', b'"sample"', b'"task"', b'"form"')
_FAULTS = (msgspec.MsgspecError, ValueError, RecursionError, OverflowError)
_ANSWERS = msgspec.json.Decoder(Answer)


class Key(msgspec.Struct, frozen=True):
    """What names a record within its file; the rest of the line is passed over."""

    id: str | int | None = None
    instance: str | None = None
    sample: int = 0


def read_instances(path: str | Path) -> Iterator[Instance | RecordError]:
    """The instances of a file in file order, a RecordError in the place of each bad line."""
    return _read(path, INSTANCE_BYTES, _decoder(Instance))


def read_episodes(path: str | Path) -> Iterator[Episode | RecordError]:
    """The episodes of a file in file order, a RecordError in the place of each bad line."""
    return _read(path, INSTANCE_BYTES, _decoder(Episode))


def read_verdicts(path: str | Path) -> Iterator[Verdict | RecordError]:
    """The verdicts of a file in file order, a RecordError in the place of each bad line."""
    return _read(path, INSTANCE_BYTES, _decoder(Verdict))


def read_answers(path: str | Path) -> Iterator[Answer | RecordError]:
    """The rows of an answer file in file order, a RecordError in the place of each bad line.

    A row must hold ``response`` or ``answer``, if only as null, or be an episode, which answers the instance
    that it names: the row's ``answer`` is then the Episode.
    """
    return _read(path, ANSWER_BYTES, _answer)


def read_keys(path: str | Path) -> Iterator[tuple[str, int]]:
    """The (id, sample) of each readable line; an episode goes by the id of its instance."""
    decoder = msgspec.json.Decoder(Key)
    for key in _read(path, INSTANCE_BYTES, decoder.decode):
        if not isinstance(key, RecordError) and (name := key.id if key.instance is None else key.instance):
            yield str(name), key.sample


def _read(path: str | Path, limit: int, decoder: Callable[[bytes], T]) -> Iterator[T | RecordError]:
    """Decode line by line; raises RecordError only when the file cannot be opened at all."""
    name = str(path)
    for number, line in read_lines(path, limit):
        if isinstance(line, RecordError):
            yield line
            continue
        try:
            record = decoder(line)
        except RecordError as error:
            yield error.within(name, number)
        except _FAULTS as error:
            message, field = explain(error)
            torn = "" if line.endswith(b"\n") else "last line is torn: "
            yield RecordError(torn + message, file=name, line=number, field=field)
        else:
            yield record


def _decoder(kind: type[T]) -> Callable[[bytes], T]:
    """Strict decoding of our own records; a line in canonical form cannot hold a repeated key."""
    decoder = msgspec.json.Decoder(kind)

    def strict(line: bytes) -> T:
        record = decoder.decode(line)
        if not shallow(line):
            raise RecordError(f"nested deeper than {DEPTH_LIMIT} levels")
        if encode(record) != line.rstrip() and (key := repeated_key(line)) is not None:
            raise RecordError("key stands twice in one object", field=key)
        return record

    return strict


def _answer(line: bytes) -> Answer:
    """One answer row; the costly look for repeated keys is taken only where the bytes give cause for it."""
    if _EPISODE_NAME in line and _EPISODE_MARK.search(line):
        episode = _EPISODES(line)
        return Answer(id=episode.instance, sample=episode.sample, answer=episode)
    row = _ANSWERS.decode(line)
    if line.count(b"[") + line.count(b"{") > DEPTH_LIMIT and not shallow(line):
        raise RecordError(f"nested deeper than {DEPTH_LIMIT} levels")
    if row.response is not None and row.answer is None:
        suspect = b"\\u00" in line or max(map(line.count, _ANSWER_KEYS)) > 1
    elif row.answer is None and b'"response"' not in line and b'"answer"' not in line:
        raise RecordError("row holds neither response nor answer")
    else:
        suspect = True
    if suspect and (key := repeated_key(line)) is not None:
        raise RecordError("key stands twice in one object", field=key)
    return row


_EPISODE_NAME = b'"certwright.episode/'
_EPISODE_MARK = re.compile(rb'"schema"\s*:\s*"certwright\.episode/')
_EPISODES = _decoder(Episode)


class JsonlWriter:
    """Writes records as canonical lines, each handed to the system whole.

    ``resume`` keeps what stands in the file and drops a torn last line (``dropped`` tells its bytes); without
    it the file begins anew.  ``flush`` false gathers lines into larger writes, for rows that are cheap to
    make again.  Raises UnsupportedError for resuming stdout or gzip.
    """

    def __init__(self, path: str | Path, *, resume: bool = False, flush: bool = True):
        self.path, self.dropped = str(path), 0
        self._flush, self._pending = flush, bytearray()
        packed = self.path.endswith(".gz")
        if resume and (packed or self.path == "-"):
            raise UnsupportedError(f"cannot resume {self.path}: only a plain file can be resumed")
        if resume and Path(path).exists():
            self.dropped = drop_torn_line(path)
        self._packed: gzip.GzipFile | None = None
        if self.path == "-":
            self._file: BinaryIO = sys.stdout.buffer
        else:
            mode = "ab" if resume else "wb"
            self._file = cast(BinaryIO, Path(path).open(mode, buffering=0))  # noqa: SIM115
            if packed:
                self._packed = gzip.GzipFile(filename="", mode="wb", fileobj=self._file, mtime=0)
                self._flush = False

    def write(self, record: Any) -> None:
        """Append one record as a line."""
        self._pending += encode(record)
        self._pending += b"\n"
        if self._flush or len(self._pending) >= BUFFER_BYTES:
            self.flush()

    def flush(self) -> None:
        """Hand all that was written to the system."""
        pending, self._pending = memoryview(bytes(self._pending)), bytearray()
        sink: io.RawIOBase = cast(io.RawIOBase, self._packed or self._file)
        while pending:
            pending = pending[sink.write(pending) or 0 :]
        if self.path == "-":
            sink.flush()

    def keys(self) -> Iterator[tuple[str, int]]:
        """The (id, sample) of the records that stand in the file, streamed; none for stdout."""
        return iter(()) if self.path == "-" else read_keys(self.path)

    def close(self) -> None:
        """Flush and close; a file is then complete."""
        self.flush()
        if self._packed is not None:
            self._packed.close()
        if self.path != "-":
            self._file.close()

    def __enter__(self) -> JsonlWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def drop_torn_line(path: str | Path) -> int:
    """Cut a file after its last newline; how many bytes went."""
    with Path(path).open("r+b") as file:
        size = end = file.seek(0, os.SEEK_END)
        keep = 0
        while end and not keep:
            start = max(0, end - BUFFER_BYTES)
            file.seek(start)
            place = file.read(end - start).rfind(b"\n")
            keep = start + place + 1 if place >= 0 else 0
            end = start
        file.truncate(keep)
    return size - keep
