"""Check `answers`: wrong answers do not score.

Each mutant of the gold answer (`answer_operators`) is written out, read by the scanner and judged.  One that
scores is *equivalent* when it is shown to be right: the same answer in normal form, or right by a second
judgement (`rightness`) from the truth whose certificates the checker has accepted, or by replay.  Any other
is a survivor, and a fault.  Texts that hedge between the gold and a wrong answer are mutants as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...instances.records import Outcome, Verdict
from ..planning.judging import answer_kind
from ..reading.kinds import SINGLES, AnswerKind
from .answer_operators import hedges, mutants, same
from .finding import Result
from .rightness import Rightness
from .spelling import spell
from .subject import Subject

CHECK = "answers"


def check(subject: Subject) -> Result:
    """Judge every mutant of the gold answer."""
    result = Result.of(subject.instance, CHECK)
    if subject.gold_value is None:
        return result
    kind = answer_kind(subject.instance)
    seen: set[str] = set()
    for name, text, value in _texts(subject, kind):
        if text not in seen:
            seen.add(text)
            _judge(subject, result, kind, name, text, value)
    return result


def _texts(subject: Subject, kind: AnswerKind) -> Iterator[tuple[str, str, Any]]:
    """Operator, text and value of each mutant; hedges have no value."""
    wrong: str | None = None
    gold = spell(subject.gold_value, kind)
    for name, value in mutants(subject, kind):
        text = spell(value, kind)
        yield name, text, value
        if wrong is None and Rightness(subject).of(value) is False:
            wrong = text
    if wrong is not None and (
        kind in SINGLES or kind in (AnswerKind.INDEX, AnswerKind.YES_NO, AnswerKind.LETTER)
    ):
        for name, text in hedges(gold, wrong):
            yield name, text, None


def _judge(subject: Subject, result: Result, kind: AnswerKind, name: str, text: str, value: Any) -> None:
    verdict = subject.judge(text)
    scored = verdict.outcome is Outcome.CORRECT
    why = _equivalence(subject, kind, verdict) if scored and value is not None else None
    fate = "survived" if scored and why is None else "equivalent" if scored else "killed"
    result.probe(fate != "survived", fate, f"{name}: {fate}")
    if verdict.outcome is Outcome.UNDECIDED:
        result.counts["open"] += 1
    if fate == "survived":
        result.fault(
            f"the mutant {text[:100]!r} ({name}) scores 1",
            operator=name,
            answer=text,
            read=verdict.answer,
            explanation=verdict.explanation,
        )
    elif not scored and verdict.outcome is Outcome.INCORRECT and value is not None:
        _expect_wrong(subject, result, kind, name, text, verdict)


def _equivalence(subject: Subject, kind: AnswerKind, verdict: Verdict) -> str | None:
    """How it is shown that an answer which scored is right, or None."""
    if same(verdict.answer, subject.gold_value, kind):
        return "the same answer in normal form"
    if Rightness(subject).of(verdict.answer) is not True:
        return None
    if subject.truth["kind"] == "subsequence":
        return "a shorter plan, by replay"
    return "right by the certified truth" if subject.accepted else None


def _expect_wrong(
    subject: Subject, result: Result, kind: AnswerKind, name: str, text: str, verdict: Verdict
) -> None:
    """A mutant that is judged wrong must not be right after all."""
    if same(verdict.answer, subject.gold_value, kind) or Rightness(subject).of(verdict.answer) is True:
        result.fault(
            f"the answer {text[:100]!r} ({name}) is right, and judged wrong", answer=text, read=verdict.answer
        )
