"""Verifying a stream of instances: the glue between the store, the workers and the proof checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, TextIO

from ..instances.canonical import encode
from ..instances.records import Instance
from .jobs import Executor, Failed
from .labelling import LABELLING_CUT_SHORT

if TYPE_CHECKING:
    from ..verifiers.checking import Report

GRADES = ("certified", "engine_proven", "undecided", "unverified")


@dataclass(frozen=True)
class Checked:
    """What became of one instance.

    It ``holds``; it is ``refused``; or it stays ``open``: the check was cut short, or labelling was, so that
    the record claims nothing.
    """

    id: str
    task: str
    state: str
    message: str = ""
    claims: dict[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether everything that the instance claims holds."""
        return self.state == "holds"

    def json(self) -> str:
        """One line of JSON."""
        return encode(asdict(self)).decode()


@dataclass
class VerifySummary:
    """Counts by task."""

    states: Counter[tuple[str, str]] = field(default_factory=Counter)
    claims: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, checked: Checked) -> None:
        """Count one instance."""
        self.states[checked.task, checked.state] += 1
        for grade, count in checked.claims.items():
            self.claims[checked.task, grade] += count

    @property
    def refused(self) -> int:
        """How many instances do not hold."""
        return sum(count for (_, state), count in self.states.items() if state == "refused")

    @property
    def undecided(self) -> bool:
        """Whether a claim is undecided or an instance open."""
        claims = any(count for (_, grade), count in self.claims.items() if grade == "undecided")
        return claims or any(state == "open" for _, state in self.states)

    def print(self, file: TextIO) -> None:
        """Instances and claims, one task a row."""
        from .tables import table

        states = ("holds", "refused", "open")
        tasks = sorted({task for task, _ in self.states})
        rows = [self._row(task, [task], states) for task in tasks]
        rows.append(self._row("all", tasks, states))
        claims = [f"{grade.replace('_', '-')} claims" for grade in GRADES]
        table("", ["", "questions", "hold", "refused", "open", *claims], rows, file, texts=1)

    def _row(self, name: str, tasks: list[str], states: tuple[str, ...]) -> list[str]:
        counted = [sum(self.states[task, state] for task in tasks) for state in states]
        graded = [sum(self.claims[task, grade] for task in tasks) for grade in GRADES]
        return [name, *map(str, [sum(counted), *counted, *graded])]


def check_all(
    instances: Iterable[Instance], check: Callable[[Instance], Report], executor: Executor
) -> Iterator[Checked]:
    """Yield what the checker says of each instance, in input order."""
    for outcome in executor.map(check, instances):
        if isinstance(outcome, Failed):
            yield Checked(outcome.item.id, outcome.item.task, "open", str(outcome))
            continue
        if outcome.item.truth is None and outcome.item.grades == LABELLING_CUT_SHORT:
            yield Checked(outcome.item.id, outcome.item.task, "open", "its labelling was cut short")
            continue
        report = outcome.value
        claims = {grade: getattr(report, grade) for grade in GRADES}
        state = "holds" if report.ok else "refused"
        yield Checked(report.id, outcome.item.task, state, report.failed or "", claims)
