"""One question at a time: score an answer, or reward it.

What concerns a question alone is prepared once and kept, so scoring many answers to one question is fast.
Everything here may be called from threads, from coroutines and from worker processes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar, overload

from msgspec.structs import replace

from ...instances.errors import RecordError, UndecidedError
from ...instances.records import Answer, Episode, Instance, Verdict
from ...verifiers.judge import JudgeOptions, judge, prepare
from ...verifiers.scoring import Judge, labelled

V = TypeVar("V", bound="float | None")
Mode = Literal["lenient", "strict", "as-published"]

PREPARED = 1024  # questions whose judges are kept


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
    _scorable(question, mode)
    if isinstance(answer, Answer):
        return judge(question, answer, options)
    if isinstance(answer, Episode):
        if answer.instance != question.id:
            message = f"the episode is one of {answer.instance!r}, not of {question.id!r}"
            raise RecordError(message, field="id")
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
    return prepare(key.question, options)


def _scorable(question: object, mode: str) -> None:
    if not isinstance(question, Instance):
        kind = type(question).__name__
        raise RecordError(f"a {kind} is no question: take one of cw.load(...)", field="question")
    if mode != "as-published" and not labelled(question):
        raise RecordError(f"{question.id} has no truth: label it first, cw.label(question)", field="truth")
