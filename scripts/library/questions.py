"""Sets of questions as lazy lists: released ones by name, any file, and what ``generate`` makes.

A file is scanned once for where its lines are; a question is decoded when it is asked for.  No file is kept
in memory: a packed one, or stdin, is unpacked into a temporary file.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, Literal, Protocol, overload

import msgspec

from ...instances import store
from ...instances.errors import RecordError, UnsupportedError
from ...instances.hostile import FAULTS
from ...instances.lines import files_of, json_lines, mistaken
from ...instances.names import unknown
from ...instances.outputs import counted
from ...instances.records import Instance
from ...instances.store import INSTANCE_BYTES, record_of

RELEASED = Path(store.__file__).parent  # the folder of the released sets, one folder a family

Wanted = str | Collection[str] | None
Levels = int | Collection[int] | None


class Head(msgspec.Struct, frozen=True):
    """What tells questions apart without decoding them."""

    id: str = ""
    family: str = ""
    task: str = ""
    form: str = ""
    domain: str = ""
    level: int | None = None
    split: str | None = None


_COPIES = Lock()  # held while an unpacked copy is read: its place is one for all threads
_NAME = re.compile(r"[a-z]+(/[a-z0-9]+)?")
_HEADS = msgspec.json.Decoder(Head)


class QuestionSource(Protocol):
    """Where questions come from, by number."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def question(self, number: int) -> Instance:
        """One of them; RecordError when it cannot be read."""
        ...

    def head(self, number: int) -> Head | Instance:
        """What tells it apart."""
        ...


class Lines:
    """The lines of one file, found by their offsets; of a packed file, those of an unpacked copy."""

    def __init__(self, path: str | Path):
        self.path = str(path)
        self._numbers, self._starts, self._sizes = array("Q"), array("Q"), array("Q")
        self._faults: dict[int, RecordError] = {}
        self._copy: IO[bytes] | None = None
        if self.path != "-" and Path(path).is_file() and not _packed(path):
            self._scan()
        else:
            self._unpack()

    def _scan(self) -> None:
        start = number = 0
        with Path(self.path).open("rb") as file:
            while line := file.readline(INSTANCE_BYTES + 1):
                number, size = number + 1, len(line)
                if not line.isspace():
                    if not self._numbers and (kind := mistaken(line.removeprefix(b"\xef\xbb\xbf"))):
                        raise RecordError(kind, file=self.path)
                    if size > INSTANCE_BYTES:
                        text = f"line is longer than {INSTANCE_BYTES} bytes"
                        self._faults[len(self)] = RecordError(text, file=self.path, line=number)
                    self._add(number, start, min(size, INSTANCE_BYTES))
                while size > INSTANCE_BYTES and line[-1] != 10 and (line := file.readline(INSTANCE_BYTES)):
                    size += len(line)
                start += size

    def _unpack(self) -> None:
        self._copy = TemporaryFile()  # noqa: SIM115  (it lives as long as the lines do)
        for number, line in json_lines(self.path, INSTANCE_BYTES):
            if isinstance(line, RecordError):
                self._faults[len(self)], line = line, b""
            self._add(number, self._copy.tell(), len(line))
            self._copy.write(line)

    def _add(self, number: int, start: int, size: int) -> None:
        self._numbers.append(number)
        self._starts.append(start)
        self._sizes.append(size)

    def _copied(self, start: int = 0, size: int = -1) -> bytes:
        assert self._copy is not None
        with _COPIES:
            self._copy.seek(start)
            return self._copy.read(size)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_copy": None if self._copy is None else self._copied()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["_copy"] is not None:
            self._copy = TemporaryFile()  # noqa: SIM115
            self._copy.write(state["_copy"])

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, place: int) -> int:
        """The number of a line in its file, from 1."""
        return self._numbers[place]

    def line(self, place: int) -> bytes:
        """One line; RecordError when it is too long or could not be unpacked."""
        if (fault := self._faults.get(place)) is not None:
            raise fault
        start, size = self._starts[place], self._sizes[place]
        if self._copy is not None:
            return self._copied(start, size)
        with Path(self.path).open("rb", buffering=0) as file:
            file.seek(start)
            return file.read(size).removeprefix(b"\xef\xbb\xbf")

    def question(self, place: int) -> Instance:
        """The question on a line."""
        return record_of(self.line(place), Instance, self.path, self._numbers[place])

    def head(self, place: int) -> Head:
        """The beginning of the record on a line."""
        line = self.line(place)
        try:
            return _HEADS.decode(line)
        except FAULTS:
            record_of(line, Instance, self.path, self._numbers[place])  # says what is wrong with it
            raise RecordError("is no question", file=self.path, line=self._numbers[place]) from None


