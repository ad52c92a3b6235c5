"""Scores a file of answers with any number of workers: chunks of rows go out, verdicts come back in order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from os import urandom
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..instances.errors import RecordError
from ..instances.lines import files_of
from ..instances.records import Answer, Instance
from ..instances.store import read_instances, readable
from ..verifiers.identity import Index, Recent, TruthFile, TruthIndex
from ..verifiers.judge import JudgeOptions, prepare
from ..verifiers.scoring import Judge, Judged, judge_rows, labelled
from .jobs import Executor, Failed

CHUNK = 200
"""Rows that are sent to a worker together."""

Rows = list[tuple[int, "Answer | RecordError"]]

LARGE_BYTES = 512 * 2**20
"""Truth files above this size are indexed on disk, in a temporary folder (TMPDIR)."""

_known: dict[Marking, tuple[Index, MutableMapping[str, Judge]]] = {}
"""What this process scores against: an index, and the judges prepared so far."""


@dataclass(frozen=True)
class Marking:
    """Judges chunks of rows against the truth in a file, which each process reads once."""

    file: str
    options: JudgeOptions
    timing: bool = False
    on_disk: bool = False
    run: str = field(default_factory=lambda: urandom(8).hex())
    """Distinguishes runs: a worker may outlive one, and files change."""

    def __call__(self, rows: Rows) -> list[Judged]:
        """Judge numbered rows."""
        if self not in _known:
            listed = () if self.on_disk else readable(read_instances(self.file))
            self.know(TruthFile(self.file) if self.on_disk else TruthIndex(listed))
        truth, judges = _known[self]
        return list(judge_rows(rows, truth, _judge, self.options, timing=self.timing, judges=judges))

    def know(self, truth: Index) -> None:
        """Use a truth that this process has already read."""
        _known.clear()
        _known[self] = truth, Recent() if self.on_disk else {}


@contextmanager
def marking(
    file: str, options: JudgeOptions, good: Callable[[Iterable[Any]], Iterator[Instance]], *, timing: bool
) -> Iterator[tuple[Index, Marking]]:
    """The index of a truth file, and the function that judges rows against it; ``good`` filters out bad
    records."""
    index: Index
    if _size(file) <= LARGE_BYTES:
        index, mark = TruthIndex(good(read_instances(file))), Marking(file, options, timing)
        mark.know(index)
        yield index, mark
        return
    with TemporaryDirectory(prefix="certwright-truth-") as folder:
        index = TruthFile.build(good(read_instances(file)), Path(folder, "truth.sqlite"))
        mark = Marking(index.path, options, timing, on_disk=True)
        mark.know(index)
        yield index, mark


def most_workers(mark: Marking) -> int:
    """Processes that hold together at most ``LARGE_BYTES`` of truth; one for stdin, any if it is on disk."""
    if mark.file == "-":
        return 1
    return sys.maxsize if mark.on_disk else max(1, LARGE_BYTES // max(1, _size(mark.file)))


def _size(file: str) -> int:
    return 0 if file == "-" else sum(Path(part).stat().st_size for part in files_of(file))


def _judge(instance: Instance, options: JudgeOptions) -> Judge:
    """The judge of an instance; RecordError for one without a truth, unless none is needed."""
    if options.mode != "as-published" and not labelled(instance):
        raise RecordError("it is not labelled")
    return prepare(instance, options)


def mark_all(rows: Iterable[Answer | RecordError], mark: Marking, executor: Executor) -> Iterator[Judged]:
    """The results of all rows, in input order; a failure of a whole chunk is raised, since no answer caused
    it."""
    numbered = enumerate(rows, 1)
    chunks = iter(lambda: list(islice(numbered, CHUNK)), [])
    for outcome in executor.map(mark, chunks):
        if isinstance(outcome, Failed):
            raise outcome.error
        yield from outcome.value
