"""Parenthesised text, the syntax of PDDL, as nested lists that know their place in the text.

Remarks run from ``;`` to the end of the line, case is folded, and outside remarks only ASCII may stand.
Nothing recurses on the depth of the text; its size, its words and its depth are bounded.

>>> read("(on ?x (f Y)) ; above", "example")
['on', '?x', ['f', 'y']]
"""

import re
from collections.abc import Iterator
from typing import Any

from .refused import RefusedError, clip, refuse

MAX_CHARACTERS = 4_000_000
MAX_WORDS = 500_000
MAX_DEPTH = 64
_WORD = re.compile(r"[()]|[^\s()]+")


class Form(list[Any]):
    """A list of words and lists, which begins at ``start`` of the text of a file."""

    __slots__ = ("file", "start", "text")

    def __init__(self, text: str = "", file: str = "", start: int = 0):
        self.text, self.file, self.start = text, file, start

    @property
    def head(self) -> str:
        """The first item if it is a word, else the empty text."""
        return self[0] if self and isinstance(self[0], str) else ""

    def fault(self, message: str) -> RefusedError:
        """The refusal of this list, with file, line and column; the caller raises it."""
        line = self.text.count("\n", 0, self.start) + 1
        column = self.start - self.text.rfind("\n", 0, self.start)
        return RefusedError(f"{self.file}:{line}:{column}: {message}")

    def refuse(self, fault: object, message: str) -> None:
        """RefusedError about this list where something counts as true."""
        if fault:
            raise self.fault(message)

    def word(self, place: int, what: str) -> str:
        """The item at a place, which must be a word."""
        if place >= len(self) or not isinstance(self[place], str):
            raise self.fault(f"{what} is missing or no word")
        return str(self[place])

    def form(self, place: int) -> "Form":
        """The item at a place, which must be a list."""
        item = self[place] if place < len(self) else ""
        if not isinstance(item, Form):
            raise self.fault(f"a list was expected, not {clip(item)}")
        return item

    def forms(self) -> Iterator["Form"]:
        """The items after the first, each of which must be a list."""
        return map(self.form, range(1, len(self)))


def read(text: str, file: str) -> Form:
    """The one list that a text holds; RefusedError with file, line and column for any other text."""
    refuse(len(text) > MAX_CHARACTERS, f"{file}: more than {MAX_CHARACTERS} characters")
    text = re.sub(r";[^\n]*", lambda remark: " " * len(remark.group()), text)
    refuse(not text.isascii(), f"{file}: a character outside ASCII")
    text = text.lower()
    open_forms = [outside := Form(text, file)]
    for number, match in enumerate(_WORD.finditer(text)):
        word, around = match[0], open_forms[-1]
        outside.refuse(number >= MAX_WORDS, f"more than {MAX_WORDS} words")
        if around is outside and (word != "(" or outside):
            wrong = "text after the end of the list" if outside else "a list was expected"
            raise Form(text, file, match.start()).fault(wrong)
        if word == "(":
            around.append(form := Form(text, file, match.start()))
            form.refuse(len(open_forms) > MAX_DEPTH, f"lists nested deeper than {MAX_DEPTH}")
            open_forms.append(form)
        elif word == ")":
            open_forms.pop()
        else:
            around.append(word)
    open_forms[-1].refuse(len(open_forms) > 1, "this parenthesis is never closed")
    outside.refuse(not outside, "a list was expected")
    return outside.form(0)
