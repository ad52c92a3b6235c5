"""What stands behind an answer and changes it: a condition, an amendment, a verdict, a second one.

    correction = condition | sentence that amends | ( "--" | "(" | "." ) verdict | candidate "is also right"

What a verdict may say depends on the kind: where a failing action is asked, "not applicable" confirms it, and
below a list "remove the last one" changes it.
"""

from __future__ import annotations

from .kinds import LISTS, REACTIVE, AnswerKind
from .lexer import MARK
from .words import phrase

_BEGINS = r"(?:[\n.!?;]|(?<=[^\s,]\s)--?)[\s\"')\]}\x02\x03*]{0,6}"
_CONDITION = phrase(r"^[\s,(\"')\]}\x02\x03]{0,6}(?:but |only |and )*<<condition behind>>")
_AMENDED = phrase(rf"{_BEGINS}(?:then |now |but )?<<amending>>")
_AMENDED_LIST = phrase(rf"{_BEGINS}(?:then |now |but )?<<amending a list>>")
_UNFIT = phrase(r"(?:^[\s\"')\]}:\x02\x03]{0,6}|[.!;]\s{1,4}|--?\s{0,4}|\()<<unfit>>(?![\w:])")
_SECOND = phrase(
    rf"{MARK}[\s\"')]{{0,3}}<<second>>"
    rf"|[.!;\n(][\s\"']{{0,4}}<<second before>> \(?{MARK}(?!\)?[^.\n]{{0,40}}\b(?:not|fail))"
)
_WHEN = phrase(
    r"^[\s\"')]{0,4}(?:when|once|while|where)\b|^[\s\"'):]{0,4}(?:(?:is|are|also) ){0,2}(?:wrong|incorrect)\b"
)
_BECOMES = phrase(
    r"^[\s,\"')\]}\x02\x03]{0,6}(?:which |that |it )?(?:can|is|will|may) (?:eventually |become )?"
    r"(?:hold|reachable|true|possible|applicable|reached|applied|achieved)\b(?! in no)"
)
"""What denies that a fact or an action can never be."""
_MAY_FAIL = frozenset(
    {
        AnswerKind.INDEX,
        AnswerKind.ATOM_OR_NONE,
        AnswerKind.ACTION_OR_NONE,
        AnswerKind.YES_NO,
        AnswerKind.ACCEPTANCE,
    }
)
_REACHED = frozenset({AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE})


def correction(text: str, kind: AnswerKind) -> str | None:
    """The words behind an answer, in lower case, from the first that change it; None when none do."""
    patterns = [_CONDITION]
    if kind in LISTS | REACTIVE or kind is AnswerKind.EFFECTS:
        patterns.append(_AMENDED)
    if kind in LISTS:
        patterns.append(_AMENDED_LIST)
    if kind not in _MAY_FAIL:
        patterns.append(_UNFIT)
    if kind in (AnswerKind.LETTER, AnswerKind.ACTION):
        patterns.append(_SECOND)
    if kind in (AnswerKind.LETTER, AnswerKind.YES_NO):
        patterns.append(_WHEN)
    if kind in _REACHED:
        patterns.append(_BECOMES)
    for pattern in patterns:
        match = pattern.search(text)
        if match is not None and not (kind is AnswerKind.EFFECTS and match[0].endswith("false")):
            return text[match.start() :]
    return None
