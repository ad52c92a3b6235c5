"""Answers in the usual short forms, and the last sentence of a response that is one of them.

    usual   = name | list of names | two such lists | index | yes or no | letter | "none"
    last    = ( line break | stop | colon | dash | arrow ) usual [ stop ]

What is one of the forms is taken as it stands, by one match.
"""

import re
from functools import lru_cache
from typing import Any

from .beside import strange_list
from .kinds import LISTS, REACTIVE, SINGLES, WORDS, AnswerKind
from .lexer import STOP
from .reading import Reading, Request, found, none_answer
from .retracted import speaks_of_itself
from .words import phrase

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_is_names = re.compile(rf"{_NAME}(?: {_NAME})*").fullmatch
_NOT_NAMES = STOP | {"none"}
_NONE = frozenset({"none", "none.", "(none)", "[none]"})
_YES_NO = {"yes": True, "no": False, "yes.": True, "no.": False}
_REMEMBERED, _SHORT = 1 << 15, 80
"""Atoms remembered, and the characters that one has at most: some 10 MB, however many the answers."""
REASONED = 120
"""A response of at least so many characters gives reasons; one that breaks off in a sentence was cut."""
_PARTING = re.compile(r"\n|[.!][ ]+|(?P<led>(?<=\w)[ ]?(?::|--?|[-=]>)[ ])")
"""What stands before the last line or sentence, or before what a colon, dash or arrow leads to."""
_FEW = 4
"""A label of at most so many words may deny what stands behind it."""
_CHECKED = re.compile(r"(?mi)(?::|--?|[-=]>) ?(?:yes|no|true|false)\b")
"""What was found of a condition: several of these are checks, and the last one need not be the answer."""
_PLACE = re.compile(r"\b(?:index|position|answer)\b[^.!?\n]*$", re.IGNORECASE)
_OFFERED = phrase(
    r"(?:\b(?:or|otherwise|alternatively)|\n\s*(?:or|otherwise|alternatively)\b[^.\n]*"
    r"|\b<<option>> ?(?:#?\d|[a-e])"
    r"|\b(?:looks|seems|<<hedge,condition>>|(?P<denied><<unable,bad>>))\b[^.\n]*)\s*[:>-]*\s*$"
)
"""What before an answer alone offers it as another one, or denies it."""


def usual(bare: str, kind: AnswerKind) -> Reading | None:
    """The usual short forms, by one match each; what is not one of them is left to the search."""
    value: Any = None
    if kind in SINGLES:
        value = _named(bare[1:-1]) if bare[0] == "(" and bare[-1] == ")" and len(bare) <= _SHORT else None
    elif kind in LISTS and kind is not AnswerKind.MOVES:
        value = _usual_list(bare[1:-1] if bare[0] == "[" and bare[-1] == "]" else bare)
    elif kind is AnswerKind.EFFECTS:
        value = _usual_lists(bare)
    elif kind is AnswerKind.INDEX:
        value = int(bare) if len(bare) <= 18 and bare.isascii() and bare.isdigit() else None
    elif kind is AnswerKind.YES_NO:
        value = _YES_NO.get(bare.lower()) if len(bare) < 5 else None
    elif kind is AnswerKind.LETTER:
        value = bare.upper() if len(bare) == 1 and bare.isascii() and bare.isalpha() else None
    if value is not None:
        return found(value, "the whole answer")
    if len(bare) < 8 and kind not in WORDS and kind not in REACTIVE and bare.lower() in _NONE:
        return none_answer(kind, "the whole answer")
    return None


def _usual_list(text: str) -> list[str] | None:
    """The atoms of "(a b), (c d)" or "(a b) (c d)" in lower case, None for everything else."""
    if text[:1] != "(" or text[-1] != ")":
        return None
    pieces = text[1:-1].split("), (" if "), (" in text else ") (")
    if len(max(pieces, key=len)) > _SHORT:
        return None
    atoms = [_named(piece) for piece in pieces]
    return None if None in atoms else atoms  # type: ignore[return-value]


def _usual_lists(text: str) -> tuple[list[str], list[str]] | None:
    """The two lists of "[(a b), (c d)] [(e)]", of which either may be empty, None for everything else."""
    one, between, other = text.partition("] [")
    if not between or one[:1] != "[" or other[-1:] != "]":
        return None
    pos = _usual_list(one[1:]) if len(one) > 1 else []
    neg = _usual_list(other[:-1]) if len(other) > 1 else []
    return None if pos is None or neg is None else (pos, neg)


@lru_cache(maxsize=_REMEMBERED)
def _named(words: str) -> str | None:
    """The atom of these words, None unless all are names; remembered, as the answers of a set share atoms."""
    lowered = words.lower()
    if _is_names(words) is None or not _NOT_NAMES.isdisjoint(lowered.split()):
        return None
    return f"({lowered})"


def closing(text: str, wanted: Request) -> Reading | None:
    """The answer that the last sentence of a reasoned response is, and nothing else; None for any other."""
    bare, words = text.rstrip(), wanted.kind in WORDS
    lists = wanted.kind is AnswerKind.EFFECTS and bare[-1:] == "]" and ": [" in bare.rpartition("\n")[2]
    if wanted.first or (len(bare) < REASONED and not lists) or wanted.kind is AnswerKind.LETTER:
        return None
    partings = list(_PARTING.finditer(bare, len(bare) - _SHORT, len(bare) - 1)) if words else []
    start = partings[-1].end() if partings else 0 if words else bare.rfind("\n") + 1
    if lists:
        start = bare.rfind(": [") + 2
        lead = bare[max(0, start - REASONED) : start]
        if speaks_of_itself(lead.lower()) or (len(lead.split()) <= _FEW and strange_list(lead)):
            return None
    inner = bare[start:].strip(" \t\"'`.!")
    if not start or not inner or not (words or (inner[0] == "[" and inner[-1] == "]")):
        return None
    before = bare[:start].rstrip()
    if before[-1:] == "?" or (words and partings[-1]["led"] and _is_checked(before, bare, wanted.kind)):
        return None
    if wanted.kind is AnswerKind.INDEX:
        inner = inner.lower().removeprefix("index ")
    reading = usual(inner, wanted.kind)
    if reading is None or reading.code is not None or reading.value == []:
        return None
    offered = _OFFERED.search(bare, max(0, start - REASONED), start)
    return reading if offered is None or (offered["denied"] and reading.value is False) else None


def _is_checked(before: str, text: str, kind: AnswerKind) -> bool:
    """Whether what leads to the end of a text names a condition or a count, and not the answer."""
    return _PLACE.search(before, max(0, len(before) - _SHORT)) is None and (
        kind is AnswerKind.INDEX or len(_CHECKED.findall(text)) > 1
    )
