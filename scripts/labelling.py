"""Labelling a stream of instances: the glue between the store, the workers and ``verifiers.label``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from ..instances.errors import (
    EngineMissingError,
    EnginesDisagreeError,
    IllegalItemError,
    LimitError,
    NameUnknownError,
    RecordError,
    UnsupportedError,
    WorldError,
)
from ..instances.records import Grade, Grades, Instance
from .jobs import Executor, Failed

INPUT_ERRORS = (RecordError, WorldError, UnsupportedError, LimitError, IllegalItemError, NameUnknownError)
"""What the data of one item can be at fault for: it is reported and left out, the others go on."""

STOPS = (EngineMissingError, EnginesDisagreeError)
"""Errors that concern more than their item: the run ends."""

LABELLING_CUT_SHORT = Grades(undecided=1)
"""The grades of a question, without truth, whose worker crashed or ran out of time or memory."""


@dataclass
class LabelCounts:
    """How the questions of a run came out."""

    questions: Counter[Grade] = field(default_factory=Counter)
    claims: Counter[Grade] = field(default_factory=Counter)
    bad: int = 0
    """Questions whose record or world is malformed."""

    def add(self, instance: Instance) -> None:
        """Count one labelled instance."""
        grades = instance.grades or Grades()
        self.questions[grades.grade] += 1
        self.claims[Grade.CERTIFIED] += grades.certified
        self.claims[Grade.ENGINE_PROVEN] += grades.engine_proven
        self.claims[Grade.UNDECIDED] += grades.undecided
        self.claims[Grade.UNVERIFIED] += grades.unverified

    @property
    def undecided(self) -> bool:
        """Whether anything stayed undecided."""
        return self.claims[Grade.UNDECIDED] > 0

    def __str__(self) -> str:
        parts = []
        for what, counts in (("questions", self.questions), ("claims", self.claims)):
            said = [f"{counts[grade]} {grade.value}" for grade in Grade if counts[grade]]
            parts.append(f"{counts.total()} {what}: {', '.join(said) or 'none'}")
        return "\n".join(parts)


def label_all(
    instances: Iterable[Instance],
    label: Callable[[Instance], Instance],
    executor: Executor,
    report: Callable[[str], None],
    counts: LabelCounts,
) -> Iterator[Instance]:
    """Yield the labelled instances in input order.

    A question whose worker crashed or ran out of time or memory comes out with an empty truth, graded
    undecided; one whose record or world is malformed is left out.  Both are reported.  Raises what concerns
    the whole run: EngineMissingError, EnginesDisagreeError.
    """
    for outcome in executor.map(label, instances):
        if isinstance(outcome, Failed):
            if isinstance(outcome.error, STOPS):
                raise outcome.error
            report(f"{outcome.item.id}: {outcome}")
            if isinstance(outcome.error, INPUT_ERRORS):
                counts.bad += 1
                continue
            unknown = {"truth": None, "gold": None, "certificates": (), "grades": LABELLING_CUT_SHORT}
            labelled = replace(outcome.item, **unknown)
        else:
            labelled = outcome.value
        counts.add(labelled)
        yield labelled
