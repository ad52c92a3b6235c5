"""Check `gold`: a complete truth has a gold answer, and the judge gives it 1, however it is spelt.

The gold must be right as it stands, through the scanner, with code ``ok``; right again in upper case, after
reasoning, in a fence; right as data; and, where the paper's grammar can say it at all, right in strict mode.
"""

from __future__ import annotations

from typing import Any

from ...instances.records import Answer, Code, Outcome, Verdict
from ..judge import JudgeOptions, judge
from ..planning.judging import answer_kind
from .finding import Result
from .spelling import disguises, strictly
from .subject import Subject

CHECK = "gold"
STRICT = JudgeOptions(mode="strict")


def complete(truth: dict[str, Any]) -> bool:
    """Whether the truth leaves nothing undecided and has a right answer to give.

    A plan that cannot be shortened, and a state that is no question, have none.
    """
    if not truth or truth.get("undecided") or truth.get("answer", 0) is None or truth.get("none", 0) is None:
        return False
    if truth["kind"] == "subsequence":
        return bool(truth["singles"] or truth["pairs"])
    if truth["kind"] == "next_action":
        return bool(truth["closer"])
    return bool(truth["kind"] != "degenerate")


def check(subject: Subject) -> Result:
    """Ask the judge about the gold answer in its various spellings."""
    instance, result = subject.instance, Result.of(subject.instance, CHECK)
    gold = instance.gold
    if gold is None:
        if complete(subject.truth):
            result.probe(False)
            result.fault("the truth is complete, but there is no gold answer", truth=subject.truth["kind"])
        return result
    kind = answer_kind(instance)
    _expect_right(result, "as it stands", gold, subject.judge(gold))
    for name, text in disguises(gold, kind):
        _expect_right(result, name, text, subject.judge(text))
    value = subject.gold_value
    if value is None:
        return result
    data = {"pos": value[0], "neg": value[1]} if subject.truth["kind"] == "effects" else value
    _expect_right(result, "as data", data, judge(instance, Answer(id=instance.id, answer=data)))
    sentence = strictly(value, kind)
    if sentence is not None:
        _expect_right(
            result,
            "strict mode",
            sentence,
            judge(instance, Answer(id=instance.id, response=sentence), STRICT),
        )
    return result


def _expect_right(result: Result, spelling: str, answer: Any, verdict: Verdict) -> None:
    right = verdict.outcome is Outcome.CORRECT and verdict.code is Code.OK
    result.probe(right)
    if not right:
        said = f"{verdict.outcome.value} / {verdict.code.value}"
        result.fault(
            f"the gold answer ({spelling}) is judged {said}",
            answer=answer,
            read=verdict.answer,
            explanation=verdict.explanation,
        )
