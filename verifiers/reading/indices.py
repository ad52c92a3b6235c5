"""A position in a text: the number that is the answer, told from the numbers that are not.

Digits in names are no numbers ("l4", "f1-2f"), nor is what stands in a parenthesis with letters, nor an
ordinal ("the 5th"): whether it counts from 0 or 1 would be a guess.  Read, in this order: a text that is a
number; behind a mark, or where the text has one line, a number that it begins with; a number alone on its
line; a number behind the word index or position; the only number of its line.
"""

from __future__ import annotations

import re

from .reading import Reading, Request, conflicting, found, malformed
from .text import of_one_line, unfenced

_DIGITS = 18
_PARENTHESIS = re.compile(r"\([^()]*\)")
_LETTERS = re.compile(r"[A-Za-z]")
_NUMBER = r"(?<![\w.-])[+-]?\d+(?:\.\d+)?(?!\w|-\w)"
_NUMBERS = re.compile(r"(?=[+\d-])" + _NUMBER)
_ONLY = re.compile(r"[\s*_`\"'$#>|\[({:=]*([+-]?\d+(?:\.\d+)?)[\s*_`\"'$#\])},.;]*")
_LEADING = re.compile(
    r"(?:[\s*_`\"'$#>|\[({:=]|(?:the|index|action|step|position|number|no|at|is)\b\.?)*"
    rf"({_NUMBER})(?P<more>[\s*_`\"'$\])}}.]*(?:,|/|or\b|and\b|to\b)[\s*_`\"'$\[({{]*(?:{_NUMBER}))?",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[\s*_`\"'$#>|\[({]*\d+[*_`\"'\])}]*[ \t]*(?:[.):,;(-]|$)")
_ALONE = re.compile(
    r"(?m)^[ \t*_`\"'$#>|\[({:=]*([+-]?\d+(?:\.\d+)?)"
    r"(?:[*_`\"'\])}]*[ \t]*:(?=[ \t*_`]*$)|[ \t*_`\"'$#\])},.;]*$)"
)
_SEVERAL = re.compile(rf"[\s*_`\"'$,;.\[\](){{}}]*(?:{_NUMBER}(?:[\s*_`\"'$,;.\[\](){{}}]+|\Z))+")
_CUE = re.compile(
    r"(?=[ip])(?<![\w-])(?:index|position|idx)"
    r"(?:[\s*_`\"'#:=(\[{]|is\b|was\b|of\b|number\b|no\b|at\b|equals?\b|would be\b)*"
    rf"({_NUMBER})",
    re.IGNORECASE,
)
_ORIGIN = re.compile(r"(?:start|begin|count|from)\w*(?:\s{1,4}\w{1,12}){0,3}\s{0,4}$", re.IGNORECASE)
_NUMBERED = re.compile(r"(?m)^[ \t*_>-]{0,12}\d{1,6}[.):](?=[ \t]*\S)")


def read_index(text: str, request: Request) -> Reading | None:
    """The position in ``text``, or None when it holds no candidate."""
    text = unfenced(text)
    only = _ONLY.fullmatch(text)
    if only is not None:
        return integer(only[1], "the whole answer")
    text = _PARENTHESIS.sub(lambda group: " " if _LETTERS.search(group[0]) else group[0], text)
    leading = _LEADING.match(text) if request.marked or "\n" not in text.strip() else None
    if leading is not None and (request.marked or _BEGINS.match(text)):
        if leading["more"] and not request.first:
            return conflicting([leading[1], _NUMBERS.findall(leading["more"])[-1]])
        return integer(leading[1], "" if request.marked else "number that the text begins with")
    alone = list(dict.fromkeys(_ALONE.findall(text)))
    if alone:
        several = len(alone) > 1 and not request.first
        return conflicting(alone[:5]) if several else integer(alone[0], "number alone on its line")
    if _SEVERAL.fullmatch(text) and not request.first:
        return conflicting(_NUMBERS.findall(text)[:5])
    cues = [
        (cue.start(1), cue[1])
        for cue in _CUE.finditer(text)
        if not _ORIGIN.search(text, max(0, cue.start() - 32), cue.start())
    ]
    if cues:
        return _one_of_line(text, cues, request, "index named in the text")
    text = _NUMBERED.sub(lambda number: " " * len(number[0]), text)
    numbers = [(number.start(), number[0]) for number in _NUMBERS.finditer(text)]
    return _one_of_line(text, numbers, request, "only number of its line") if numbers else None


def integer(digits: str, note: str) -> Reading:
    """A position from its digits; a sign, a fraction or too many digits make it malformed."""
    if "." in digits or digits[0] in "+-":
        return malformed(f"{digits[:40]} is no index")
    if len(digits) > _DIGITS:
        return malformed("the index has too many digits")
    return found(int(digits), note)


def index_of(text: str) -> Reading | None:
    """The position that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    return None if only is None else integer(only[1], "the whole answer")


def _one_of_line(text: str, found_at: list[tuple[int, str]], request: Request, note: str) -> Reading:
    distinct = list(dict.fromkeys(of_one_line(text, found_at, first=request.final)))
    if len(distinct) > 1 and not request.first:
        return conflicting(distinct)
    return integer(distinct[0], note)


__all__ = ["index_of", "integer", "read_index"]
