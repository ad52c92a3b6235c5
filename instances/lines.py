"""Files as streams of bytes and of lines: stdin and stdout, gzip, bounded lines.

A line longer than the bound is reported and skipped without being stored, so memory use does not depend on
the file's content; a gzip stream that is corrupt or truncated ends the lines with a report.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import msgspec

from .errors import LimitError, RecordError
from .hostile import refused

BUFFER_BYTES = 2**20
MANIFEST = "manifest.json"
_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
T = TypeVar("T")
Lines = Iterator[tuple[int, "bytes | RecordError"]]
GZIP_FAULTS = (EOFError, zlib.error, gzip.BadGzipFile)


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """A file, or stdin for ``-``, for reading, decompressed if gzip; RecordError if it cannot be opened."""
    if str(path) != "-" and Path(path).is_dir():
        raise RecordError("cannot be read: it is a folder, not a file", file=str(path))
    if str(path) == "-":
        yield _unpacked(cast("io.BufferedReader[io.RawIOBase]", sys.stdin.buffer))
        return
    try:
        file = io.BufferedReader(io.FileIO(path), BUFFER_BYTES)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", file=str(path)) from None
    with file:
        yield _unpacked(file)


def _unpacked(file: io.BufferedReader[Any]) -> BinaryIO:
    if file.peek(2)[:2] != _GZIP:
        return file
    return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=file, mode="rb")), BUFFER_BYTES)


def json_lines(path: str | Path, limit: int) -> Iterator[tuple[int, bytes | RecordError]]:
    """The lines of a file of JSON objects; RecordError if it is clearly another kind of file."""
    lines = read_lines(path, limit)
    for number, line in lines:
        if isinstance(line, bytes) and (kind := mistaken(line)) is not None:
            raise RecordError(kind, file=str(path))
        yield number, line
        break
    yield from lines


def mistaken(line: bytes) -> str | None:
    """A sentence on a file with a first line that is not a JSON object: its likely format and what is
    expected.

    >>> mistaken(b"id,response")
    'this is a table (CSV); JSON lines are wanted: one object a line'
    """
    text = line.strip()
    if text.startswith(b'{"'):
        return None
    kind = next((kind for magic, kind in _MAGIC.items() if text.startswith(magic)), None)
    if kind is None and (b"\0" in text or not _is_text(text)):
        kind = "a binary file"
    if kind is None and text == b"{" != line:
        kind = "a JSON object over several lines"
    if kind is None and text[:1] not in (b"{", b'"') and any(mark in text for mark in (b",", b"\t", b";")):
        kind = "a table (CSV)"
    return None if kind is None else f"this is {kind}; JSON lines are wanted: one object a line"


_MAGIC = {
    b"[": "a JSON array",
    b"PK\x03\x04": "a zip archive",
    b"PAR1": "a Parquet file",
    b"SQLite format": "an SQLite database",
    b"%PDF": "a PDF document",
    b"\x28\xb5\x2f\xfd": "a file compressed with zstd",
    b"\xfd7zXZ": "a file compressed with xz",
    b"BZh": "a file compressed with bzip2",
    b"ARROW1": "an Arrow file",
    b"<": "HTML or XML",
}


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return error.end >= len(line)
    return True


def read_bytes(path: str | Path, limit: int) -> bytes:
    """A whole file, decompressed, at most ``limit`` bytes; LimitError beyond, RecordError when corrupt."""
    with open_bytes(path) as stream:
        try:
            text = stream.read(limit + 1)
        except GZIP_FAULTS as error:
            raise RecordError(f"broken gzip stream: {error}", file=str(path)) from None
    if len(text) > limit:
        raise LimitError(f"{path}: larger than {limit} bytes")
    return text.removeprefix(_BOM)


def read_text(path: str | Path, limit: int) -> str:
    """A whole file as text; raises as ``read_bytes``, and RecordError where it is not UTF-8."""
    try:
        return read_bytes(path, limit).decode()
    except UnicodeDecodeError as error:
        raise refused(error, str(path)) from None


def files_below(folder: Path, suffixes: Iterable[str]) -> list[Path]:
    """The files with these suffixes in a folder and its subfolders, in name order, without hidden ones."""
    files = {file for suffix in suffixes for file in folder.rglob(f"*{suffix}")}
    shown = (file for file in files if not any(part[0] == "." for part in file.relative_to(folder).parts))
    return sorted(file for file in shown if file.is_file())


class _Entry(msgspec.Struct):
    bytes: int


class _Listed(msgspec.Struct):
    files: dict[str, _Entry]


def files_of(path: str | Path) -> list[str | Path]:
    """The file itself, or a folder's files of records in order; RecordError where they are not as listed."""
    folder = Path(path)
    if str(path) == "-" or not folder.is_dir():
        return [path]
    stated = folder / MANIFEST
    if not stated.is_file():
        why = f"it is a folder without a {MANIFEST}: records of one that is whole, or a file, are wanted"
        raise RecordError(f"cannot be read: {why}", file=str(path))
    try:
        listed = msgspec.json.decode(stated.read_bytes(), type=_Listed).files
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise RecordError(f"is no manifest: {error}", file=str(stated)) from None
    for name, entry in listed.items():
        if Path(name).name != name or not (folder / name).is_file():
            raise RecordError(f"{name[:100]!r}, which it lists, is not there", file=str(stated))
        if (size := (folder / name).stat().st_size) != entry.bytes and not name.endswith(".gz"):
            raise RecordError(f"has {size} bytes, not the {entry.bytes} of {stated}", file=str(folder / name))
    return [folder / name for name in sorted(listed)]


def read_lines(path: str | Path, limit: int) -> Iterator[tuple[int, bytes | RecordError]]:
    """The lines that are not blank, from 1 on; RecordError for an overlong one or a broken gzip."""
    before = last = 0
    for file in files_of(path):
        for number, line in _lines(file, limit):
            last = before + number
            yield last, line
        before = last


def _lines(path: str | Path, limit: int) -> Iterator[tuple[int, bytes | RecordError]]:
    name, number, rest = str(path), 0, False
    with open_bytes(path) as stream:
        try:
            while line := stream.readline(limit + 1):
                if rest:
                    rest = line[-1] != 10
                    continue
                number += 1
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) > limit:
                    rest = line[-1] != 10
                    yield number, RecordError(f"line is longer than {limit} bytes", file=name, line=number)
                elif not line.isspace():
                    yield number, line
        except GZIP_FAULTS as error:
            yield number + 1, RecordError(f"broken gzip stream: {error}", file=name, line=number + 1)


def decoded(
    name: str, lines: Lines, records: Callable[[bytes, int], Iterable[T]]
) -> Iterator[T | RecordError]:
    """What ``records(line, number)`` gives for each line; what it raises is placed in the file."""
    for number, line in lines:
        try:
            if isinstance(line, RecordError):
                yield line
            else:
                yield from records(line, number)
        except (RecordError, LimitError) as error:
            message, field = getattr(error, "message", str(error)), getattr(error, "field", None)
            yield RecordError(message, file=name, line=number, field=field)


def files_digest(files: Iterable[Path], root: Path, limit: int) -> str:
    """The sha256 of files' names below a folder and contents; LimitError, RecordError as ``read_bytes``."""
    whole = hashlib.sha256()
    for file in files:
        content = read_bytes(file, limit)
        whole.update(f"{file.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()
