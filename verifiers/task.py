"""What a task is: one row, at the end of the file ``verifiers/<family>/<task>.py`` that is the task.

It names the task here and elsewhere, the forms in which it is asked, the shape of its answer, and three
functions: ``label`` computes the complete truth, ``judge`` prepares the judgement of answers that have been
read, ``decide`` decides the one item of a boolean question.  Rows are found by their files.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from ..instances import names
from ..instances.errors import UnsupportedError
from ..instances.names import TaskName
from ..instances.records import Certificate, Code, Grades, Instance, Json, Outcome
from .reading.kinds import AnswerKind


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How answers are read and judged; the defaults are the strict legality rules and the lenient scanner."""

    mode: str = "lenient"
    """``lenient`` (the scanner), ``strict`` (the paper's grammar) or ``as-published`` (the peer's own)."""
    first: bool = False  # take the first of several conflicting final answers instead of refusing them
    static_facts: bool = False  # accept atoms of static predicates as propositions (planning)
    semantics: str = "specification"
    """``specification`` or ``reference``: which reading of GF-01 binds where the two differ (reactive)."""


class Judgement(NamedTuple):
    """An outcome with its reason; ``value`` is 1.0, 0.0 or None by the outcome, or the ``credit``."""

    outcome: Outcome
    code: Code
    explanation: str = ""
    metadata: dict[str, Any] = {}  # noqa: RUF012  (never mutated: a shared empty default)
    credit: float | None = None  # partial credit in 0..1, for the tasks whose published score has it

    @property
    def value(self) -> float | None:
        """The score: undecided answers have none."""
        return VALUES[self.outcome] if self.credit is None else self.credit


VALUES: dict[Outcome, float | None] = {
    Outcome.CORRECT: 1.0,
    Outcome.INCORRECT: 0.0,
    Outcome.UNPARSED: 0.0,
    Outcome.UNDECIDED: None,
}


def correct(explanation: str = "", **metadata: Any) -> Judgement:
    """The answer is right."""
    return Judgement(Outcome.CORRECT, Code.OK, explanation, metadata)


def incorrect(code: Code, explanation: str, **metadata: Any) -> Judgement:
    """The answer is wrong; the explanation names the first thing that fails."""
    return Judgement(Outcome.INCORRECT, code, explanation, metadata)


def undecided(explanation: str, code: Code = Code.TRUTH_UNDECIDED) -> Judgement:
    """Nobody knows whether the answer is right."""
    return Judgement(Outcome.UNDECIDED, code, explanation)


Judge = Callable[[Any], Judgement]  # from an answer as it was read to its judgement

EVALUATION = (Certificate("evaluation", {}),)
"""The certificate of truths that follow by evaluating a definition in the state of the question."""

ONE_CERTIFIED = Grades(certified=1)


@dataclass(frozen=True, slots=True)
class Labelled:
    """The complete truth of a question, the proofs of it, and an answer that scores 1.0."""

    truth: Json
    certificates: tuple[Certificate, ...] = ()
    grades: Grades = field(default_factory=Grades)
    gold: str | None = None
    difficulty: dict[str, float] = field(default_factory=dict)


def evaluated(truth: Json, gold: str | None, **difficulty: float) -> Labelled:
    """The label whose one claim follows by evaluating a definition."""
    return Labelled(truth, EVALUATION, ONE_CERTIFIED, gold, difficulty)


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether one item of a boolean or multiple-choice question holds; None when undecided."""

    holds: bool | None
    certificates: tuple[Certificate, ...] = ()
    certified: bool = True

    @staticmethod
    def evaluated(holds: bool) -> "Decision":
        """The decision that follows by evaluating a definition."""
        return Decision(holds, EVALUATION)


def not_asked(*question: Any) -> NoReturn:
    """In place of what a task lacks, since no form of it asks for that."""
    raise UnsupportedError("the task has no form that asks for this")


@dataclass(frozen=True, kw_only=True)
class Task(TaskName):
    """A task with what it computes."""

    shape: AnswerKind | None = None  # how the text of an answer is read; None where there is no text to read
    label: Callable[..., Labelled] = not_asked
    """``label(question)``, in planning ``label(question, oracle)``: the complete truth and its proofs."""
    judge: Callable[..., Callable[..., Any]] = not_asked
    """``judge(question, options)``: a judge of answers in the form ``gen``, as they were read.

    Where all is played, ``judge(truth)`` prepares a judge of what an episode came to.
    """
    decide: Callable[..., Decision] | None = None
    """``decide(question, item)``, in planning with an oracle: whether the item of a boolean query holds."""
    formal: Callable[[Instance], Json] | None = None
    """The query that the words of an imported question state; None where they state none."""
    asks: str = ""  # ``actions`` or ``facts``: which vocabulary of a planning world an answer is written in


def asked_of(instance: Instance) -> Task:
    """The row of an instance's task; NameUnknownError for a task, UnsupportedError for a form, not there."""
    row = task_of(instance.family, instance.task)
    if instance.form not in row.groups:
        raise UnsupportedError(f"there is no {row.family} task {row.key} in form {instance.form}")
    return row


def task_of(family: str, key: str) -> Task:
    """The row of a task of a family; NameUnknownError when it has none of that name."""
    row = names.task(key, family)
    assert isinstance(row, Task), f"{key}.py: its TASK is no row"
    return row
