"""What stands right before and behind a delimited answer (a list, a box, JSON, a fence) and is against it."""

from __future__ import annotations

import re

from .words import FORERUNNERS, IDIOMS, OPENINGS, phrase

_LEAD_CLAUSE = phrase(r"^[\s\"'(>#-]*<<leading clause>>\b.*,")
_SO = phrase(r",? (?:so|therefore|hence|thus)\b")
_ASKED = re.compile(r"[^.!;\n]{0,60}\?")
_ENDS = phrase(r"\b(?:not|n't|isn't|either|anything but|everything but|but|except|or)\W*$")


def against(before: str, after: str, other: re.Pattern[str] | None = None) -> str | None:
    """The words around an answer that deny it, hedge it or go on with another; None when they do not.

    ``before`` is the text before it on its line, of which the last sentence counts, but for a clause that
    gives a reason; where ``other`` stands in either, that is another answer's sentence.
    """
    sentence = re.split(r"(?<=[.!?])\s", IDIOMS.sub(" ", before))[-1]
    clause = _SO.split(_LEAD_CLAUSE.sub("", sentence))[-1].rstrip(" :,\"'`")
    if FORERUNNERS.search(clause) is not None and not (other and other.search(clause)):
        return sentence
    asked = _ASKED.match(after)
    if asked is not None and not (other and other.search(asked[0])):
        return sentence + after[:60]
    return after[:60] if OPENINGS.match(after) is not None else None


def against_block(before: str, after: str) -> str | None:
    """As `against`, where headings lead to the answer: before it only the last words count."""
    if FORERUNNERS.search(before) and _ENDS.search(before):
        return before
    return after[:60] if OPENINGS.match(after) is not None else None
