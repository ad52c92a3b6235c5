"""Labels one question, or a stream of them: connects the store, the workers and ``verifiers.label``."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from ..instances.errors import (
    EngineMissingError,
    EnginesDisagreeError,
    IllegalItemError,
    LimitError,
    MachineError,
    NameUnknownError,
    RecordError,
    UnsupportedError,
    WorldError,
)
from ..instances.faults import machine_fault
from ..instances.records import Grade, Grades, Instance
from ..instances.store import JsonlWriter, read_keys
from ..verifiers import label as labels
from ..verifiers.planning.oracle import Effort
from .jobs import Executor, Failed

INPUT_ERRORS = (RecordError, WorldError, UnsupportedError, LimitError, IllegalItemError, NameUnknownError)
"""Errors caused by the data of one item: it is reported and left out, and the others continue."""

STOPS = (EngineMissingError, EnginesDisagreeError, MachineError)
"""Errors that concern more than one item: the run ends.  A question too large for memory is left out."""

LABELLING_CUT_SHORT = Grades(undecided=1)
"""The grades of a question, without truth, whose worker crashed or ran out of time or memory."""


def label(question: Instance, *, engine: str = "auto") -> Instance:
    """The same question with complete truth, certificates, grades and a gold answer; its id stays.

    ``engine``: ``auto``, ``search`` (our own alone), or a planner of ``certwright list engines``.  Raises
    EngineMissingError, with the line that installs it, for what is not there, and WorldError or RecordError
    for a malformed question.

    >>> import certwright as cw
    >>> bare = cw.load("demo")[0]
    >>> cw.verify(cw.label(bare, engine="search")).certified > 0
    True
    """
    try:
        return labels.label(question, None if engine == "auto" else Effort(engine=engine))
    except ImportError as error:
        raise machine_fault(error) or error from error
    except (KeyError, IndexError, TypeError) as error:
        raise RecordError(f"{question.id}: malformed world or query: {error!r}", field="query") from error


class Causes:
    """Why questions failed: the first of each cause is reported at once, and all are listed at the end."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._questions: dict[str, list[str]] = {}

    def report(self, question: str, cause: str) -> None:
        """Record the failure of a question."""
        failed = self._questions.setdefault(cause, [])
        if not failed:
            self._say(f"{question}: {cause}")
        failed.append(question)

    def close(self) -> None:
        """List the questions of each cause that affected more than one, grouped by kind.

        >>> causes = Causes(print)
        >>> for name in ("f/t/d/01", "f/t/d/02", "f/t/e/03"):
        ...     causes.report(name, "deadline")
        f/t/d/01: deadline
        >>> causes.close()
        3 questions: deadline: f/t/d/{01,02} f/t/e/03
        """
        for cause, failed in self._questions.items():
            kinds: dict[str, list[str]] = {}
            for question in failed:
                kind, _, number = question.rpartition("/")
                kinds.setdefault(kind, []).append(number)
            several = {kind: "{" + ",".join(numbers) + "}" for kind, numbers in kinds.items() if numbers[1:]}
            named = " ".join(f"{kind}/{several.get(kind, numbers[0])}" for kind, numbers in kinds.items())
            if len(failed) > 1:
                self._say(f"{len(failed)} questions: {cause}: {named}")


@dataclass
class LabelCounts:
    """The outcomes of a run's questions."""

    questions: Counter[Grade] = field(default_factory=Counter)
    claims: Counter[Grade] = field(default_factory=Counter)
    bad: int = 0  # questions left out: their record or world is malformed, or memory does not suffice
    internal: int = 0  # questions that failed because of a bug in our code; they are written as undecided

    def add(self, instance: Instance) -> None:
        """Count one labelled instance."""
        grades = instance.grades or Grades()
        self.questions[grades.grade] += 1
        for grade in Grade:
            self.claims[grade] += getattr(grades, grade.value.replace("-", "_"))

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


def standing(writer: JsonlWriter, source: str) -> frozenset[str]:
    """The ids in a file that is resumed; RecordError for a question that the source lacks."""
    done = frozenset(instance.id for instance in writer.kept())
    once = source == "-" or not (Path(source).is_file() or Path(source).is_dir())
    if done and not once and (strange := done - {name for name, _ in read_keys(source)}):
        message = f"{min(strange)} is no question of {source}: start over without --resume"
        raise RecordError(message, file=str(writer.standing))
    return done


def label_all(
    instances: Iterable[Instance],
    label: Callable[[Instance], Instance],
    executor: Executor,
    report: Callable[[str, str], None],
    counts: LabelCounts,
) -> Iterator[Instance]:
    """Yield the labelled instances in input order.

    A question with a crashed worker or an expired deadline is yielded with an empty truth, graded undecided;
    one with a malformed record or world, or too large for memory, is left out.  All of these are reported.
    Raises errors that concern the whole run: EngineMissingError, EnginesDisagreeError, MachineError.
    """
    for outcome in executor.map(label, instances):
        if isinstance(outcome, Failed):
            if isinstance(outcome.error, STOPS) and outcome.reason != "memory":
                raise outcome.error
            report(outcome.item.id, str(outcome))
            if isinstance(outcome.error, INPUT_ERRORS) or outcome.reason == "memory":
                counts.bad += 1
                continue
            counts.internal += outcome.internal
            unknown = {"truth": None, "gold": None, "certificates": (), "grades": LABELLING_CUT_SHORT}
            labelled = replace(outcome.item, **unknown)
        else:
            labelled = outcome.value
        counts.add(labelled)
        yield labelled
