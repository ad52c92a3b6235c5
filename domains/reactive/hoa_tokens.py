"""The tokens of the Hanoi Omega-Automata format (HOA v1), with the line and column of each.

Format: T. Babiak et al., "The Hanoi Omega-Automata Format", CAV 2015, described at adl.github.io/hoaf.
Comments (``/* */``, nested) count as blanks; a string keeps its quotes off and its escapes resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from ...instances.errors import LimitError, WorldError

TEXT_LIMIT = 32 << 20
"""Characters of a file."""


class Kind(Enum):
    """What a token is."""

    HEADER = "header item"
    MARK = "section mark"
    STRING = "string"
    INTEGER = "integer"
    NAME = "name"
    ALIAS = "alias"
    SIGN = "sign"
    END = "end of file"


class Token(NamedTuple):
    """One token; ``text`` of a string is its content."""

    kind: Kind
    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return self.kind.value if self.kind is Kind.END else f"{self.text!r}"


_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\f]+)
      | (?P<newline>\n)
      | (?P<comment>/\*)
      | (?P<mark>--[A-Z]+--)
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<header>[A-Za-z_][A-Za-z0-9_-]*:)
      | (?P<integer>[0-9]+)
      | (?P<alias>@[A-Za-z0-9_-]+)
      | (?P<name>[A-Za-z_][A-Za-z0-9_-]*)
      | (?P<sign>[\[\]{}()!&|])""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"/\*|\*/|\n")
_ESCAPE = re.compile(r"\\(.)")
_KINDS = {
    "mark": Kind.MARK,
    "header": Kind.HEADER,
    "integer": Kind.INTEGER,
    "alias": Kind.ALIAS,
    "name": Kind.NAME,
    "sign": Kind.SIGN,
}


def tokens(text: str, file: str) -> Iterator[Token]:
    """The tokens, then one of kind END; WorldError for what is none, LimitError for a text too long."""
    if len(text) > TEXT_LIMIT:
        raise LimitError(f"{file}: {len(text)} characters; a HOA file has at most {TEXT_LIMIT}")
    place, line, start = 0, 1, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            what = "a string that does not end" if text[place] == '"' else f"unexpected {text[place]!r}"
            raise WorldError(what, file=file, line=line, column=place - start + 1)
        group, found, column = str(match.lastgroup), match.group(), place - start + 1
        place = match.end()
        if group == "newline":
            line, start = line + 1, place
        elif group == "comment":
            place, line, start = _skip(text, place, line, start, file)
        elif group == "string":
            yield Token(Kind.STRING, _ESCAPE.sub(r"\1", found[1:-1]), line, column)
        elif group != "blank":
            yield Token(_KINDS[group], found, line, column)
    yield Token(Kind.END, "", line, place - start + 1)


def _skip(text: str, place: int, line: int, start: int, file: str) -> tuple[int, int, int]:
    """Where a comment that has just begun ends, with the line there and where that line starts."""
    opened, depth = line, 1
    while depth:
        match = _COMMENT.search(text, place)
        if match is None:
            raise WorldError("a comment that does not end", file=file, line=opened)
        place = match.end()
        if match.group() == "\n":
            line, start = line + 1, place
        else:
            depth += 1 if match.group() == "/*" else -1
    return place, line, start
