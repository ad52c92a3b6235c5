"""Items that prose names one after another: "it may (x), or paint, (y) and (z). Robot2 has just (v)."."""

import re
from collections.abc import Sequence

from .beside import behind, takes_out
from .kinds import PLANS, AnswerKind
from .lexer import MARK
from .words import Guarded, lower_phrase, phrase, words

_ALLOWED = Guarded(r"\b<<allowed>>\b(?! (?:be|not|have|well|also be|work|apply|hold|or)\b)[^.!?;\n]*")
_CHOICE = lower_phrase(r"\b(?:either|or|oder|ou|<<foreign or>>|may)\b")
_TOO = re.compile(r"\b(?:too|either)(?=\s*(?:[.,;]|$))", re.IGNORECASE)
_OPEN = Guarded(
    rf"\b<<time>>\s+[\"'(]*{MARK}|\.\.\.|\betc\b"
    r"|(?:,|\band)(?: then)? (?:so on|something|some|several|a few|more|others|the rest|whatever|anything)\b"
    rf"|^[^{MARK}]*{MARK}[^{MARK}]*\b<<ending>>\b[^{MARK}]*{MARK}\W*$"
)
"""An action before or after which something is, or is done, is out of its turn; others are not named."""
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)")
_SAID = phrase(r"\s*(?!<<joining>>\b)([^\W\d_][\w'-]*)[^.,;:!?()\n-]*")
"""What is said of an item right behind it."""
_AFFIRMING = words("affirming", "able", "good", "yes", "whole", "between", "lead", "reason")
_WORD = re.compile(r"[\w'-]+")


def apart(text: str, places: Sequence[tuple[int, int]], kind: AnswerKind) -> tuple[int, str | None]:
    """Which of the items at these places is the first that the words before it leave standing, and what says
    of the ones behind it that they are no list with it; None when nothing does."""
    text = _TOO.sub(_blank, text)
    if kind not in PLANS:
        text = _ALLOWED.sub(lambda allowed: _CHOICE.sub(_blank, allowed[0].lower()), text)
    ends = [0, *(end for _, end in places)]
    gaps = [text[end:start] for end, (start, _) in zip(ends, places, strict=False)]
    out = [takes_out(_SENTENCE.split(gap)[-1], moves=False) for gap in gaps]
    first = out.index(False) if False in out else len(out)
    for number in range(first + 1, len(gaps)):
        gap = gaps[number]
        said = gap if out[number] or _denied(gap) else behind(gap, kind, listed=True)
        if said is not None:
            return first, said
    span = text[ends[first] : ends[-1]]
    return first, span[-60:] if _denied(text[ends[-1] :]) or _OPEN.search(span) is not None else None


def _denied(rest: str) -> bool:
    """Whether something else is said of an item than that it is right."""
    said = _SAID.match(rest)
    return said is not None and _AFFIRMING.isdisjoint(_WORD.findall(said[0].lower()))


def _blank(word: re.Match[str]) -> str:
    return " " * len(word[0])
