"""English at the level of tokens: lists of names, conjunctions of sentences, their shapes, and templates.

A text is read as words of a known vocabulary, names (every other token) and punctuation.  Its *shape* puts
``NAME`` for each name and ``NAMES`` for each run of names that are listed (``a and b``, ``a, b, and c``).  A
template has one shape whatever fills it, so two templates with different shapes never make the same sentence
and reading is a look-up.

>>> shape(tokens("Cars c1, c2, and c3 are at l0."), {"cars", "are", "at", "and"})
(('cars', 'NAMES', 'are', 'at', 'NAME'), (('c1', 'c2', 'c3'), ('l0',)))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from ...instances.errors import LimitError, RecordError, WorldError

NAME = "NAME"  # stands for a name in a shape; upper case, which no token is
NAMES = "NAMES"  # stands for a list of two or more names in a shape

MAX_TEXT = 4_000_000

_TOKEN = re.compile(r"\s*([a-z0-9_'-]+|[,:;])")
_MARKS = (",", ":", ";")
_OBJECT = re.compile(r"[a-z0-9_-]+")

Shape = tuple[str, ...]
Listed = tuple[tuple[str, ...], ...]


def is_name(token: str) -> bool:
    """Whether a token can be the name of an object: letters, digits, hyphens and underscores."""
    return _OBJECT.fullmatch(token) is not None


def tokens(text: str) -> tuple[str, ...]:
    """Words, names and , : ; in lower case; WorldError for other characters, LimitError for length."""
    if len(text) > MAX_TEXT:
        raise LimitError(f"a text of more than {MAX_TEXT} characters")
    body = text.strip().removesuffix(".").rstrip().lower()
    words, position = [], 0
    while position < len(body):
        match = _TOKEN.match(body, position)
        if match is None:
            raise WorldError(f"not a sentence of a wording: {clip(text)!r}")
        words.append(match[1])
        position = match.end()
    return tuple(words)


def shape(sentence: Sequence[str], words: Set[str]) -> tuple[Shape, Listed]:
    """The shape of a sentence, and for each NAME or NAMES in it the names that stand there."""
    form: list[str] = []
    listed: list[tuple[str, ...]] = []
    position = 0
    while position < len(sentence):
        token = sentence[position]
        if token in words or token in _MARKS:
            form.append(token)
            position += 1
            continue
        names, position = _run(sentence, position, words)
        form.append(NAME if len(names) == 1 else NAMES)
        listed.append(names)
    return tuple(form), tuple(listed)


def _run(sentence: Sequence[str], start: int, words: Set[str]) -> tuple[tuple[str, ...], int]:
    """The list of names that begins at a position, and where it ends; a single name where none does."""

    def named(position: int) -> bool:
        return position < len(sentence) and not (sentence[position] in words or sentence[position] in _MARKS)

    names, position = [sentence[start]], start + 1
    while sentence[position : position + 1] == (",",) and named(position + 1):
        names.append(sentence[position + 1])
        position += 2
    link = ("and",) if len(names) == 1 else (",", "and")
    last = position + len(link)
    if sentence[position:last] == link and named(last):
        return (*names, sentence[last]), last + 1
    return (sentence[start],), start + 1


def listing(names: Sequence[str]) -> str:
    """Names as English lists them.

    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])
    ('a', 'a and b', 'a, b, and c')
    """
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def conjunction(parts: Sequence[str], words: Set[str]) -> str:
    """Sentences as one: with commas, or with semicolons where one holds a list or begins with a name.

    >>> conjunction(["the car is red", "c1 is at l0"], {"the", "car", "is", "red", "at"})
    'the car is red; and c1 is at l0'
    """
    if len(parts) == 1:
        return parts[0]
    listed = any("," in part or " and " in part for part in parts)
    if listed or any(part.split()[0] not in words for part in parts[1:]):
        return f"{'; '.join(parts[:-1])}; and {parts[-1]}"
    return listing(parts)


def parts(sentence: Sequence[str], words: Set[str]) -> Iterator[tuple[Shape, Listed]]:
    """The inverse of ``conjunction``: the shape and the names of each sentence in it."""
    if ";" in sentence:
        for piece in split(sentence, (";",)):
            yield shape(piece[1:] if piece[:1] == ("and",) else piece, words)
        return
    form, listed = shape(sentence, words)
    taken = 0
    for piece in split(form, (",", "and")):
        if piece:
            count = sum(1 for token in piece if token in (NAME, NAMES))
            yield piece, listed[taken : taken + count]
            taken += count


def split(sequence: Sequence[str], separators: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The pieces between separators."""
    piece: list[str] = []
    for token in sequence:
        if token in separators:
            yield tuple(piece)
            piece = []
        else:
            piece.append(token)
    yield tuple(piece)


def sentence(text: str, words: Set[str]) -> str:
    """A full sentence: capital first letter, unless a name stands first, and full stop.

    >>> sentence("the car is red", {"the"}), sentence("c1 is red", {"the"})
    ('The car is red.', 'c1 is red.')
    """
    first = text.split()[0].rstrip(",:;")
    return f"{text[0].upper() + text[1:] if first in words else text}."


def clip(text: str, limit: int = 80) -> str:
    """The text, shortened for a message."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_DUMMIES = ("zz-0", "zz-1", "zz-2", "zz-3")
_LENGTHS = (2, 3, 4)  # lists tried by ``Template.check``: with "and" alone, with commas, with more commas


@dataclass(frozen=True)
class Template:
    """Plain words with ``{placeholders}``, one for each parameter of what they word, in the order of the
    text.

    >>> sail = Template.of("sail from {from} to {to}", ("from", "to"))
    >>> sail.fill({"from": "l0", "to": "l1"}), sail.shape
    ('sail from l0 to l1', ('sail', 'from', 'NAME', 'to', 'NAME'))
    """

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
