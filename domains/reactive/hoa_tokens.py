"""The tokens of the Hanoi Omega-Automata format (HOA v1), with the line and column of each.

Format: T. Babiak et al., "The Hanoi Omega-Automata Format", CAV 2015, described at adl.github.io/hoaf.
Comments (``/* */``, nested) count as blanks; a string keeps its quotes off and its escapes resolved.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from ...instances.errors import LimitError, WorldError

TEXT_LIMIT = 32 << 20

TokenKind = Literal["sign", "integer", "header", "name", "alias", "string", "mark", "end"]


class Token(NamedTuple):
    """One token; ``text`` of a string is its content, ``place`` counts characters from the start."""

    kind: TokenKind
    text: str
    place: int

    def __str__(self) -> str:
        return "end of file" if self.kind == "end" else f"{self.text!r}"


_TOKEN = re.compile(
    r"""[ \t\r\n\f]*(?:
        (?P<sign>[\[\]{}()!&|])
      | (?P<integer>[0-9]+)
      | (?P<header>[A-Za-z_][A-Za-z0-9_-]*:)
      | (?P<name>[A-Za-z_][A-Za-z0-9_-]*)
      | (?P<alias>@[A-Za-z0-9_-]+)
      | "(?P<string>(?:[^"\\\n]|\\.)*)"
      | (?P<mark>--[A-Z]+--)
      | (?P<comment>/\*)
      | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
"""Blanks, then a group for each kind of token, and one for a comment's beginning."""
_COMMENT = re.compile(r"/\*|\*/")
_ESCAPE = re.compile(r"\\(.)")
_BLANK = re.compile(r"[ \t\r\n\f]*")


class Text:
    """A file's text, its tokens and its lines."""

    def __init__(self, text: str, file: str):
        if len(text) > TEXT_LIMIT:
            raise LimitError(f"{file}: {len(text)} characters; a HOA file has at most {TEXT_LIMIT}")
        self.text, self.file = text, file
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, place: int) -> int:
        """The line of a character, counted from 1."""
        return bisect_right(self._starts, place)

    def fault(self, message: str, place: int) -> WorldError:
        """An error that names file, line and column."""
        line = self.line(place)
        return WorldError(message, file=self.file, line=line, column=place - self._starts[line - 1] + 1)

    def tokens(self) -> Iterator[Token]:
        """The tokens, then one of kind END; WorldError for what is none."""
        text, scan, place = self.text, _TOKEN.match, 0
        while True:
            match = scan(text, place)
            if match is None:
                raise self._stray(place)
            kind: Any = match.lastgroup
            place = match.end()
            if kind == "comment":
                place = self._after_comment(place)
                continue
            value = match[kind]
            if kind == "string" and "\\" in value:
                value = _ESCAPE.sub(r"\1", value)
            yield Token(kind, value, match.start(kind) - (kind == "string"))
            if kind == "end":
                return

    def _stray(self, place: int) -> WorldError:
        blank = _BLANK.match(self.text, place)
        place = blank.end() if blank else place
        sign = self.text[place]
        return self.fault("a string that does not end" if sign == '"' else f"unexpected {sign!r}", place)

    def _after_comment(self, place: int) -> int:
        """The place after a comment that has just begun; comments nest."""
        begin, depth = place - 2, 1
        while depth:
            match = _COMMENT.search(self.text, place)
            if match is None:
                raise self.fault("a comment that does not end", begin)
            place = match.end()
            depth += 1 if match.group() == "/*" else -1
        return place
