"""Indices, yes or no, and letters of options in a text."""

from __future__ import annotations

import re

from .kinds import AnswerKind
from .reading import Reading, conflicting, found, malformed, no_answer
from .text import unfenced

_DIGITS = 18
_DECORATION = r"[\s*_`\"'$#>|\[({:=-]*"
_PARENTHESIS = re.compile(r"\([^()]*\)")
_LETTERS = re.compile(r"[A-Za-z]")
_NUMBER = r"(?<![\w.-])[+-]?\d+(?:\.\d+)?(?!\w|-\w)"
_NUMBERS = re.compile(_NUMBER)
_ONLY = re.compile(r"[\s*_`\"'$#>|\[({:=]*([+-]?\d+(?:\.\d+)?)[\s*_`\"'$#\])},.;]*")
_LEADING = re.compile(
    r"(?:[\s*_`\"'$#>|\[({:=]|(?:the|index|action|step|position|number|no|at|is)\b\.?)*"
    rf"({_NUMBER})(?P<more>[\s*_`\"'$\])}}.]*(?:,|/|or\b|and\b|to\b)[\s*_`\"'$\[({{]*(?:{_NUMBER}))?",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[\s*_`\"'$#>|\[({]*\d+[*_`\"'\])}]*[ \t]*(?:[.):,;(-]|$)")
_SEVERAL = re.compile(rf"[\s*_`\"'$,;.\[\](){{}}]*(?:{_NUMBER}(?:[\s*_`\"'$,;.\[\](){{}}]+|\Z))+")
_CUE = re.compile(
    r"(?<![\w-])(?:index|position|idx)(?:[\s*_`\"'#:=(\[{]|is\b|was\b|of\b|number\b|no\b|at\b|equals?\b|would be\b)*"
    rf"({_NUMBER})",
    re.IGNORECASE,
)
_ORIGIN = re.compile(r"(?:start|begin|count|from)\w*(?:\s{1,4}\w{1,12}){0,3}\s{0,4}$", re.IGNORECASE)
_NUMBERED = re.compile(r"(?m)^[ \t*_>-]{0,12}\d{1,6}[.):](?=[ \t]*\S)")

_YES_NO = re.compile(r"(?<![\w'-])(yes|no|true|false)(?![\w'-])", re.IGNORECASE)
_YES_NO_ONLY = re.compile(_DECORATION + r"(yes|no|true|false)[\s*_`\"'$\])}.,!;]*", re.IGNORECASE)
_YES_NO_LEADING = re.compile(
    _DECORATION + r"(yes|no|true|false)(?![\w'-])(?![*_]*[ ]+(?:such|other|action|fact|plan|way|car)s?\b)",
    re.IGNORECASE,
)
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
_LETTER_CUE = re.compile(
    r"(?<![\w-])(?:option|choice|letter|answer)(?:[\s*_`\"'(\[{:]|is\b)*(?-i:([A-Z]))(?![\w'-])",
    re.IGNORECASE,
)
_LETTER_LINE = re.compile(
    r"(?m)^[ \t*_`\"'#>|\[({-]{0,12}([A-Z])(?![\w'-])[*_`\"'\])}]{0,6}(?:[.):]|[ \t]*$)"
)
_LETTER_MARKED = re.compile(r"[*(\[\"'`]([A-Z])[*)\]\"'`]")


def read_word(text: str, kind: AnswerKind, *, marked: bool, first: bool) -> Reading | None:
    """The answer of kind INDEX, YES_NO or LETTER in ``text``, or None when it holds no candidate."""
    text = unfenced(text)
    if kind is AnswerKind.INDEX:
        return _index(text, marked, first)
    if kind is AnswerKind.YES_NO:
        return _yes_no(text, marked, first)
    return _letter(text, marked, first)


def integer(digits: str, note: str) -> Reading:
    """A position from its digits; a sign, a fraction or too many digits make it malformed."""
    if "." in digits or digits[0] in "+-":
        return malformed(f"{digits[:40]} is no index")
    if len(digits) > _DIGITS:
        return malformed("the index has too many digits")
    return found(int(digits), note)


def _index(text: str, marked: bool, first: bool) -> Reading | None:
    only = _ONLY.fullmatch(text)
    if only is not None:
        return integer(only[1], "the whole answer")
    text = _PARENTHESIS.sub(lambda group: " " if _LETTERS.search(group[0]) else group[0], text)
    leading = _LEADING.match(text) if marked or "\n" not in text.strip() else None
    if leading is not None and (marked or _BEGINS.match(text)):
        if leading["more"] and not first:
            return conflicting([leading[1], _NUMBERS.findall(leading["more"])[-1]])
        return integer(leading[1], "" if marked else "number that the text begins with")
    if _SEVERAL.fullmatch(text):
        numbers = list(dict.fromkeys(_NUMBERS.findall(text)))
        return (
            conflicting(numbers) if len(numbers) > 1 and not first else integer(numbers[0], "numbers alone")
        )
    cues = [
        (cue.start(1), cue[1])
        for cue in _CUE.finditer(text)
        if not _ORIGIN.search(text, max(0, cue.start() - 32), cue.start())
    ]
    if cues:
        return _one_of_line(text, cues, marked, first, "index named in the text")
    text = _NUMBERED.sub(lambda number: " " * len(number[0]), text)
    others = [(number.start(), number[0]) for number in _NUMBERS.finditer(text)]
    return _one_of_line(text, others, marked, first, "only number of its line") if others else None


def _line(text: str, found_at: list[tuple[int, str]], marked: bool) -> list[str]:
    """What was found on the first line that has any in a mark's zone, on the last such line elsewhere."""
    anchor = found_at[0 if marked else -1][0]
    begin, end = text.rfind("\n", 0, anchor) + 1, text.find("\n", anchor)
    end = len(text) if end < 0 else end
    return [word for position, word in found_at if begin <= position < end]


def _one_of_line(text: str, found_at: list[tuple[int, str]], marked: bool, first: bool, note: str) -> Reading:
    words = _line(text, found_at, marked)
    distinct = list(dict.fromkeys(words))
    if len(distinct) > 1 and not first:
        return conflicting(distinct)
    return integer(distinct[0], note)


def _truth(word: str) -> bool:
    return word.lower() in ("yes", "true")


def _yes_no(text: str, marked: bool, first: bool) -> Reading | None:
    only = _YES_NO_ONLY.fullmatch(text)
    if only is not None:
        return found(_truth(only[1]), "the whole answer")
    if marked:
        leading = _YES_NO_LEADING.match(text)
        if leading is not None:
            return found(_truth(leading[1]), "")
    words = [
        (word.start(), word[0].lower())
        for word in _YES_NO.finditer(text)
        if _AFTER_YES_NO.match(text, word.end())
        and _BEFORE_YES_NO.search(text, max(0, word.start() - 24), word.start())
    ]
    if not words:
        return None
    line = _line(text, words, marked)
    if len({_truth(word) for word in line}) > 1 and not first:
        return conflicting(list(dict.fromkeys(line)))
    return found(_truth(line[0]), "only yes or no of its line")


def _letter(text: str, marked: bool, first: bool) -> Reading | None:
    only = _LETTER_ONLY.fullmatch(text)
    if only is not None:
        return found(only[1].upper(), "the whole answer")
    if marked or "\n" not in text.strip():
        leading = _LETTER_LEADING.match(text)
        if leading is not None and (
            marked or leading[1] not in "AI" or text[leading.end(1) : leading.end(1) + 1] != " "
        ):
            if leading["more"] and not first:
                return conflicting([leading[1], leading["more"].strip()[-1]])
            return found(leading[1], "" if marked else "letter that the text begins with")
    for pattern, note in (
        (_LETTER_CUE, "option named in the text"),
        (_LETTER_LINE, "letter that begins a line"),
        (_LETTER_MARKED, "letter set off in the text"),
    ):
        letters = [(letter.start(1), letter[1]) for letter in pattern.finditer(text)]
        if not letters:
            continue
        line = _line(text, letters, marked)
        every = [letter for _, letter in letters]
        distinct = list(dict.fromkeys(every if pattern is _LETTER_LINE else line))
        if len(distinct) > 1 and not first:
            return conflicting(distinct)
        return found(distinct[0], note)
    return None


def word_of(text: str, kind: AnswerKind) -> Reading:
    """The word of a structured answer: nothing but the answer may stand in it."""
    if len(text) <= 64:
        pattern = {AnswerKind.INDEX: _ONLY, AnswerKind.YES_NO: _YES_NO_ONLY, AnswerKind.LETTER: _LETTER_ONLY}[
            kind
        ]
        match = pattern.fullmatch(text)
        if match is not None:
            if kind is AnswerKind.INDEX:
                return integer(match[1], "the whole answer")
            return found(
                _truth(match[1]) if kind is AnswerKind.YES_NO else match[1].upper(), "the whole answer"
            )
    return no_answer(f"no answer of the kind {kind.value}")


__all__ = ["integer", "read_word", "word_of"]
