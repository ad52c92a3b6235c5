"""Parenthesised text, the syntax of PDDL, as nested lists that know their place in the text.

Remarks run from ``;`` to the end of the line, case is folded, and outside remarks only ASCII may stand.
Nothing recurses on the depth of the text; its size, its words and its depth are bounded.

>>> read("(on ?x (f Y)) ; above", "example")
['on', '?x', ['f', 'y']]
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .refused import RefusedError, clip, refuse

MAX_CHARACTERS = 4_000_000
MAX_WORDS = 500_000
MAX_DEPTH = 64

_WORD = re.compile(r"[()]|[^\s()]+")


class Form(list[Any]):
    """A list of words and lists; ``ordinal`` counts the words and parentheses that stand before it."""

    __slots__ = ("file", "ordinal", "text")

    def __init__(self, text: str, file: str, ordinal: int):
        super().__init__()
        self.text, self.file, self.ordinal = text, file, ordinal

    @property
    def head(self) -> str:
        """The first item if it is a word, else the empty text."""
        return self[0] if self and isinstance(self[0], str) else ""

    def fault(self, message: str) -> RefusedError:
        """The refusal of this list, with file, line and column; the caller raises it."""
        match = next(islice(_WORD.finditer(self.text), self.ordinal, None), None)
        start = match.start() if match else len(self.text)
        line, column = self.text.count("\n", 0, start) + 1, start - self.text.rfind("\n", 0, start)
        return RefusedError(f"{self.file}:{line}:{column}: {message}")

    def refuse(self, fault: object, message: str) -> None:
        """RefusedError about this list where something counts as true."""
        if fault:
            raise self.fault(message)

    def word(self, place: int, what: str) -> str:
        """The item at a place, which must be a word."""
        if place >= len(self) or not isinstance(self[place], str):
            raise self.fault(f"{what} is missing or no word")
        word: str = self[place]
        return word

    def forms(self) -> Iterator["Form"]:
        """The items after the first, each of which must be a list."""
        for item in self[1:]:
            if isinstance(item, str):
                raise self.fault(f"a list was expected, not {clip(item)}")
            yield item


def read(text: str, file: str) -> Form:
    """The one list that a text holds; RefusedError with file, line and column for any other text."""
    refuse(len(text) > MAX_CHARACTERS, f"{file}: more than {MAX_CHARACTERS} characters")
    text = re.sub(r";[^\n]*", lambda remark: " " * len(remark.group()), text)
    refuse(not text.isascii(), f"{file}: a character outside ASCII")
    text = text.lower()
    words = _WORD.findall(text)
    outermost = Form(text, file, 0)
    outermost.refuse(len(words) > MAX_WORDS, f"more than {MAX_WORDS} words")
    outermost.refuse(not words or words[0] != "(", "a list was expected")
    open_forms = [outermost]
    for ordinal, word in enumerate(islice(words, 1, None), 1):
        if not open_forms:
            raise Form(text, file, ordinal).fault("text after the end of the list")
        if word == "(":
            form = Form(text, file, ordinal)
            form.refuse(len(open_forms) >= MAX_DEPTH, f"lists nested deeper than {MAX_DEPTH}")
            open_forms[-1].append(form)
            open_forms.append(form)
        elif word == ")":
            open_forms.pop()
        else:
            open_forms[-1].append(word)
    if open_forms:
        raise open_forms[-1].fault("this parenthesis is never closed")
    return outermost
