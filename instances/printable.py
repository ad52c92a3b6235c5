"""Text for people: control characters from outside are escaped, and nouns are counted."""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control characters and direction marks escaped as in JSON.

    Newlines and tabs are kept.  JSON remains JSON with the same value.

    >>> print(printable("a\\x1b]52;c;eA==\\x07"))
    a\\u001b]52;c;eA==\\u0007
    """
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def counted(count: int, noun: str) -> str:
    """A number and its noun, in the singular or plural.

    >>> counted(1, "turn"), counted(2, "turn")
    ('1 turn', '2 turns')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
