"""The words and phrases that a reader knows, by class, out of the table ``words.txt``.

An answer is consumed with the words around it.  What stands in the same sentence must not deny, hedge or
condition it; reasons may say anything but another answer.  The classes are closed: a word that is in none of
them is prose.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache, wraps
from pathlib import Path
from typing import ClassVar, TypeVar

from .needed import Signs, needed, parted


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
_REMEMBERED, _SHORT = 1 << 12, 200
"""So many texts are remembered, of at most so many characters."""
Value = TypeVar("Value")
_CLASS = re.compile(r"<<([a-z ,]+)>>")
_GROUP = re.compile(r"(?<!\\)\((?!\?)")


def rows(name: str) -> list[tuple[str, list[str]]]:
    """The lines of a class of words: the first word, which is the language or what the others stand for."""
    return [(first, rest.split()) for first, rest in _CLASSES[name]]


def words(*names: str) -> frozenset[str]:
    """The words of these classes."""
    return frozenset(word for name in names for word in _WORDS[name])


def lowered(text: str) -> str:
    """The text in lower case, of the same length."""
    return text.replace("\u0130", "i").lower()


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
    return re.compile(_expanded(pattern, _tree), re.IGNORECASE)


def lower_phrase(pattern: str) -> re.Pattern[str]:
    """A `phrase` for text in lower case: without regard to case it takes two or three times as long."""
    return re.compile(_expanded(pattern, _tree))


def _expanded(pattern: str, of_words: Callable[[Iterable[str]], str] | None = None) -> str:
    def expand(name: re.Match[str]) -> str:
        names = name[1].split(",")
        return of_words(words(*names)) if of_words and _WORDS.keys() >= set(names) else either(*names)

    return _CLASS.sub(expand, pattern)


def _tree(words: Iterable[str]) -> str:
    """A pattern of words, the longest first, in which the signs that several begin with stand but once."""
    behind: dict[str, list[str]] = {}
    for word in sorted(words):
        behind.setdefault(word[:1], []).append(word[1:])
    ends = behind.pop("", None) is not None
    parts = "|".join(first + _tree(rest) for first, rest in behind.items())
    return f"(?:{parts})?" if parts and ends else f"(?:{parts})" if "|" in parts else parts


ANY = -1
"""The signs of a text that is not known: it may match all patterns."""


def remembered(function: Callable[[str], Value]) -> Callable[[str], Value]:
    """The function, whose results for short texts are kept: clauses are the same in many answers."""
    kept = lru_cache(_REMEMBERED)(function)

    @wraps(function)
    def recalling(text: str) -> Value:
        return kept(text) if len(text) <= _SHORT else function(text)

    return recalling


class Guarded:
    """A `phrase` that is tried only on texts that hold one of the texts without which it cannot match.

    Of a search only those of its alternatives are tried that may match, where these are few.
    """

    _all: ClassVar[list[str]] = []
    """The alternatives of all patterns: the place of each is its bit among the `_signs` of a text."""

    def __init__(self, pattern: str) -> None:
        global _signs
        self._text, first = pattern, len(Guarded._all)
        alternatives = list(_alternatives(pattern))
        self.bits = ((1 << len(alternatives)) - 1) << first
        """Its alternatives among the `signs` of a text."""
        self._cased = "(?-i:" in pattern
        self._chosen: dict[int, tuple[re.Pattern[str], ...]] = {}
        Guarded._all += alternatives
        _signs = _first_signs

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern: many are never asked for."""
        return phrase(self._text)

    def possible(self, text: str) -> bool:
        """Whether the text holds what a match needs."""
        return _signs(text) & self.bits != 0

    def search(
        self, text: str, start: int = 0, end: int = sys.maxsize, *, of_text: int = ANY
    ) -> re.Match[str] | None:
        """A match in the text in lower case that begins where the first one of the pattern does; it may end
        elsewhere."""
        if not of_text & self.bits:
            return None
        first: re.Match[str] | None = None
        parts = self._parts(text, of_text)
        lower = self._lowered(text) if parts else ""
        for part in parts:
            match = part.search(lower, start, end)
            if match is not None and (first is None or match.start() < first.start()):
                first = match
        return first

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """A match in the text in lower case that begins at a place of it."""
        parts = self._parts(text)
        lower = self._lowered(text) if parts else ""
        return next(filter(None, (part.match(lower, start, end) for part in parts)), None)

    def _lowered(self, text: str) -> str:
        return text if self._cased else lowered(text)

    def _parts(self, text: str, of_text: int = ANY) -> tuple[re.Pattern[str], ...]:
        """What to try on a text; ``of_text``: the `signs` of all it is a part of, which may be enough."""
        bits = of_text & self.bits
        if bits and (of_text == ANY or bits.bit_count() > _FEW):
            bits &= _signs(text)
        return (self._chosen.get(bits) or self._choose(bits)) if bits else ()

    def _choose(self, bits: int) -> tuple[re.Pattern[str], ...]:
        """The alternatives that may match, in their order; where they are many, the pattern.

        They are tried on text in lower case, unless capitals count (`lower_phrase`).
        """
        numbers = [number for number in range(bits.bit_length()) if bits >> number & 1]
        few = len(numbers) <= _FEW
        texts = [Guarded._all[number] for number in numbers] if few else [_expanded(self._text, _tree)]
        if len(self._chosen) >= _CHOSEN:
            self._chosen.clear()
        chosen = self._chosen[bits] = tuple(_compiled(text, re.IGNORECASE * self._cased) for text in texts)
        return chosen

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """The matches in the text."""
        return self.pattern.finditer(text) if _signs(text) & self.bits else ()

    def ends(self, text: str) -> list[int]:
        """Where the matches end of those alternatives that may match, in order."""
        parts = self._parts(text)
        lower = self._lowered(text) if parts else ""
        return sorted(match.end() for part in parts for match in part.finditer(lower))

    def split(self, text: str) -> list[str]:
        """The text between the matches."""
        return [text] if self.search(text) is None else self.pattern.split(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, of_text: int = ANY) -> str:
        """The text with the replacement for each match; ``of_text``: the `signs` of all it is a part of."""
        if not of_text & self.bits or not (parts := self._parts(text, of_text)):
            return text
        lower = self._lowered(text)
        found = [part for part in parts if part.search(lower) is not None]
        if not found:
            return text
        pattern = _compiled(found[0].pattern, re.IGNORECASE) if len(found) == 1 else self.pattern
        return pattern.sub(replacement, text)


