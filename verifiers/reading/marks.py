"""Marks that announce an answer: "Final answer:", ``<answer>``, boxes, "Simplified plan:".

A mark opens a zone that ends where the next mark begins (a box and a tag end where they close, if that is
earlier).  Only the last MARKS marks are looked at.  What counts:

- the word *answer* (for plans also *plan*, after an adjective such as "simplified" or "final") followed by a
  colon, or alone on its line as a heading; a bare "answer:" must begin a line or a sentence or follow a
  determiner, so that "the justification of the answer:" is no mark;
- "the answer is", "the plan would be" and the like, where what follows begins like an answer;
- ``<answer>...</answer>`` and ``\\boxed{...}``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .kinds import AnswerKind

MARKS = 32


class Zone(NamedTuple):
    """The characters from ``start`` to ``end``, what opened them, and whether that promises the final
    answer.
    """

    start: int
    end: int
    name: str
    final: bool


_SIGNS = ("answer", "\\boxed")
_PLAN_SIGNS = (*_SIGNS, "plan", "sequence")
"""Without one of these no pattern below matches: most texts are spared the search."""
_WORD = re.compile(r"answers?(?![\w-])|<(?:final[_ -]?)?answer>|\\boxed\s{0,4}\{", re.IGNORECASE)
_WORD_OR_PLAN = re.compile(
    r"(?:answers?|plan|sequence)(?![\w-])|<(?:final[_ -]?)?(?:answer|plan)>|\\boxed\s{0,4}\{", re.IGNORECASE
)
_DECORATION = r"[ \t*_`]{0,8}"
_BEFORE_ANSWER = re.compile(
    r"(?P<of>\b(?:of|for|to|about|than|as)\s+)?"
    r"(?P<lead>\b(?:my|the|our|your|this|correct|model|direct|short|complete)\s+)?[*_]{0,3}"
    r"(?P<final>\bfinal[\s_*-]{1,4})?$",
    re.IGNORECASE,
)
_BEFORE_PLAN = re.compile(
    r"\b(?:simplified|simpler|resulting|final|shortened|shorter|reduced|new|revised|valid|minimal|modified|updated"
    r"|remaining)[\s_*-]{1,4}(?:action[\s_-])?$",
    re.IGNORECASE,
)
_OPENS_SENTENCE = re.compile(r"(?:^|[\n.!?;:,>*#_|)\]}-])[ \t*_#>]{0,8}$")
_OPENS_LINE = re.compile(r"(?:^|\n)[ \t*_#>-]{0,12}$")
_COLON = re.compile(_DECORATION + r"(?:\([^()\n]{0,60}\)" + _DECORATION + r")?(?::|=(?!=))[ \t*_`]*")
_PLAN_COLON = re.compile(r"[^\n:.()\[\]{}]{0,80}:[ \t*_`]*")
_HEADING = re.compile(r"[ \t*_#]{0,12}(?:\n|$)")
_COPULA = re.compile(
    _DECORATION + r"(?:is|are|(?:would|will|should|must)[ ]be)\b(?:[ ](?:thus|therefore|simply|hence|then))?"
    r"(?:[ \t*_`]{0,8}(?::|\n)|(?=[\s*_`\"'$>#-]{0,12}"
    r"(?:[(\[{\\]|<a|-?\d|(?:none|yes|no|true|false|option|index|actions?|steps?)\b|[a-z]\b(?!['\w])|[a-z][\w-]{0,63}\()))",
    re.IGNORECASE,
)
_BRACE = re.compile(r"[{}]")


def zones(text: str, kind: AnswerKind) -> list[Zone]:
    """The zones of all marks in ``text`` in the order of the marks."""
    plans = kind is AnswerKind.PLAN
    lowered = text.lower()
    if not any(sign in lowered for sign in (_PLAN_SIGNS if plans else _SIGNS)):
        return []
    words = _words(text, lowered, _WORD_OR_PLAN if plans else _WORD, _PLAN_SIGNS if plans else _SIGNS)
    marks: list[tuple[int, Zone]] = []
    for word in words[-MARKS:]:
        zone = _zone(text, word)
        if zone is not None:
            marks.append((word.start(), zone))
    bounded = []
    end = len(text)
    for begin, zone in reversed(marks):
        bounded.append(zone._replace(end=max(zone.start, min(zone.end, end))))
        end = begin
    return bounded[::-1]


def _words(text: str, lowered: str, pattern: re.Pattern[str], signs: tuple[str, ...]) -> list[re.Match[str]]:
    """All matches of the pattern; where no tag and no box can occur, only at the places of the signs."""
    if "<" in text or "\\" in text or not text.isascii():
        return list(pattern.finditer(text))
    places = []
    for sign in signs:
        place = lowered.find(sign)
        while place >= 0:
            places.append(place)
            place = lowered.find(sign, place + 1)
    found = (pattern.match(text, place) for place in sorted(places))
    return [word for word in found if word is not None]


def _zone(text: str, word: re.Match[str]) -> Zone | None:
    begin, end = word.span()
    if text[begin] == "\\":
        return Zone(end, _closing_brace(text, end), "in the box", True)
    if text[begin] == "<":
        close = text.find("</", end)
        return Zone(end, close if close >= 0 else len(text), f"in {word[0].lower()}", True)
    if begin and text[begin - 1] in "\"'":
        return None
    plan = word[0][0] not in "aA"
    before = (_BEFORE_PLAN if plan else _BEFORE_ANSWER).search(text, max(0, begin - 48), begin)
    if before is None:
        return None
    if plan:
        name = f"{before[0].strip(' _*').capitalize()} {word[0].lower()}"
        return (
            _colon(text, end, name, plan) or _heading(text, end, name, True) or _copula(text, end, name, True)
        )
    final = before["final"] is not None
    name = "Final answer" if final else "Answer"
    opened = final or (not before["of"] and (before["lead"] or _opens(text, begin)))
    alone = _OPENS_LINE.search(text, max(0, before.start() - 16), before.start()) is not None
    return (
        (_colon(text, end, name, plan, final) if opened else None)
        or (_heading(text, end, name, final) if alone else None)
        or _copula(text, end, name, final)
    )


def _colon(text: str, end: int, name: str, plan: bool, final: bool = True) -> Zone | None:
    match = _COLON.match(text, end) or (_PLAN_COLON.match(text, end) if plan else None)
    return None if match is None else Zone(match.end(), len(text), f"after '{name}:'", final)


def _heading(text: str, end: int, name: str, final: bool) -> Zone | None:
    match = _HEADING.match(text, end)
    return None if match is None else Zone(match.end(), len(text), f"under '{name}'", final)


def _copula(text: str, end: int, name: str, final: bool) -> Zone | None:
    match = _COPULA.match(text, end)
    return None if match is None else Zone(match.end(), len(text), f"after '{name} is'", final)


def _opens(text: str, begin: int) -> bool:
    return _OPENS_SENTENCE.search(text, max(0, begin - 16), begin) is not None


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return len(text)


__all__ = ["Zone", "zones"]
