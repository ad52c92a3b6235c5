"""Scores a file of answers: chunks of rows go to any number of workers, verdicts come back in order.

``ScoreReport`` is their summary: figures by group, refused rows, questions without an answer.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from heapq import nlargest
from itertools import chain, islice
from os import urandom
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any, TextIO

from ..instances.errors import RecordError
from ..instances.lines import files_of
from ..instances.outputs import counted, printable
from ..instances.records import Answer, Code, Grade, Instance, Verdict
from ..instances.store import read_instances, readable
from ..verifiers.identity import Index, Recent, TruthFile, TruthIndex
from ..verifiers.judge import JudgeOptions, prepare
from ..verifiers.scoring import Judge, Judged, RefusedRow, judge_rows, labelled
from ..verifiers.statistics import Statistics, counts
from .jobs import Executor, Failed
from .tables import WIDTH, figures_table

CHUNK = 200  # rows that are sent to a worker together

Rows = list[tuple[int, "Answer | RecordError"]]

LARGE_BYTES = 512 * 2**20  # truth files above this size are indexed on disk, in a temporary folder (TMPDIR)

_known: dict[Marking, tuple[Index, MutableMapping[str, Judge]]] = {}  # with judges prepared


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
    """The index of a truth file, and what judges rows against it; ``good`` filters out bad records."""
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
    if options.mode != "as-published" and not labelled(instance):
        raise RecordError("it is not labelled")
    return prepare(instance, options)


def mark_all(rows: Iterable[Answer | RecordError], mark: Marking, executor: Executor) -> Iterator[Judged]:
    """The results of all rows, in order; a failure of a whole chunk is raised, since no answer caused it."""
    numbered = enumerate(rows, 1)
    for outcome in executor.map(mark, iter(lambda: list(islice(numbered, CHUNK)), [])):
        if isinstance(outcome, Failed):
            raise outcome.error
        yield from outcome.value


KEPT = 1000  # refused rows that the report lists; all are counted
PRINTED = 20
SLOWEST = 5  # answers that are named for the time that judging them took, where it was measured

SUMMARY_SCHEMA = "certwright.summary/1"


class ScoreReport:
    """Collects the outcomes of a scoring run; its size depends on the truth set, not on the answers."""

    def __init__(self, truth: Index, by: Sequence[str]) -> None:
        self.statistics = Statistics(truth, difficulty=any("difficulty" in key for key in by))
        self.grades = Counter(grade_of(instance) for instance in truth)
        self._by = tuple(by)
        self.refused: Counter[Code] = Counter()
        self.refusals: list[RefusedRow] = []
        self.slowest: list[tuple[float, str, int]] = []  # seconds, id and sample, the slowest first
        self.internal = 0  # answers that failed because of a bug in our code
        self.first_internal = ""

    def collect(self, outcomes: Iterable[Verdict | RefusedRow]) -> Iterator[Verdict]:
        """Count every outcome and yield the verdicts."""
        add = self.statistics.add
        for outcome in outcomes:
            if isinstance(outcome, Verdict):
                add(outcome)
                if outcome.seconds is not None:
                    timed = (outcome.seconds, outcome.id, outcome.sample)
                    self.slowest = nlargest(SLOWEST, [*self.slowest, timed])
                if outcome.code is Code.INTERNAL_ERROR:
                    self.internal += 1
                    self.first_internal = self.first_internal or f"{outcome.id}: {outcome.explanation}"
                yield outcome
            else:
                self.refused[outcome.code] += 1
                self.refusals += [outcome] * (len(self.refusals) < KEPT)

    @property
    def ks(self) -> tuple[int, ...]:
        """The sample counts k to report: one, and the largest number of samples."""
        return tuple(sorted({1, max(1, self.statistics.most_samples)}))

    def json(self, ks: Sequence[int]) -> dict[str, Any]:
        """The report as a JSON object."""
        by = {key: self.statistics.by(key, ks).items() for key in self._by}
        return {
            "schema": SUMMARY_SCHEMA,
            "grades": dict(sorted(self.grades.items())),
            "total": self.statistics.total(ks).json(),
            "by": {key: {name: own.json() for name, own in groups} for key, groups in by.items()},
            "refused": {code.value: self.refused[code] for code in sorted(self.refused, key=str)},
            "refused_rows": list(map(asdict, self.refusals)),
            **({"slowest": self.slowest} if self.slowest else {}),
            "unanswered": list(dict.fromkeys(chain.from_iterable(self.statistics.unanswered.values()))),
        }

    def print(self, ks: Sequence[int], file: TextIO) -> None:
        """The figures as tables, one for each key, and a line of reasons."""
        total, by = self.statistics.total(ks), self._by
        if len(self.statistics.agents) > 1 and not any("agent" in key.split("+") for key in by):
            by = ("agent", *by)
        for key in by:
            figures_table(f"by {key}", {**self.statistics.by(key, ks), "all": total}, file)
        if not by:
            figures_table("", {"all": total}, file)
        if self.grades.keys() - {Grade.CERTIFIED.value}:
            print(_filled(f"questions by grade of their truth: {counts(self.grades)}"), file=file)
        print(_filled(f"reasons: {counts(total.codes) or 'no answers'}"), file=file)
        for seconds, name, sample in self.slowest:
            print(printable(f"{seconds:8.3f} s for {name}" + f" sample {sample}" * (sample > 0)), file=file)

    def print_faults(self, file: TextIO) -> None:
        """Print the refused rows and the unanswered questions: counts, and the first of each."""
        for refusal in self.refusals[:PRINTED]:
            # the message of a malformed row names its line, which the number of the row need not be
            place = "" if refusal.code is Code.MALFORMED else f"row {refusal.row}: "
            print(printable(f"{place}{refusal.code.value}: {refusal.message}"), file=file)
        if self.refused:
            print(f"refused rows: {counts({c.value: n for c, n in self.refused.items()})}", file=file)
        if self.internal:
            message = f"{self.internal} answers could not be judged; first {self.first_internal}"
            print(printable(message), file=file)
        several = len(self.statistics.agents) > 1
        for agent, missing in self.statistics.unanswered.items():
            of = f" of {agent or 'nobody named'}" if several else ""
            listed = ", ".join(missing[:PRINTED]) + (", ..." if len(missing) > PRINTED else "")
            lacking = counted(len(missing), "question")
            print(printable(_filled(f"{lacking} without an answer{of}: {listed}")), file=file)


def grade_of(instance: Instance) -> str:
    """The grade of the truth that an answer is judged by: the weakest among its claims."""
    if instance.grades is not None:
        return instance.grades.grade.value
    return "not labelled" if instance.truth is None else Grade.UNVERIFIED.value


def _filled(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
