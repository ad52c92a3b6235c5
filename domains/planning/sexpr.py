"""S-expressions: PDDL text to nested lists that know their place in the text.

Tokens come from one regular expression; the lists are built with an explicit stack, so nothing recurses on
the depth of outside input, and size, number of tokens and depth are bounded.  A node keeps the ordinals of
its first and last token only: line and column are worked out when an error needs them.  Comments run from
``;`` to the end of the line, case is folded, and only ASCII may stand outside comments.

>>> expression = read("(on ?x (f Y)) ; above")
>>> expression.items[0], expression.items[2].items
('on', ['f', 'y'])
>>> expression.where(2)
(1, 8)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from sys import intern

from ...instances.errors import LimitError, UnsupportedError, WorldError

MAX_CHARACTERS = 4_000_000
MAX_TOKENS = 500_000
MAX_DEPTH = 64

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COMMENT = re.compile(r";[^\n]*")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True)
class SourceText:
    """A text under reading, with comments blanked out and case folded; its length is that of the original."""

    text: str
    file: str

    def where(self, ordinal: int) -> tuple[int, int]:
        """Line and column, both from 1, of a token given by its ordinal."""
        match = next(islice(_TOKEN.finditer(self.text), ordinal, None), None)
        return self.line_column(match.start() if match else len(self.text))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character offset."""
        before = self.text.count("\n", 0, offset)
        return before + 1, offset - self.text.rfind("\n", 0, offset)

    def error(self, message: str, place: tuple[int, int]) -> WorldError:
        """A WorldError at a line and column of this text."""
        return WorldError(message, file=self.file, line=place[0], column=place[1])

    def limit(self, message: str, place: tuple[int, int]) -> LimitError:
        """A LimitError whose message names file, line and column."""
        return LimitError(f"{self.file}:{place[0]}:{place[1]}: {message}")


@dataclass(eq=False, slots=True)
class Expression:
    """A parenthesised list; an item is a symbol (``str``) or another list."""

    source: SourceText
    first: int  # ordinal of the opening parenthesis among the tokens
    items: list[str | Expression] = field(default_factory=list)
    last: int = -1  # ordinal of the closing parenthesis

    @property
    def head(self) -> str:
        """The first item if it is a symbol, else the empty string."""
        return self.items[0] if self.items and isinstance(self.items[0], str) else ""

    def ordinal(self, position: int) -> int:
        """The ordinal of the token with which an item starts."""
        ordinal = self.first + 1
        for item in self.items[:position]:
            ordinal = ordinal + 1 if isinstance(item, str) else item.last + 1
        return ordinal

    def where(self, position: int | None = None) -> tuple[int, int]:
        """Line and column of the list, or of one of its items."""
        return self.source.where(self.first if position is None else self.ordinal(position))

    def error(self, message: str, position: int | None = None) -> WorldError:
        """The error for a fault at the list or at one of its items; the caller raises it."""
        return self.source.error(message, self.where(position))

    def unsupported(self, feature: str, position: int | None = None) -> UnsupportedError:
        """The refusal of a feature, naming file, line and column; the caller raises it."""
        line, column = self.where(position)
        return UnsupportedError(f"{self.source.file}:{line}:{column}: {feature} not supported")

    def lists(self, start: int = 0) -> Iterator[Expression]:
        """The items from ``start`` on, each of which must be a list."""
        for position, item in enumerate(self.items[start:], start):
            if isinstance(item, str):
                raise self.error(f"expected a list, found {clip(item)!r}", position)
            yield item

    def symbol(self, position: int, what: str) -> str:
        """The item at a position, which must be there and be a symbol."""
        if position >= len(self.items):
            raise self.error(f"{what} is missing")
        item = self.items[position]
        if not isinstance(item, str):
            raise self.error(f"{what} must be a symbol, not a list", position)
        return item


def clip(symbol: str) -> str:
    """A symbol cut to what an error message can bear."""
    return symbol if len(symbol) <= 60 else symbol[:57] + "..."


def read(text: str, *, file: str = "<text>") -> Expression:
    """Read the one expression that a text holds; WorldError or LimitError with line and column."""
    if len(text) > MAX_CHARACTERS:
        raise LimitError(f"{file}:1:1: {len(text)} characters, the limit is {MAX_CHARACTERS}")
    if ";" in text:
        text = _COMMENT.sub(lambda comment: " " * len(comment.group()), text)
    foreign = None if text.isascii() else _NOT_ASCII.search(text)
    source = SourceText(text.lower() if foreign is None else text, file)
    if foreign is not None:
        raise source.error(
            f"character {foreign.group()!r} is outside ASCII", source.line_column(foreign.start())
        )
    tokens = _TOKEN.findall(source.text)
    if len(tokens) > MAX_TOKENS:
        raise source.limit(f"more than {MAX_TOKENS} tokens", source.where(MAX_TOKENS))
    return _build(source, list(map(intern, tokens)))  # names recur, in the worlds of a set too


def _build(source: SourceText, tokens: list[str]) -> Expression:
    if not tokens or tokens[0] != "(":
        got = f"found {clip(tokens[0])!r}" if tokens else "the text is empty"
        raise source.error(f"expected '(', {got}", source.where(0))
    open_lists: list[Expression] = []
    whole = current = Expression(source, 0)
    for ordinal, token in enumerate(islice(tokens, 1, None), 1):
        if token == "(":
            nested = Expression(source, ordinal)
            current.items.append(nested)
            open_lists.append(current)
            if len(open_lists) >= MAX_DEPTH:
                raise source.limit(f"lists nested deeper than {MAX_DEPTH}", source.where(ordinal))
            current = nested
        elif token == ")":
            current.last = ordinal
            if open_lists:
                current = open_lists.pop()
            elif ordinal + 1 < len(tokens):
                message = f"text after the end of the expression: {clip(tokens[ordinal + 1])!r}"
                raise source.error(message, source.where(ordinal + 1))
        else:
            current.items.append(token)
    if whole.last < 0:
        raise current.error("this parenthesis is never closed")
    return whole
