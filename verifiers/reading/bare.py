"""The facts of a text in which they may stand without parentheses: "new: holding b1 and clear b7".

    fact = atom | name { word }         between the signs or words of a list, or beside a cue of ``changes``

Words that begin with a name in parentheses, and are no atom, are a remark.
"""

import re

from .changes import cues
from .lexer import ATOM, KNOWN, MARK, NO_ATOM, STOP_BEHIND, UNKNOWN, Item, Skeleton, lex
from .reading import Request
from .words import phrase

_PARTS = phrase(r"([\n,;:()\[\]|]|(?<=\s)<<and>>(?=\s)|(?<=\w)\.(?=\s|$))")
_OF_OBJECT = re.compile(r"[\d_-]")
_WORDS, _PROSE, _LONG_NAME = 9, 4, 5
"""A fact without parentheses has so many words at most; what begins like one in parentheses, but is none and
has so many more words, is a remark."""
_SUM = re.compile(rf"(?<={MARK})[ \t]*[+&][ \t]*(?={MARK})")


def facts_of(text: str, request: Request) -> Skeleton:
    """The skeleton of a text, whose facts may stand without parentheses."""
    skeleton = lex(text, request.vocabulary, request.signs)
    if request.vocabulary:
        bare = _with_parentheses(text, skeleton.items, request.vocabulary)
        skeleton = skeleton if bare == text else lex(bare, request.vocabulary, request.signs)
        skeleton = skeleton.without(
            number
            for number, item in enumerate(skeleton.items)
            if (item.fault.endswith(NO_ATOM) and item.value.count(" ") >= _PROSE)
            or (item.grade == UNKNOWN and cues(item.value))
        )
    signed = skeleton.text.partition(MARK)[0].rstrip()[-1:] in ("+", "-")
    joined = skeleton.text if signed else _SUM.sub(", ", skeleton.text)
    return Skeleton(joined, skeleton.items, skeleton.of_text)


def _with_parentheses(text: str, items: list[Item], vocabulary: frozenset[str]) -> str:
    """The text with parentheses around the facts without: where others have them, around names alone."""
    closed = [item for item in items if text[item.end - 1] == ")" and not item.fault and item.grade == KNOWN]
    alone = vocabulary.difference(item.value[1:-1].partition(" ")[0] for item in closed)
    if closed and not any(name in text for name in alone):
        return text
    pieces = _PARTS.split(text)
    for number, piece in enumerate(pieces[::2]):
        place = 2 * number
        around = (pieces[place - 1] if place else "", *pieces[place + 1 : place + 2])
        if around[0] != "(" and (not closed or (around[-1] not in ("(", ":") and _name(piece) in alone)):
            pieces[place] = _enclosed(piece, vocabulary)
    return "".join(pieces)


def _name(piece: str) -> str:
    """A piece that is one word, of so many letters that it is a name where the vocabulary has it."""
    name = piece.strip(" \t\"'.").lower()
    return name if len(name) >= _LONG_NAME and " " not in name else ""


def _enclosed(piece: str, vocabulary: frozenset[str]) -> str:
    """A piece of a list, in parentheses where it is, or ends with, a name of the vocabulary and words."""
    if vocabulary.isdisjoint(piece.lower().split()):
        return piece
    bare = piece.strip(" \t\"'.*+-\u2191\u2193")
    cue = next(iter(cues(bare)), None)
    bare = bare[: cue.start].rstrip() if cue is not None and cue.start else bare
    said = bare.split(" ")
    names = bare.lower().split(" ")
    first = next((place for place, name in enumerate(names) if name in vocabulary), len(names))
    names = names[first:]
    plain = first == 0 or (cue is not None and cue.start == 0)
    plain = plain or (len(names) > 1 and all(map(_OF_OBJECT.search, names[1:])))
    if not names or not plain or len(names) > _WORDS or not STOP_BEHIND.isdisjoint(names[1:]):
        return piece
    if ATOM.fullmatch(" ".join(names)) is None:
        return piece
    bare = " ".join(said[first:])
    before, _, behind = piece.rpartition(bare)
    return f"{before}({bare}){behind}"
