"""The facts of a text in which they may stand without parentheses: "new: holding b1 and clear b7".

    fact = atom | name { word }         between the signs or words of a list, or beside a cue of ``changes``

Words that begin with a name in parentheses, and are no atom, are a remark.
"""

import re

from .changes import cues
from .lexer import MARK, NO_ATOM, UNKNOWN, Skeleton, lex
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
        skeleton = skeleton.without(
            number
            for number, item in enumerate(skeleton.items)
            if (item.fault.endswith(NO_ATOM) and item.value.count(" ") >= _PROSE)
            or (item.grade == UNKNOWN and cues(item.value))
        )
    signed = skeleton.text.partition(MARK)[0].rstrip()[-1:] in ("+", "-")
    joined = skeleton.text if signed else _SUM.sub(", ", skeleton.text)
    return Skeleton(joined, skeleton.items, skeleton.of_text)
