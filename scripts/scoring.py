"""Scoring a file of answers by any number of workers: chunks of rows go out, verdicts come back in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from ..instances.errors import RecordError
from ..instances.records import Answer, Instance
from ..instances.store import read_instances
from ..verifiers.identity import TruthIndex
from ..verifiers.judge import JudgeOptions, prepare
from ..verifiers.scoring import Judge, Judged, judge_rows, labelled
from .jobs import Executor, Failed

CHUNK = 200
"""Rows that are handed to a worker together."""

Rows = list[tuple[int, "Answer | RecordError"]]

_truths: dict[str, tuple[TruthIndex, dict[str, Judge]]] = {}
"""What this process has read: the index of a file, and the judges that are ready."""


def know(file: str, truth: TruthIndex) -> None:
    """Let this process score against a truth that it has read."""
    _truths[file] = truth, {}


@dataclass(frozen=True)
class Marking:
    """Judges chunks of rows against the truth in a file, which each process reads once."""

    file: str
    options: JudgeOptions
    timing: bool = False

    def __call__(self, rows: Rows) -> list[Judged]:
        """Judge numbered rows."""
        if self.file not in _truths:
            readable = (one for one in read_instances(self.file) if not isinstance(one, RecordError))
            know(self.file, TruthIndex(readable))
        truth, judges = _truths[self.file]
        return list(judge_rows(rows, truth, _judge, self.options, timing=self.timing, judges=judges))


def _judge(instance: Instance, options: JudgeOptions) -> Judge:
    """The judge of an instance; RecordError for one without a truth, unless none is needed."""
    if options.mode != "as-published" and not labelled(instance):
        raise RecordError("it is not labelled")
    return prepare(instance, options)


def mark_all(rows: Iterable[Answer | RecordError], marking: Marking, executor: Executor) -> Iterator[Judged]:
    """What came of each row, in input order; raises what made a chunk fail, for no answer is at fault."""
    numbered = enumerate(rows, 1)
    chunks = iter(lambda: list(islice(numbered, CHUNK)), [])
    for outcome in executor.map(marking, chunks):
        if isinstance(outcome, Failed):
            raise outcome.error
        yield from outcome.value
