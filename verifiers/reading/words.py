"""The words and phrases that a reader knows, by class, out of the table ``words.txt``.

An answer is consumed with the words around it.  What stands in the same sentence must not deny, hedge or
condition it; reasons may say anything but another answer.  The classes are closed: a word that is in none of
them is prose.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from .needed import needed


def _table() -> tuple[dict[str, list[tuple[str, str]]], int]:
    """The lines of each class, the first word of each apart, and how many of the classes are of words."""
    classes: dict[str, list[tuple[str, str]]] = {}
    lines, of_words = list[tuple[str, str]](), 0
    for line in (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").splitlines():
        if line == "phrases":
            of_words = len(classes)
        elif line[:1] == "[" and line[-1:] == "]" and "]" not in line[:-1]:
            lines = classes.setdefault(line[1:-1], [])
        elif line and line[0] != "#":
            first, _, rest = line.partition(" ")
            lines.append((first, rest))
    return classes, of_words


_CLASSES, _OF_WORDS = _table()
_WORDS = {name: " ".join(rest for _, rest in _CLASSES[name]).split() for name in list(_CLASSES)[:_OF_WORDS]}
_PHRASES = {name: [rest for _, rest in _CLASSES[name]] for name in list(_CLASSES)[_OF_WORDS:]}
_CLASS = re.compile(r"<<([a-z ,]+)>>")
_GROUP = re.compile(r"(?<!\\)\((?!\?)")


def rows(name: str) -> list[tuple[str, list[str]]]:
    """The lines of a class of words: the first word, which is the language or what the others stand for."""
    return [(first, rest.split()) for first, rest in _CLASSES[name]]


def words(*names: str) -> frozenset[str]:
    """The words of these classes."""
    return frozenset(word for name in names for word in _WORDS[name])


def listed(name: str) -> list[str]:
    """The words of a class, in the order of the table."""
    return _WORDS[name]


def phrases(name: str) -> list[str]:
    """The phrases of a class of plain ones, in the order of the table."""
    return [words for line in _PHRASES[name] for words in line.split("|")]


def either(*names: str) -> str:
    """A pattern of the words or phrases of these classes, the longest words first."""
    listed = [word for name in names for word in _PHRASES.get(name) or sorted(_WORDS[name], key=_by_length)]
    return f"(?:{_GROUP.sub('(?:', '|'.join(listed))})"


def _by_length(word: str) -> tuple[int, str]:
    return -len(word), word


def phrase(pattern: str) -> re.Pattern[str]:
    """A pattern without regard to case; ``<<class>>`` in it stands for the phrases or words of that class."""
    return re.compile(_expanded(pattern), re.IGNORECASE)


def _expanded(pattern: str) -> str:
    return _CLASS.sub(lambda name: either(*name[1].split(",")), pattern)


class Guarded:
    """A `phrase` that is tried only on texts that hold one of the texts without which it cannot match."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern: many are never asked for."""
        return phrase(self._text)

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The texts of which one must be there."""
        needs = needed(_expanded(self._text))
        return tuple(text for text in needs if not any(other in text for other in needs - {text}))

    def possible(self, text: str) -> bool:
        """Whether the text holds what a match needs."""
        return not self.needs or any(map(text.lower().__contains__, self.needs))

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The first match in the text."""
        return self.pattern.search(text, start, end) if self.possible(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """The match that begins with the text."""
        return self.pattern.match(text) if self.possible(text) else None

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """The matches in the text."""
        return self.pattern.finditer(text) if self.possible(text) else ()

    def sub(self, replacement: str, text: str) -> str:
        """The text with the replacement for each match."""
        return self.pattern.sub(replacement, text) if self.possible(text) else text


NEGATIONS = words("negation")
REJECTIONS = words("rejection")
HEDGES = words("hedge")
CONDITIONS = words("condition")
LEADS = words("lead")
"""Words that begin a reason before the answer, up to a comma."""
REASONS = words("lead", "reason")
"""Words that begin a reason or a remark behind an answer: what follows them in the sentence is no answer."""
CONTRASTS = words("contrast")
"""Words whose object is what was not chosen."""
CONCLUSIONS = words("conclusion")
HARMLESS = words("harmless")
OPENINGS = phrase(
    r"[\s\"')\]}.,;:|-]*\(?\s*(?:<<opening>>\b|\?)|[-+*/.]{1,2}\d| to \d|\s{0,2}(?:[-=]>|=)\s{0,2}[(\[!\"]"
    r"|\s{0,2}(?:[-=]>|=|:)\s{0,2}!?\w+ ?@ ?\d"
)
"""What must not follow a delimited answer (a list, a box) directly."""
FORERUNNERS = Guarded(r"(?:\b<<forerunner>>\b|!|~)[^.\n]{0,200}$")
"""What must not stand in the sentence before a delimited answer."""
UNDECIDED = Guarded(r"\b<<undecided>>")
"""What says beside an answer that there is none."""
ABBREVIATIONS = Guarded(r"\b(?=[aceinrw])(?:i\.e|e\.g|etc|resp|cf|no(?=\.\s?\d)|nr|approx|w\.r\.t)\.")
IDIOMS = Guarded(r"\b(?=[acfilnosw])<<idiom>>\b")
BACK = Guarded(r"\bno[,:.]|\b<<back>>\b|~~")
"""Between two answers: the first one is given up."""
