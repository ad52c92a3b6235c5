"""One question at a time: score an answer, reward it, label, verify, audit.

What concerns a question alone is prepared once and kept, so scoring many answers to one question is fast.
Everything here may be called from threads, from coroutines and from worker processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from msgspec.structs import replace

from ...instances.canonical import encode
from ...instances.errors import RecordError, UndecidedError
from ...instances.faults import machine_fault
from ...instances.records import Answer, Episode, Instance, Verdict
from ...verifiers.judge import JudgeOptions, judge, prepare
from ...verifiers.scoring import Judge, labelled

if TYPE_CHECKING:
    from ...verifiers.audit.finding import Finding
    from ...verifiers.proofs.core import Report

V = TypeVar("V", bound="float | None")
Mode = Literal["lenient", "strict", "as-published"]

PREPARED = 1024
"""Questions whose judges are kept."""
WITHOUT_ENGINES = ("gold", "idle", "answers", "proofs", "source", "published")
"""The checks of an audit that ask no second engine."""


def score(question: Instance, answer: object, *, mode: Mode = "lenient", first: bool = False) -> Verdict:
    """Judge one answer: ``value`` (0 to 1, None when undecided), ``outcome``, ``code``, ``explanation``.

    The answer is the model's text, data that is read already (a list of actions, say), an Episode, or a whole
    row of an answer file (Answer).  Whatever a model may have written gives a verdict.  Raises RecordError
    when the question has no truth, or an Answer or an Episode belongs to another one.

    ``mode``: ``lenient`` finds the final answer in free text, ``strict`` takes the paper's grammar,
    ``as-published`` judges as the benchmark's own evaluator does.  ``first`` takes the first of several
    conflicting answers.

    >>> import certwright as cw
    >>> question = cw.load("reactive/accept").filter(form="bool")[0]
    >>> verdict = cw.score(question, "Hard to say.")
    >>> verdict.value, verdict.outcome.value, verdict.code.value
    (0.0, 'unparsed', 'no_answer')
    """
    options = JudgeOptions(mode=mode, first=first)
    if isinstance(answer, Answer):
        _scorable(question, mode)
        return judge(question, answer, options)
    if isinstance(answer, Episode):
        if answer.instance != question.id:
            raise RecordError(
                f"the episode is one of {answer.instance!r}, not of {question.id!r}", field="id"
            )
        row = Answer(id=question.id, sample=answer.sample, answer=answer)
    elif isinstance(answer, str) or answer is None:
        row = Answer(id=question.id, response=answer)
    else:
        row = Answer(id=question.id, answer=answer)
    return _judge_of(_Same(question), options)(row)


@overload
def reward(question: Instance, *, mode: Mode = ...) -> Reward[float]: ...


@overload
def reward(question: Instance, *, undecided: float | Literal["raise"], mode: Mode = ...) -> Reward[float]: ...


@overload
def reward(question: Instance, *, undecided: None, mode: Mode = ...) -> Reward[float | None]: ...


def reward(
    question: Instance, *, undecided: float | Literal["raise"] | None = "raise", mode: Mode = "lenient"
) -> Reward[Any]:
    """A function from a model's text to its reward, 0.0 to 1.0; picklable, for threads and processes.

    An answer that nobody can judge has no reward: ``undecided`` says whether that raises UndecidedError, or
    which number (or None) stands for it.  Released and generated questions are decided for every answer.

    >>> import certwright as cw, pickle
    >>> question = cw.load("reactive/accept").filter(form="bool")[0]
    >>> reward = pickle.loads(pickle.dumps(cw.reward(question, undecided=0.0)))
    >>> reward("Final answer: yes"), reward("Final answer: no"), reward("")
    (1.0, 0.0, 0.0)
    """
    _scorable(question, mode)
    return Reward(replace(question, certificates=()), undecided, mode)


@dataclass(frozen=True)
class Reward(Generic[V]):
    """Rewards answers to one question; see ``reward``."""

    question: Instance
    undecided: V | Literal["raise"]
    mode: Mode = "lenient"

    def __call__(self, answer: object) -> V:
        """The reward of one answer."""
        verdict = score(self.question, answer, mode=self.mode)
        if verdict.value is not None:
            return verdict.value  # type: ignore[return-value]  # V is float, or float and None
        if self.undecided == "raise":
            raise UndecidedError(
                f"{verdict.id}: {verdict.explanation or verdict.code.value}; "
                "reward(question, undecided=0.0) or undecided=None goes on"
            )
        return self.undecided


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
    from ...verifiers.label import label as labelling
    from ...verifiers.planning.oracle import Effort

    try:
        return labelling(question, None if engine == "auto" else Effort(engine=engine))
    except ImportError as error:
        raise machine_fault(error) or error from error
    except (KeyError, IndexError, TypeError) as error:
        raise RecordError(f"{question.id}: malformed world or query: {error!r}", field="query") from error


def verify(question: Instance) -> Report:
    """Replay every certificate of a question with the independent checker, and render its prompt again.

    ``ok`` says whether all holds, ``failed`` names the first step that does not; never raises for what a
    record holds.
    """
    from ..verifying import check_line

    return check_line(encode(question)).report


def audit(
    questions: Instance | Iterable[Instance], *, checks: Sequence[str] = WITHOUT_ENGINES
) -> list[Finding]:
    """What is found when truth, gold answers, judges and proofs are put to the test; empty when all is well.

    A finding of severity ``fault`` is one of ours; a ``notice`` is about the source of an import.  The check
    ``second`` asks other engines too (extra ``engines``); ``guess`` is for whole sets, in the shell.
    """
    from ...instances.names import unknown
    from ...verifiers.audit.audit import audit as audited
    from ...verifiers.audit.finding import CHECKS, AuditOptions
    from ...verifiers.audit.subject import cases

    for check in checks:
        if check not in CHECKS:
            unknown("check", check, CHECKS)
    options = AuditOptions(tuple(checks))
    listed = [questions] if isinstance(questions, Instance) else questions
    return [finding for case in cases(listed) for finding in audited(case, options).findings]


class _Same:
    """A question as a key: by which object it is, for its parts cannot be hashed."""

    __slots__ = ("question",)

    def __init__(self, question: Instance):
        self.question = question

    def __hash__(self) -> int:
        return id(self.question)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.question is self.question


@lru_cache(PREPARED)
def _judge_of(key: _Same, options: JudgeOptions) -> Judge:
    _scorable(key.question, options.mode)
    return prepare(key.question, options)


def _scorable(question: Instance, mode: str) -> None:
    if mode != "as-published" and not labelled(question):
        raise RecordError(f"{question.id} has no truth: label it first, cw.label(question)", field="truth")
