"""The file form of a verdict: our record, readable as a score of Inspect's ``precomputed_scores``.

Inspect reads ``id``, ``epoch`` (the number of a sample, from 1), ``value``, ``answer`` (a text),
``explanation`` and ``metadata``, and ignores the rest.  It cannot express an undecided score in JSON: an
undecided verdict has the value ``undecided`` and a negative epoch, which no sample has, so that Inspect
leaves the sample unscored instead of counting it as wrong.
"""

from typing import Any, Literal

import msgspec

from .canonical import encode
from .records import VERDICT_SCHEMA, Code, Json, Outcome, Verdict

UNDECIDED: Literal["undecided"] = "undecided"
_SHARED = ("id", "sample", "outcome", "code", "explanation", "metadata", "seconds", "agent")
"""The fields that stand in a row as they are."""


class VerdictRow(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="schema", tag=VERDICT_SCHEMA
):
    """One line of a file of verdicts."""

    id: str
    sample: int
    epoch: int
    """``sample + 1``; negated for an undecided verdict."""
    value: float | Literal["undecided"]
    outcome: Outcome
    code: Code
    answer: str
    """The answer as read, as text; empty when none was read."""
    explanation: str
    metadata: Json
    parsed: Any = None
    """The answer as read, as data; absent when none was read."""
    seconds: float | None = None
    agent: str | None = None


def row_of(verdict: Verdict) -> VerdictRow:
    """The file form of a verdict.

    >>> row = row_of(Verdict(id="q", value=None, outcome=Outcome.UNDECIDED, code=Code.TRUTH_UNDECIDED))
    >>> row.value, row.epoch, row.answer
    ('undecided', -1, '')
    """
    fields = {name: getattr(verdict, name) for name in _SHARED}
    return VerdictRow(
        **fields,
        epoch=-verdict.sample - 1 if verdict.value is None else verdict.sample + 1,
        value=UNDECIDED if verdict.value is None else verdict.value,
        answer=text_of(verdict.answer),
        parsed=verdict.answer,
    )


def verdict_of(row: VerdictRow) -> Verdict:
    """The verdict of a row."""
    value = None if row.value == UNDECIDED else float(row.value)
    return Verdict(**{name: getattr(row, name) for name in _SHARED}, value=value, answer=row.parsed)


def text_of(answer: Any) -> str:
    """An answer as read, as text: texts unchanged, yes or no, numbers, everything else as JSON.

    >>> [text_of(answer) for answer in (None, "(a b)", True, 3, ["(a b)", "(c)"])]
    ['', '(a b)', 'yes', '3', '["(a b)","(c)"]']
    """
    if answer is None or isinstance(answer, str):
        return answer or ""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return encode(answer).decode()
