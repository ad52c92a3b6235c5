"""Yes or no, and the letter of an option, in a text.

The words yes and no count where they stand as an answer: at the beginning of a line or sentence or behind
"is", "so", a colon, and before punctuation; "there is no car" answers nothing.  A letter counts behind a
mark or the word option, when it begins a line, when it is said to be right, when it is set off; *A* may be
an article.
"""

from __future__ import annotations

import re

from .kinds import AnswerKind
from .reading import Reading, Request, conflicting, found
from .text import of_one_line, unfenced

_DECORATION = r"[\s*_`\"'$#>|\[({:=-]*"
_YES_NO = re.compile(r"(?=[yntf])(?<![\w'-])(yes|no|true|false)(?![\w'-])", re.IGNORECASE)
_YES_NO_ONLY = re.compile(_DECORATION + r"(yes|no|true|false)[\s*_`\"'$\])}.,!;]*", re.IGNORECASE)
_YES_NO_LEADING = re.compile(
    _DECORATION + r"(?:(yes|true|false)(?![\w'-])|(no)(?![\w'-])(?=[*_`\"')\]}]*\s*"
    r"(?:$|[\n.,;:!)(-]|(?:because|since|as|it|the|this|that|there|we|you|they|at|in)\b)))",
    re.IGNORECASE,
)
_OR_YES_NO = re.compile(
    r"[*_`\"')\]}]*\s{0,4}(?:/|,?\s{0,4}or\b)[\s*_`\"'$(\[{]{0,8}(yes|no|true|false)(?![\w'-])", re.IGNORECASE
)
_FIRST_LINE = re.compile(_DECORATION + r"(yes|no)[*_`\"'.!)\]]*[ \t]*\n", re.IGNORECASE)
_AFTER_YES_NO = re.compile(r"[*_`\"')\]}]*[ \t]*(?:$|[\n.,;:!)\]}(-])")
_BEFORE_YES_NO = re.compile(
    r"(?:^|[\n.!?;:,=>|\"'`*_(\[{]|(?<![\w-])(?:is|be|say|answer|so|thus|hence|therefore))[\s*_`\"'$(\[{]*$",
    re.IGNORECASE,
)

_LETTER_ONLY = re.compile(
    r"[\s*_`\"'$#>|\[({:=-]*(?:(?:option|choice|answer|letter)\b[\s*_`\"'(\[{:]*)?([a-z])[\s*_`\"'$\])}.,:;!]*",
    re.IGNORECASE,
)
_LETTER_LEADING = re.compile(
    r"[\s*_`\"'$#>|\[({:=-]*(?:(?:the|option|choice|letter|answer|is)\b[\s*_`\"'(\[{:]*)*"
    r"(?-i:([A-Z]))(?![\w'-])(?P<more>[\s*_`\"'\])}.]*(?:,|/|&|or\b|and\b)[\s*_`\"'(\[{]*(?:option\b\s*)?(?-i:[A-Z])(?![\w'-]))?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"[\s*_`\"'#>-]*[AI][ \t]+(?!(?:because|since|as|is|and|or|due|for)\b)[a-z]")
_LETTER_RIGHT = re.compile(
    r"(?=[A-Z])(?<![\w'-])([A-Z])[)\].*_`\"']{0,4}[ \t]+is[ \t]+(?:the[ \t]+)?"
    r"(?:correct|right|answer|true|applicable|best)\b"
)
_LETTER_CUE = re.compile(
    r"(?=[ocla])(?<![\w-])(?:option|choice|letter|answer)(?:[\s*_`\"'(\[{:]|is\b)*(?-i:([A-Z]))(?![\w'-])",
    re.IGNORECASE,
)
_LETTER_LINE = re.compile(
    r"(?m)^[ \t*_`\"'#>|\[({-]{0,12}([A-Z])(?![\w'-])[*_`\"'\])}]{0,6}(?:[.):]|[ \t]*$)"
)
_LETTER_MARKED = re.compile(r"[*(\[\"'`]([A-Z])[*)\]\"'`]")


def _truth(word: str) -> bool:
    return word.lower() in ("yes", "true")


def read_yes_no(text: str, request: Request) -> Reading | None:
    """Yes (True) or no (False) in ``text``, or None when it holds neither as an answer."""
    text = unfenced(text)
    only = _YES_NO_ONLY.fullmatch(text)
    if only is not None:
        return found(_truth(only[1]), "the whole answer")
    leading = _YES_NO_LEADING.match(text) if request.marked else None
    if leading is not None:
        word, other = leading[1] or leading[2], _OR_YES_NO.match(text, leading.end())
        if other is not None and _truth(other[1]) is not _truth(word) and not request.first:
            return conflicting([word.lower(), other[1].lower()])
        return found(_truth(word), "")
    words = [
        (word.start(), word[0].lower())
        for word in _YES_NO.finditer(text)
        if _AFTER_YES_NO.match(text, word.end())
        and _BEFORE_YES_NO.search(text, max(0, word.start() - 24), word.start())
    ]
    if not words:
        return None
    line = of_one_line(text, words, first=request.final)
    opening = _FIRST_LINE.match(text)
    if opening is not None and not request.final:
        line.insert(0, opening[1].lower())
    if len({_truth(word) for word in line}) > 1 and not request.first:
        return conflicting(list(dict.fromkeys(line)))
    return found(_truth(line[0]), "only yes or no of its line")


def read_letter(text: str, request: Request) -> Reading | None:
    """The capital letter of an option in ``text``, or None when it holds none as an answer."""
    text = unfenced(text)
    only = _LETTER_ONLY.fullmatch(text)
    if only is not None:
        return found(only[1].upper(), "the whole answer")
    leading = _LETTER_LEADING.match(text) if request.marked and not _ARTICLE.match(text) else None
    if leading is not None:
        if leading["more"] and not request.first:
            return conflicting([leading[1], leading["more"].strip()[-1]])
        return found(leading[1], "")
    lines = list(dict.fromkeys(_LETTER_LINE.findall(text)))
    if len(lines) == 1:
        return found(lines[0], "only letter that begins a line")
    for pattern, note in (
        (_LETTER_RIGHT, "letter said to be right"),
        (_LETTER_CUE, "option named in the text"),
        (_LETTER_MARKED, "letter set off in the text"),
    ):
        letters = [(letter.start(1), letter[1]) for letter in pattern.finditer(text)]
        if letters:
            distinct = list(dict.fromkeys(of_one_line(text, letters, first=request.final)))
            several = len(distinct) > 1 and not request.first
            return conflicting(distinct) if several else found(distinct[0], note)
    if lines:
        return found(lines[0], "first letter that begins a line") if request.first else conflicting(lines)
    return None


def choice_of(text: str, kind: AnswerKind) -> Reading | None:
    """The yes, no or letter that ``text`` is, None when it is more than that."""
    yes_no = kind is AnswerKind.YES_NO
    only = (_YES_NO_ONLY if yes_no else _LETTER_ONLY).fullmatch(text) if len(text) <= 64 else None
    if only is None:
        return None
    return found(_truth(only[1]) if yes_no else only[1].upper(), "the whole answer")


__all__ = ["choice_of", "read_letter", "read_yes_no"]