def signs(text: str) -> int:
    """Which alternatives of the `Guarded` patterns a text may match, as bits.

    The signs of a part of the text, cut where no letter is, are among them: what they rule out for the text
    need not be looked for in its parts.
    """
    return _signs(text)


_FEW, _CHOSEN = 6, 1 << 10
"""So many alternatives are tried one by one; so many choices of them are remembered for each pattern."""


@cache
def _compiled(alternative: str, flags: int) -> re.Pattern[str]:
    return re.compile(alternative, flags)


def _alternatives(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern, and one for each phrase of the first class in them that stands in no
    group."""
    for part in parted(pattern):
        before, opened, rest = part.partition("<<")
        names, _, behind = rest.partition(">>")
        if not opened or len(parted(before + "|")) == 1:
            yield _expanded(part)
            continue
        for name in names.split(","):
            for line in _PHRASES.get(name) or sorted(_WORDS[name], key=_by_length):
                for phrase in parted(line):
                    yield _expanded(f"{before}(?:{_GROUP.sub('(?:', phrase)}){behind}")


def _first_signs(text: str) -> int:
    """Which of the patterns a text may match: it takes the place of `_signs` when all of them are known."""
    global _signs
    _signs = Signs([needed(part) for part in Guarded._all]).of
    return _signs(text)


_signs: Callable[[str], int] = _first_signs


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
OPENINGS = Guarded(
    r"[\s\"')\]}.,;:|-]*\(?\s*<<opening>>\b|[\s\"')\]}.,;:|-]*\(?\s*\?| to \d"
    r"|\s{0,2}(?:[-=]>|=)\s{0,2}[(\[!\"]"
    r"|\s{0,2}(?:[-=]>|=|:)\s{0,2}!?\w+ ?@ ?\d"
)
"""What must not follow a delimited answer (a list, a box) directly."""
FORERUNNERS = Guarded(
    r"\b<<forerunner>>\b[^.\n]{0,200}$|\b<<they say>>\b[^.\n]{0,80}$|(?<!\w)![^.\n]{0,200}$|~[^.\n]{0,200}$"
)
"""What must not stand in the sentence before a delimited answer."""
UNDECIDED = Guarded(r"\b<<undecided>>")
"""What says beside an answer that there is none."""
ABBREVIATIONS = Guarded(r"\b(?=[aceinrw])(?:i\.e|e\.g|incl|etc|resp|cf|no(?=\.\s?\d)|nr|approx|w\.r\.t)\.")
IDIOMS = Guarded(r"\b<<idiom>>\b")
