"""Atoms told in the words of their question: "put block b3 onto block b1" for (stack b3 b1).

    told = { word | [ article ] [ noun ] object }        one of the templates of the world's wording

The templates are those by which questions tell actions and facts, "stack block {0} on block {1}": a number
stands for the object at that place of the atom.  A text may leave out nouns before objects, and articles.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

_WORD = re.compile(r"(?<![\w-])[^\W_][\w-]*")
_ARTICLE = re.compile(r"\b(?:the|an?) ")
_PIECE = re.compile(r"(?:([^\s{}]+) )?\{(\d+)\}|[^\s{}]+")
_FORMS = {"is": "(?:is|being|be)", "are": "(?:are|being|be)"}
"""Other forms in which a fact is told: "with item drum being with agent judy"."""
_BETWEEN, _OBJECT = r"\s+(?:(?:the|an?)\s+)?", r"([\w-]*\w)(?![\w-])"
_WORDINGS = 64

Templates = tuple[tuple[str, str], ...]
"""The name of an atom and a text that tells it; a name may have several."""


def told(
    text: str, templates: Templates, nouns: frozenset[str], objects: frozenset[str]
) -> Iterator[tuple[int, int, str]]:
    """Where atoms are told in a text in lower case, from left to right, and what they are.

    >>> list(told("so board car c0", (("board", "board car {0}"),), frozenset({"car"}), frozenset({"c0"})))
    [(3, 15, '(board c0)')]
    """
    beginnings, place = _compiled(templates, nouns), 0
    for word in _WORD.finditer(text):
        if word.start() < place:
            continue
        longest: re.Match[str] | None = None
        for name, places, pattern in beginnings.get("" if word[0] in objects else word[0], ()):
            match = pattern.match(text, word.start())
            if match and objects.issuperset(match.groups()) and (longest is None or match.end() > place):
                longest, place = match, match.end()
                atom = " ".join([name, *(match[number] for number in places)])
        if longest is not None:
            yield longest.start(), place, f"({atom})"


@lru_cache(_WORDINGS)
def _compiled(
    templates: Templates, nouns: frozenset[str]
) -> dict[str, list[tuple[str, list[int], re.Pattern[str]]]]:
    """The templates by their first word, those that begin with an object by "" and its noun; each with the
    groups of its pattern in which the objects of the atom stand, in order."""
    beginnings: dict[str, list[tuple[str, list[int], re.Pattern[str]]]] = {}
    for name, template in templates:
        pieces = list(_PIECE.finditer(_ARTICLE.sub("", template)))
        objects = [int(piece[2]) for piece in pieces if piece[2]]
        pattern = re.compile(_BETWEEN.join(_pattern(piece, nouns) for piece in pieces) + r"(?![\w-])")
        groups = [objects.index(place) + 1 for place in range(len(objects))]
        first = pieces[0][1] or ("" if pieces[0][2] else pieces[0][0])
        for start in {first, ""} if first in nouns else {first}:
            beginnings.setdefault(start, []).append((name, groups, pattern))
    return beginnings


def _pattern(piece: re.Match[str], nouns: frozenset[str]) -> str:
    """The pattern of a word, or of an object with the word before it."""
    word = piece[1] or ("" if piece[2] else piece[0])
    said = _FORMS.get(word, re.escape(word))
    if not piece[2]:
        return said
    led = f"(?:{said}{_BETWEEN})?" if word in nouns else f"{said}{_BETWEEN}" if word else ""
    return led + _OBJECT
