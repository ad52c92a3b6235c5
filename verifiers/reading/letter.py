"""The letter of an option.

    letter = capital | "option" letter | "(" letter ")" | letter ")" text | the text of an option

A capital A before a small word that is no verb is an article.  Which of several letters is the answer is for
`single`; the text behind a label such as "B)" is a remark.
"""

from __future__ import annotations

import re

from .lexer import MARK
from .reading import Reading, Request, found, malformed
from .single import ASIDE, CLAIMED, DENIED, choose, latest
from .words import words

LETTERS = "ABCDEFGH"
_ONLY = re.compile(
    r"[\s\"'#>|\[({:=.\x02-]*(?:(?:option|choice|answer|letter)\b[\s\"'(\[{:]*)?([a-z])[\s\"'\])}.,:;!\x03]*",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"(?<![A-Za-z0-9'_])(?:"
    r"(?P<paren>[(\[]\s?(?-i:[A-H]|[a-h])\s?[)\]])"
    r"|(?P<cued>(?:option|choice|letter|answer(?: is)?)[ \t]*[:\"'(]{0,3}[ \t]*[a-h](?![\w'-]))"
    r"|(?-i:(?P<capital>[A-H])(?![A-Za-z0-9'_]|-[A-Za-z]))"
    r"|(?P<ordinal>(?:first|second|third|fourth|last) (?:option|choice)(?!s)\b)"
    r")",
    re.IGNORECASE,
)
_ORDINALS = {"first": "A", "second": "B", "third": "C", "fourth": "D"}
_VERBS = words("""
    is isn't are was because since as and or due for fails fail works requires needs has does doesn't can
    cannot can't
    would should must holds seems looks violates also only not in to unless if but wins it instead rather too
    it will won't could might may out ist est es y und et oder ou because, though although
""")
_ARTICLE = re.compile(r"A[ \t]+([a-z][\w'-]*)")
_LABEL = re.compile(r"[)\].:][ \t\"']+([A-Za-z(][\w'-]*)?|[ \t]+([A-Za-z][\w'-]*)")
_RIGHT = re.compile(
    r"[\s\"')\].:|-]*(?:is |are |was )?(?:indeed |clearly |also )?(?:the )?(?:only )?(?:correct|right"
    r"|applicable|true|answer|best|valid|yes|\u2713)\b"
)
_WRONG = re.compile(
    r"[\s\"')\].:|-]*(?:is |are |was )?(?:clearly |also |simply )?(?:not\b|no\b|false\b|wrong\b"
    r"|incorrect\b|inapplicable\b|invalid\b|fails\b"
    r"|impossible\b|unreachable\b|out\b|eliminated\b|excluded\b|ruled\b|\u2717)"
)


def read_letter(text: str, request: Request) -> Reading | None:
    """The capital letter of an option in ``text``, or None when it holds none as an answer."""
    only = _ONLY.fullmatch(text)
    if only is not None:
        return letter(only[1], request.choices)
    pieces: list[str] = []
    values: list[str] = []
    if request.choices:
        text = _with_letters(text, request.choices)
    matches, place = latest(_LETTER.finditer(text), text)
    for match in matches:
        value = _value(match)
        if value is None:
            continue
        pieces.append(text[place : match.start()])
        values.append(value)
        place = match.end()
        label = _LABEL.match(text, place)
        if label is not None and (match["paren"] or text[place] in ")].:"):
            word = label[1] or label[2] or ""
            if word and word.lower() not in _VERBS and not _WRONG.match(text[place : place + 40].lower()):
                pieces.append("\x01: ")
                place = label.start(1) if label[1] else label.start(2) if label[2] else label.end()
                continue
        pieces.append(MARK)
    if not values:
        return None
    reading = choose("".join([*pieces, text[place:]]), values, request, _verdict)
    if reading is None or reading.code is not None:
        return reading
    told = letter(reading.value, request.choices)
    return told if told.code is not None else reading


def _value(match: re.Match[str]) -> str | None:
    if match["ordinal"]:
        return _ORDINALS.get(match["ordinal"].split()[0].lower())
    if match["capital"] == "A":
        article = _ARTICLE.match(match.string, match.start())
        if article is not None and article[1] not in _VERBS:
            return None
    return next(sign for sign in reversed(match[0]) if sign.isalpha()).upper()


def _with_letters(text: str, choices: tuple[str, ...]) -> str:
    """The text with the letter of an option for its text; behind its own letter the text is left out."""
    lowered = text.lower()
    for letter, choice in sorted(zip(LETTERS, choices, strict=False), key=lambda pair: -len(pair[1])):
        words_of = choice.lower().split()
        if len(words_of) < 2 or words_of[0] not in lowered:
            continue
        pattern = r"\s+".join(map(re.escape, words_of))
        lead = rf"(?:[(\[]|(?<![A-Za-z])){letter}[)\].:\"' -]{{1,6}}"
        text = re.sub(rf"{lead}\x07", f" {letter} -- its text ", _signed(pattern, text), flags=re.IGNORECASE)
        text = text.replace("\x07", f" {letter} ")
    echoes = list(_ECHO.finditer(text))
    return text if len({echo[1] for echo in echoes}) < 2 else _ECHO.sub("", text)


_ECHO = re.compile(r"(?m)^[ \t>\"'-]*([A-H]) -- its text[ \t.\"']*$")
"""An option as the question lists it; several of them answer nothing."""


def _signed(pattern: str, text: str) -> str:
    """The text with a sign where the pattern stands as words of its own."""
    return re.sub(rf"(?<![\w-]){pattern}(?![\w-])", "\x07", text, flags=re.IGNORECASE)


_REMARK_WRONG = re.compile(
    r"[^\n]{0,300}?(?:-|:|\()\s*(?:this |it |that )?(?:one |option )?(?:is |does |would "
    r"|can)?\s?(?:not\b|n't|doesn't|isn't|no\b|fails|cannot|can't|wrong|incorrect|inapplicable"
    r"|impossible|\u2717)"
)
_REMARK_RIGHT = re.compile(
    r"[^\n]{0,300}?(?:-|:|\()\s*(?:this |it |that )?(?:one |option )?(?:is )?(?:works|applicable"
    r"|correct|right|\u2713|yes\b|holds|ok\b|possible|valid)"
)


def _verdict(after: str) -> int:
    if after.startswith((": ", " -- its text")):
        if _REMARK_WRONG.match(after, 1):
            return DENIED
        if _REMARK_RIGHT.match(after, 1):
            return CLAIMED
    if _RIGHT.match(after):
        return CLAIMED
    return DENIED if _WRONG.match(after) else ASIDE


def letter(sign: str, choices: tuple[str, ...]) -> Reading:
    """The reading of a letter; it must be that of an option where the options are known."""
    if choices and sign.upper() not in LETTERS[: len(choices)]:
        return malformed(f"there is no option {sign.upper()}")
    return found(sign.upper(), "the whole answer")


def letter_of(text: str) -> Reading | None:
    """The letter that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    return None if only is None else found(only[1].upper(), "the whole answer")


__all__ = ["LETTERS", "letter_of", "read_letter"]
