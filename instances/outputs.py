"""Output files: written completely or not at all, by one process at a time, never over a command's input.

An output grows in ``FILE.part`` next to its target, under a lock, and replaces the target when it is
complete; a writer that fails leaves the target unchanged.  The input and options of a long run are recorded
in ``.FILE.part.made`` (afterwards ``.FILE.made``), so that a resumed run can check that they are the same.
``-`` is stdout; devices and pipes are written directly.
"""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import RawIOBase
from pathlib import Path
from typing import BinaryIO, cast

from .errors import OverwriteError, WriteError

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters and direction marks escaped as in JSON.

    Newlines and tabs are kept.  JSON remains JSON with the same value.

    >>> print(printable("a\\x1b]52;c;eA==\\x07"))
    a\\u001b]52;c;eA==\\u0007
    """
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def counted(count: int, noun: str) -> str:
    """A number and its noun, in the singular or plural.

    >>> counted(1, "turn"), counted(2, "turn")
    ('1 turn', '2 turns')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

Identity = tuple[int, int]

PART = ".part"
_inputs: ContextVar[frozenset[Identity]] = ContextVar("inputs", default=frozenset())
"""The files that the running command reads."""


def identity(path: str | Path) -> Identity | None:
    """Device and inode of the file at a path; None if there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116  (a path may hold what Path refuses)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


@contextmanager
def reading(paths: Iterable[str | Path]) -> Iterator[None]:
    """Context in which none of these files, nor any file in these folders, is written."""
    files: set[Identity | None] = set()
    for path in map(Path, paths):
        inside = path.rglob("*") if path.is_dir() else [path]
        files.update(identity(file) for file in inside if not file.is_dir())
    token = _inputs.set(_inputs.get() | {known for known in files if known is not None})
    try:
        yield
    finally:
        _inputs.reset(token)


def refuse_inputs(*paths: str | Path) -> None:
    """OverwriteError for an output that is an input of the running command, under any name."""
    for path in paths:
        if str(path) != "-" and identity(path) in _inputs.get():
            raise OverwriteError(f"{path} is read and written at once; choose another output")


def lock(file: BinaryIO, *, wait: bool) -> bool:
    """Lock an open file for this process until it is closed; False if another holds it and not ``wait``."""
    if sys.platform == "win32":
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


@contextmanager
def locked(path: Path) -> Iterator[BinaryIO]:
    """A file, created if missing, with an exclusive lock; waits for the lock."""
    with opened(path) as file:
        lock(file, wait=True)
        yield file


def opened(path: Path) -> BinaryIO:
    """A file for reading and writing from its beginning, created if missing; WriteError when that fails."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        return cast(BinaryIO, os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0))
    except OSError as error:
        if not path.parent.is_dir():
            raise WriteError(f"cannot write {path}: there is no folder {path.parent}") from None
        raise WriteError(f"cannot write {path}: {error.strerror}") from None


def drop_torn_line(file: BinaryIO, block: int = 2**20) -> int:
    """Truncate an open file after its last newline and seek to its end; the number of bytes dropped."""
    size = end = file.seek(0, os.SEEK_END)
    keep = 0
    while end and not keep:
        start = max(0, end - block)
        file.seek(start)
        place = file.read(end - start).rfind(b"\n")
        keep = start + place + 1 if place >= 0 else 0
        end = start
    file.truncate(keep)
    file.seek(keep)
    return size - keep


class Output:
    """A file being written: ``file`` takes its bytes, ``commit`` replaces the target with them.

    ``keep`` leaves the part when the writer fails.  Raises OverwriteError for an input of the running
    command, WriteError for a file that cannot be written or is being written by another process.
    """

    def __init__(self, path: str | Path, *, keep: bool = False):
        refuse_inputs(path)
        self.path, self.keep, self.part, self.target = str(path), keep, None, Path(path)
        if str(path) == "-":
            plain = sys.stdout.buffer
            self.file = cast(BinaryIO, _Shown(plain)) if plain.isatty() else plain
        elif self.target.exists() and not self.target.is_file() and not self.target.is_dir():
            self.file = self.target.open(
                "wb", buffering=0
            )  # a device or a pipe cannot be replaced by renaming
        else:
            self.target = Path(os.path.realpath(path))
            self.part = self.target.with_name(self.target.name + PART)
            refuse_inputs(self.part)
            self.file = _own(self.part, path)

    file: BinaryIO
    part: Path | None  # the path of the incomplete file; None for stdout, devices and pipes

    def commit(self) -> None:
        """Replace the target with the part."""
        if self.part is None:
            self.file.flush()
            if self.path != "-":
                self.file.close()
            return
        if (mode := _mode(self.target)) is not None:
            os.chmod(self.part, mode)  # noqa: PTH101
        os.fsync(self.file.fileno())
        if sys.platform == "win32":  # an open file cannot be renamed there
            self.file.close()
        os.replace(self.part, self.target)  # noqa: PTH105
        self.file.close()

    def abandon(self, error: BaseException) -> None:
        """Leave the target unchanged; if the part is to be kept, the error says where it is."""
        if self.part is None:
            return
        if self.keep and os.fstat(self.file.fileno()).st_size:
            error.kept_part = self.part  # type: ignore[attr-defined]
        else:
            self.part.unlink(missing_ok=True)
        self.file.close()

    def __enter__(self) -> BinaryIO:
        return self.file

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.commit() if error is None else self.abandon(error)


class _Shown:
    """stdout on a terminal, with control characters in the output escaped."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.flush = file, file.flush

    def write(self, content: bytes) -> int:
        write_all(self._file, printable(bytes(content).decode(errors="replace")).encode())
        return len(content)


def write_whole(path: str | Path, content: bytes | str) -> None:
    """Write a file, or stdout for ``-``, completely or not at all."""
    with Output(path) as file:
        write_all(file, content.encode() if isinstance(content, str) else content)


def write_within(folder: str | Path, name: str, content: bytes | str) -> None:
    """Write a file of a folder as ``write_whole`` does; folders that are missing are made."""
    target = Path(folder) / name
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, content)


def write_all(file: RawIOBase | BinaryIO, content: bytes) -> None:
    """Write all bytes to a raw file, which may accept only part of them at a time."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]


@contextmanager
def text_lines(path: str | Path) -> Iterator[Callable[[str], None]]:
    """Write a file, or stdout for ``-``, line by line; the function takes a line without its newline."""
    with Output(path) as file:
        yield lambda line: write_all(file, f"{line}\n".encode())


def _own(part: Path, target: str | Path) -> BinaryIO:
    """The part, locked; its owner may rename it between our opening and locking it, so this is retried."""
    while True:
        file = opened(part)
        if not lock(file, wait=False):
            file.close()
            raise WriteError(f"{target} is being written by another process")
        held = os.fstat(file.fileno())
        if (held.st_dev, held.st_ino) == identity(part):
            return file
        file.close()


def _mode(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None
