"""The summary of a scored answer file: figures by group, refused rows, questions without an answer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from heapq import nlargest
from itertools import chain
from textwrap import fill
from typing import Any, TextIO

from ..instances.outputs import counted, printable
from ..instances.records import Code, Grade, Instance, Verdict
from ..verifiers.identity import Index
from ..verifiers.scoring import RefusedRow
from ..verifiers.statistics import Statistics, counts
from .tables import WIDTH, figures_table

KEPT = 1000
"""The number of refused rows that the report lists; all are counted."""
PRINTED = 20
SLOWEST = 5
"""Answers that are named for the time that judging them took, where it was measured."""

SUMMARY_SCHEMA = "certwright.summary/1"


class ScoreReport:
    """Collects the outcomes of a scoring run; its size depends on the truth set, not on the answers."""

    def __init__(self, truth: Index, by: Sequence[str]) -> None:
        self.statistics = Statistics(truth, difficulty=any("difficulty" in key for key in by))
        self.grades = Counter(grade_of(instance) for instance in truth)
        self._by = tuple(by)
        self.refused: Counter[Code] = Counter()
        self.refusals: list[RefusedRow] = []
        self.slowest: list[tuple[float, str, int]] = []
        """Seconds, id and sample, the slowest first."""
        self.internal = 0
        """Answers that failed because of a bug in our code."""
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
        groups = {
            key: {name: figures.json() for name, figures in self.statistics.by(key, ks).items()}
            for key in self._by
        }
        return {
            "schema": SUMMARY_SCHEMA,
            "grades": dict(sorted(self.grades.items())),
            "total": self.statistics.total(ks).json(),
            "by": groups,
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
            groups = self.statistics.by(key, ks)
            figures_table(f"by {key}", {**groups, "all": total}, file)
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
