"""Templates of a wording: plain words with ``{placeholders}``, one for each parameter of what they word.

>>> sail = Template.of("sail from {from} to {to}", ("from", "to"))
>>> sail.fill({"from": "l0", "to": "l1"}), sail.shape
('sail from l0 to l1', ('sail', 'from', 'NAME', 'to', 'NAME'))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from ...instances.errors import RecordError, WorldError
from .wording_text import NAME, NAMES, Shape, clip, listing, shape, tokens

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_DUMMIES = ("zz-0", "zz-1", "zz-2", "zz-3")
_LENGTHS = (2, 3, 4)  # lists tried by ``Template.check``: with "and" alone, with commas, with more commas


@dataclass(frozen=True)
class Template:
    """A template whose placeholders are the parameters of what it words, in the order of the text."""

    text: str
    places: tuple[str, ...]
    shape: Shape
    group: str | None = None  # the placeholder that takes a list of two or more names

    @classmethod
    def of(cls, text: str, parameters: tuple[str, ...], group: str | None = None) -> Template:
        """Compile a template; RecordError unless it is lower-case words with one placeholder a parameter."""
        places = tuple(_PLACEHOLDER.findall(text))
        for place in places:
            if place not in parameters:
                known = ", ".join(parameters) or "none"
                raise RecordError(
                    f"{clip(text)!r} has the unknown placeholder {{{place}}}; there are {known}"
                )
        for parameter in parameters:
            if places.count(parameter) != 1:
                times = "twice or more" if parameter in places else "nowhere"
                raise RecordError(f"{clip(text)!r} has {{{parameter}}} {times}; it must stand there once")
        if text != " ".join(text.split()) or text != text.lower():
            raise RecordError(f"{clip(text)!r} must be lower case with single blanks")
        if "." in text or "''" in text:
            raise RecordError(f"{clip(text)!r} must do without full stops and double apostrophes")
        try:  # a placeholder stands as a token after two apostrophes, with which no word begins
            listed = tokens(_PLACEHOLDER.sub(r"''\1", text))
        except WorldError as error:
            raise RecordError(f"{clip(text)!r} has characters other than words and , : ;") from error
        marks = {"''" + place: NAMES if place == group else NAME for place in places}
        return cls(text, places, tuple(marks.get(token, token) for token in listed), group)

    def words(self) -> frozenset[str]:
        """The words of the template."""
        return frozenset(each for each in self.shape if each not in (NAME, NAMES, ",", ":", ";"))

    def fill(self, values: Mapping[str, str]) -> str:
        """The text with its placeholders filled."""
        return _PLACEHOLDER.sub(lambda match: values[match[1]], self.text)

    def check(self, words: Set[str]) -> None:
        """Prove that what the template makes has its shape, whatever the names; RecordError if it has not.

        A shape does not depend on which names stand in it, and lists of five names or more differ from lists
        of four by further names between commas.
        """
        for length in _LENGTHS if self.group else (1,):
            values = dict.fromkeys(self.places, _DUMMIES[0])
            if self.group:
                values[self.group] = listing(_DUMMIES[:length])
            if shape(tokens(self.fill(values)), words)[0] != self.shape:
                raise RecordError(f"{clip(self.text)!r}: names next to each other would be read as a list")