class Files:
    """Several files, one after the other."""

    def __init__(self, paths: Sequence[str | Path]):
        self.files = [Lines(file) for path in paths for file in files_of(path)]
        self._ends = list(accumulate(map(len, self.files)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _place(self, number: int) -> tuple[Lines, int]:
        place = bisect_right(self._ends, number)
        return self.files[place], number - self._ends[place] + len(self.files[place])

    def question(self, number: int) -> Instance:
        """One of the questions."""
        file, place = self._place(number)
        return file.question(place)

    def head(self, number: int) -> Head:
        """What tells it apart."""
        file, place = self._place(number)
        return file.head(place)


class Questions(Sequence[Instance]):
    """A lazy list of questions: index, slice, iterate, ``len``, ``filter``.

    A slice or a selection is a list of the same kind and decodes nothing.

    >>> import certwright as cw
    >>> questions = cw.load("planning/reach")
    >>> len(questions) > len(questions[:3]) == 3
    True
    >>> sorted({question.domain for question in questions.filter(domain=("ferry", "grid"), form="gen")})
    ['ferry', 'grid']
    """

    def __init__(self, source: QuestionSource, numbers: Sequence[int] | None = None, name: str = "questions"):
        self._source, self._name = source, name
        self._numbers = range(len(source)) if numbers is None else numbers
        self.errors: tuple[RecordError, ...] = ()
        """The lines that ``on_error="skip"`` left out, each with file, line and field."""

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Instance: ...

    @overload
    def __getitem__(self, index: slice) -> Questions: ...

    def __getitem__(self, index: int | slice) -> Instance | Questions:
        if isinstance(index, slice):
            return Questions(self._source, self._numbers[index], self._name)
        return self._source.question(self._numbers[index])

    def __iter__(self) -> Iterator[Instance]:
        return (self._source.question(number) for number in self._numbers)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'question')} of {self._name}>"

    def filter(
        self,
        *,
        task: Wanted = None,
        domain: Wanted = None,
        level: Levels = None,
        form: Wanted = None,
        split: Wanted = None,
    ) -> Questions:
        """Those of these tasks, domains, levels, forms and splits; each one value or several.

        A name that no question bears is an error (NameUnknownError), with the nearest names that some do.
        """
        wanted = {"task": task, "domain": domain, "level": level, "form": form, "split": split}
        tests = {
            key: frozenset((value,) if isinstance(value, (str, int)) else value)
            for key, value in wanted.items()
            if value is not None
        }
        heads = [(number, self._source.head(number)) for number in self._numbers]
        for key, values in tests.items():
            known = {getattr(head, key) for _, head in heads}
            for value in sorted(values - known, key=str) if known and key != "level" else ():
                unknown(key, str(value), map(str, known - {None}))
        kept = [number for number, head in heads if all(getattr(head, key) in tests[key] for key in tests)]
        return Questions(self._source, kept, self._name)


