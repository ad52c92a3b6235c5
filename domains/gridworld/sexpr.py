"""S-expressions as Autumn writes them: text to nested lists that know their offset in the text.

Case counts, ``;`` starts a comment that runs to the end of the line, strings stand in double quotes with C
escapes and hold no raw newline, and an atom ends at white space or a parenthesis only.  A program is the
first list of a text; what follows is read, so that parentheses must balance, and ignored.  Lists are built
with an explicit stack: nothing recurses on the depth of outside input.

>>> program = read("(program (= background \\"white\\")) ; the end")
>>> [item.text for item in program.items[1].items]
['=', 'background', '"white"']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...instances.errors import AutumnError
from .limits import MAX_CHARACTERS, MAX_DEPTH, MAX_TOKENS

NOWHERE = -1
"""The offset of what stands in another text than the program's: the library's."""
_TOKEN = re.compile(r'[ \t\n\v\f\r]+|;[^\n\r]*|[()]|"(?:\\.|[^"\\\n])*"|"|[^\s()"][^\s()]*')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"'": "'", '"': '"', "?": "?", "\\": "\\"} | dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))


@dataclass(frozen=True, eq=False, slots=True)
class Atom:
    """A word of the text, or a string with its escapes resolved and its quotes kept."""

    at: int
    """Offset in the text, in characters."""
    text: str


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """A parenthesised list."""

    at: int
    items: list[Atom | Form] = field(default_factory=list)


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def fault(text: str, file: str, offset: int, message: str) -> AutumnError:
    """An AutumnError at an offset of a text; the caller raises it."""
    line, column = place(text, offset)
    return AutumnError(message, file=file, line=line, column=column)


def read(text: str, *, file: str = "program.sexp", placed: bool = True) -> Form:
    """The first list of a text; with NOWHERE for all offsets, unless ``placed``.

    Raises AutumnError, with line and column, for text that is not balanced lists or exceeds MAX_CHARACTERS,
    MAX_TOKENS or MAX_DEPTH.
    """
    if len(text) > MAX_CHARACTERS:
        raise AutumnError(
            f"{len(text)} characters, the limit is {MAX_CHARACTERS}", file=file, line=1, column=1
        )
    top = Form(0)
    lists = [top]
    count = 0
    for match in _TOKEN.finditer(text):
        token, at = match.group(), match.start() if placed else NOWHERE
        if token[0] in " \t\n\v\f\r;":
            continue
        count += 1
        if count > MAX_TOKENS:
            raise fault(text, file, at, f"more than {MAX_TOKENS} tokens")
        if token == "(":
            if len(lists) > MAX_DEPTH:
                raise fault(text, file, at, f"lists nested deeper than {MAX_DEPTH}")
            lists.append(Form(at))
        elif token == ")":
            done = lists.pop()
            if not lists:
                raise fault(text, file, at, "this ')' closes no list")
            lists[-1].items.append(done)
        elif token == '"':
            raise fault(text, file, at, "this string is never closed")
        else:
            lists[-1].items.append(Atom(at, _unescape(token, text, file, at) if token[0] == '"' else token))
    if len(lists) > 1:
        raise fault(text, file, lists[-1].at, "this parenthesis is never closed")
    if not top.items or not isinstance(top.items[0], Form):
        raise fault(text, file, top.items[0].at if top.items else 0, "a program is a list: '(program ...)'")
    return top.items[0]


def _unescape(token: str, text: str, file: str, at: int) -> str:
    """A string token with its escapes resolved."""

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in _ESCAPES:
            raise fault(text, file, at + match.start(), f"unknown escape {match.group()!r} in a string")
        return _ESCAPES[match.group(1)]

    return _ESCAPE.sub(value, token) if "\\" in token else token
