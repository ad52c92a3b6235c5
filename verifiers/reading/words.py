"""The words and phrases that a reader knows, by class, out of the table ``words.txt``.

An answer is consumed with the words around it.  What stands in the same sentence must not deny, hedge or
condition it; reasons may say anything but another answer.  The classes are closed: a word that is in none of
them is prose.
"""

from __future__ import annotations

import re
from pathlib import Path


def _table() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The words of each class of words, and the phrases of each class of phrases."""
    classes: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    phrases, entries = False, list[str]()
    for line in (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").splitlines():
        if line == "phrases":
            phrases = True
        elif line[:1] == "[" and line[-1:] == "]" and "]" not in line[:-1]:
            entries = classes[phrases].setdefault(line[1:-1], [])
        elif line and line[0] != "#":
            entry = line.partition(" ")[2]
            entries.extend([_GROUP.sub("(?:", entry)] if phrases else entry.split())
    return classes


_GROUP = re.compile(r"(?<!\\)\((?!\?)")
_WORDS, _PHRASES = _table()


def words(*names: str) -> frozenset[str]:
    """The words of these classes."""
    return frozenset(word for name in names for word in _WORDS[name])


def listed(name: str) -> list[str]:
    """The words of a class, in the order of the table."""
    return _WORDS[name]


def phrases(name: str) -> list[str]:
    """The phrases of a class, in the order of the table."""
    return _PHRASES[name]


def either(*names: str) -> str:
    """A pattern of the words or phrases of these classes, the longest words first."""
    listed = [word for name in names for word in _PHRASES.get(name) or sorted(_WORDS[name], key=_by_length)]
    return f"(?:{'|'.join(listed)})"


def _by_length(word: str) -> tuple[int, str]:
    return -len(word), word


def phrase(pattern: str) -> re.Pattern[str]:
    """A pattern without regard to case; ``<<class>>`` in it stands for the phrases or words of that class."""
    return re.compile(_CLASS.sub(lambda name: either(*name[1].split(",")), pattern), re.IGNORECASE)


class Guarded:
    """A pattern that is tried only on texts that hold one of the words without which it cannot match.

    Most texts hold none, and a search for a word takes a hundredth of one for the pattern.
    """

    def __init__(self, pattern: str, name: str) -> None:
        self.pattern = phrase(pattern)
        self._needs = tuple(words(f"needs {name}"))

    def _possible(self, text: str) -> bool:
        lowered = text.lower()
        return any(word in lowered for word in self._needs)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in the text."""
        return self.pattern.search(text) if self._possible(text) else None

    def sub(self, replacement: str, text: str) -> str:
        """The text with the replacement for each match."""
        return self.pattern.sub(replacement, text) if self._possible(text) else text

    def matches(self, text: str, start: int) -> list[re.Match[str]]:
        """The matches behind ``start``."""
        return list(self.pattern.finditer(text, start)) if self._possible(text[start:]) else []


_CLASS = re.compile(r"<<([a-z ,]+)>>")

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
CORRECTIONS = phrase(r"\W*<<correction>>\b")
"""How a sentence begins that takes back or opens again what was said before."""
OPENINGS = phrase(r"[\s\"')\]}.,;:|-]*\(?\s*(?:<<opening>>\b|\?)")
"""What must not follow a delimited answer (a list, a box) directly."""
FORERUNNERS = phrase(r"(?:\b<<forerunner>>\b|!|~)[^.\n]{0,200}$")
"""What must not stand in the sentence before a delimited answer."""
RETRACTIONS = Guarded(r"\b<<retraction>>\b", "retraction")
"""What takes back an answer that stands before it, where no other follows."""
_WAVERS = r"(?:<<waver>>\b[\s,.:;-]{0,8}){0,4}"
DENIALS = Guarded(
    rf"(?:^|(?<=[.!?;\n\x03])|--?)\s*(?:(?:actually|sorry|wait|hmm+),? no\b|no, (?:sorry|wait)\b"
    rf"|(?<=\.\. )no, "
    rf"|{_WAVERS}(?:that|this|it)(?: one)? (?:can(?:'t| ?not) be|isn't|is not)(?: quite)? (?:right|correct)\b"
    rf"|(?=[hwasonb]){_WAVERS}(?:that|this|it)(?: one)? (?:does not|doesn't|won't|can't)"
    rf" (?:work|fit|reach|hold|suffice)\b"
    rf"|{_WAVERS}(?:that|this|it) (?:does not|doesn't) work either\b)",
    "denial",
)
"""As RETRACTIONS, in a sentence of its own; where yes or no is asked, such a sentence may be the answer."""
UNDECIDED = Guarded(r"\b<<undecided>>", "undecided")
"""What says beside an answer that there is none."""
ABBREVIATIONS = phrase(r"\b(?=[aceinrw])(?:i\.e|e\.g|etc|resp|cf|no(?=\.\s?\d)|nr|approx|w\.r\.t)\.")
IDIOMS = Guarded(r"\b(?=[afilnsw])<<idiom>>\b", "idiom")
DOUBTS = phrase(
    r"(?:(?<=[.!?;\n\x03])|(?<=[.!?;\n][ \"')\n]))\s{0,4}<<doubt>>\b(?![\s,.:]{0,4}<<confirming>>)"
)
"""A sentence that gives up the answer before it, where no other follows."""
BACK = phrase(r"\bno[,:.]|\b<<back>>\b|~~")
"""Between two answers: the first one is given up."""