def load(source: str | Path, *, on_error: Literal["raise", "skip"] = "raise") -> Questions:
    """The questions of a released set, by name, or of any file.

    A name is a family (``"reactive"``), one of its tasks (``"planning/reach"``, ``"gridworld/mfp"``), one of
    its files (``"planning/mcq"``), or ``"demo"``.  A file holds one question a line; gzip is recognised;
    ``-`` is stdin.  A line that cannot be read raises RecordError, with file, line and field, when its
    question is asked for; ``on_error="skip"`` reads everything once and leaves such lines out, to be found
    in ``errors``.

    >>> import certwright as cw
    >>> cw.load("planing/reach")
    Traceback (most recent call last):
    ...
    certwright.instances.errors.NameUnknownError: unknown set 'planing'; did you mean planning?
    """
    if on_error not in ("raise", "skip"):
        raise UnsupportedError(f"on_error is 'raise' or 'skip', not {on_error!r}")
    if isinstance(source, str) and _NAME.fullmatch(source) and not _records(Path(source)):
        questions = _released(source)
    else:
        questions = Questions(Files([source]), name=str(source))
    return questions if on_error == "raise" else _readable(questions)


def _records(path: Path) -> bool:
    """Whether a path is a file or a folder to read; one that only bears the name of a family is not."""
    if not path.is_dir():
        return path.exists()
    return (path / "manifest.json").is_file() or path.parts[0] not in _families()


def _families() -> set[str]:
    return {path.parent.name for path in RELEASED.glob("*/*.manifest.json")} | {"demo"}


def released_file(name: str) -> Path | None:
    """The file of a released set that is called so (``planning/gen``, ``demo/planning``)."""
    if not _NAME.fullmatch(name):
        return None
    paths = (RELEASED / f"{name}{suffix}" for suffix in (".jsonl", ".jsonl.gz"))
    return next((path for path in paths if path.is_file()), None)


def released_files() -> list[str]:
    """The names that ``released_file`` knows."""
    return [f"{path.parent.name}/{path.name.partition('.')[0]}" for path in _files("*")]


def _files(family: str) -> list[Path]:
    """The files of a family's sets, without those that are being written (``.part``)."""
    return sorted(path for ending in ("jsonl", "jsonl.gz") for path in RELEASED.glob(f"{family}/*.{ending}"))


def _released(name: str) -> Questions:
    """A released set, or those of its questions that are of one task; NameUnknownError for another name."""
    if (path := released_file(name)) is not None:
        return Questions(Files([path]), name=name)
    family, _, task = name.partition("/")
    if family not in (known := _families()):
        unknown("set", family, known)
    files = [path for path in _files(family) if not path.name.startswith("answers")]
    questions = Questions(Files(files), name=name)
    return questions.filter(task=task) if task else questions


def _readable(questions: Questions) -> Questions:
    kept, errors = [], []
    for number in questions._numbers:
        try:
            questions._source.question(number)
            kept.append(number)
        except RecordError as error:
            errors.append(error)
    readable = Questions(questions._source, kept, questions._name)
    readable.errors = tuple(errors)
    return readable


def _packed(path: str | Path) -> bool:
    with Path(path).open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


Words = str | int | Sequence[str | int] | None
"""As a command line or Inspect's ``-T`` hands it over: ``1,2``, ``1-3``, ``[1, 2]``, ``1``."""


def strings(words: Words) -> list[str] | None:
    """The words of an option; None when it is not given.

    >>> strings("app, val"), strings(["app", "val"]), strings(None)
    (['app', 'val'], ['app', 'val'], None)
    """
    if words is None:
        return None
    listed = [words] if isinstance(words, (str, int)) else words
    return [word.strip() for each in listed for word in str(each).split(",") if word.strip()]


def integers(words: Words) -> list[int] | None:
    """The numbers of an option, ranges too; UnsupportedError for a word that is none.

    >>> integers("1-3"), integers([1, "4-5"]), integers(2), integers("1,6")
    ([1, 2, 3], [1, 4, 5], [2], [1, 6])
    """
    named = strings(words)
    if named is None:
        return None
    numbers: list[int] = []
    for word in named:
        first, dash, last = word.partition("-")
        if not (first.isdecimal() and (last if dash else first).isdecimal() and len(word) < 10):
            raise UnsupportedError(f"{word!r} is neither a level nor a range such as 1-3")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
