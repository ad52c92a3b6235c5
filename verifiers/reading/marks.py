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
from collections.abc import Iterator
from itertools import islice
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
    r"(?=[acdfmosty*_]|$)"  # what the rest can begin with: most places are passed over at once
    r"(?P<of>\b(?:of|for|to|about|than|as)\s+)?"
    r"(?P<lead>\b(?:my|the|our|your|this|correct|model|direct|short|complete)\s+)?[*_]{0,3}"
    r"(?P<final>\bfinal[\s_*-]{1,4})?$",
    re.IGNORECASE,
)
_FINAL = re.compile(r"\bfinal[\s_*-]{1,4}$", re.IGNORECASE)
"""The part of the above that makes an answer final: with a colon it is a mark whatever stands before."""
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


def zones(text: str, kind: AnswerKind) -> Iterator[Zone]:
    """The zones of the marks in ``text``, the last one first: seldom is another one asked for."""
    limit = len(text)
    for word in islice(_words(text, kind is AnswerKind.PLAN), MARKS):
        zone = _zone(text, word, limit)
        if zone is not None:
            yield zone
            limit = word.start()


def _words(text: str, plans: bool) -> Iterator[re.Match[str]]:
    """The words that may be marks, from the last to the first.

    Without a sign there is none; where no tag and no box can occur, they stand only where the signs do.
    """
    pattern, signs = (_WORD_OR_PLAN, _PLAN_SIGNS) if plans else (_WORD, _SIGNS)
    lowered = text.lower()
    if "<" in text or "\\" in text or not text.isascii():
        if any(sign in lowered for sign in signs):
            yield from reversed(list(pattern.finditer(text)))
        return
    places = []
    for sign in signs:
        place = lowered.rfind(sign)
        while place >= 0:
            places.append(place)
            place = lowered.rfind(sign, 0, place)
    for place in sorted(places, reverse=True):
        word = pattern.match(text, place)
        if word is not None:
            yield word


def _zone(text: str, word: re.Match[str], limit: int) -> Zone | None:
    """The zone that a word opens, up to ``limit`` at most; None when the word is no mark."""
    begin, end = word.span()
    if text[begin] == "\\":
        return Zone(end, max(end, min(_closing_brace(text, end), limit)), "in the box", True)
    if text[begin] == "<":
        close = text.find("</", end)
        return Zone(end, max(end, min(close, limit) if close >= 0 else limit), f"in {word[0].lower()}", True)
    if begin and text[begin - 1] in "\"'":
        return None
    plan = word[0][0] not in "aA"
    opened = _after_plan(text, word) if plan else _after_answer(text, begin, end)
    if opened is None:
        return None
    match, name, final = opened
    return Zone(match.end(), max(match.end(), limit), name, final)


Opened = tuple[re.Match[str], str, bool]
"""What stands between the word of a mark and its zone, what the mark is called, and whether it is final."""


def _after_plan(text: str, word: re.Match[str]) -> Opened | None:
    begin, end = word.span()
    before = _BEFORE_PLAN.search(text, max(0, begin - 24), begin)
    if before is None:
        return None
    name = f"{before[0].strip(' _*').capitalize()} {word[0].lower()}"
    colon = _COLON.match(text, end) or _PLAN_COLON.match(text, end)
    if colon is not None:
        return colon, f"after '{name}:'", True
    heading = _HEADING.match(text, end)
    return _copula(text, end, name, True) if heading is None else (heading, f"under '{name}'", True)


def _after_answer(text: str, begin: int, end: int) -> Opened | None:
    final = _FINAL.search(text, max(0, begin - 10), begin) is not None
    name = "Final answer" if final else "Answer"
    colon = _COLON.match(text, end)
    if colon is not None and (final or _announces(text, begin)):
        return colon, f"after '{name}:'", final
    heading = _HEADING.match(text, end)
    if heading is not None and _opens_line(text, begin):
        return heading, f"under '{name}'", final
    return _copula(text, end, name, final)


def _announces(text: str, begin: int) -> bool:
    """Whether the word begins a sentence or follows a determiner, and belongs to nothing before it."""
    before = _BEFORE_ANSWER.search(text, max(0, begin - 48), begin)
    if before is None or before["of"]:
        return False
    return bool(before["lead"]) or _OPENS_SENTENCE.search(text, max(0, begin - 16), begin) is not None


def _opens_line(text: str, begin: int) -> bool:
    """Whether the word begins a line, with what belongs to it."""
    before = _BEFORE_ANSWER.search(text, max(0, begin - 48), begin)
    start = begin if before is None else before.start()
    return _OPENS_LINE.search(text, max(0, start - 16), start) is not None


def _copula(text: str, end: int, name: str, final: bool) -> Opened | None:
    match = _COPULA.match(text, end)
    return None if match is None else (match, f"after '{name} is'", final)


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return len(text)


__all__ = ["Zone", "zones"]
