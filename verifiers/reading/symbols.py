"""The atoms of a world where a response writes them without parentheses.

    bare = name object { object }                        "board c1 l0", in any sentence and language

With the objects of the world, and how many of them each name takes, such words are an atom beyond doubt: they
are read as if they stood in parentheses; so is a name with a hyphen that takes none ("arm-empty").  Where a
text has an atom in parentheses it is left as it is.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from .words import lowered, phrase

_ARGUMENT = re.compile(r"[ \t]+([\w-]*\w)(?![\w-])")
_JOINED = phrase(r"(?:[,;>\n]|\b<<joining>>)\s*$")
_TOLD = re.compile(r"(?:[ ][a-z'-]+){1,4}[ ]([\w-]*\w)(?![\w-])")
"""How an action is told in words behind others: ", then stack it on b2"."""
_NEAR = 24
_VOCABULARIES = 1 << 8
"""Patterns of so many vocabularies are remembered."""


class Symbols(Struct, frozen=True):
    """The names of a world's actions or facts with the number of their arguments, and its objects."""

    heads: Mapping[str, int]
    objects: frozenset[str]


def parenthesised(text: str, names: frozenset[str], symbols: Callable[[], Symbols]) -> str:
    """The text with parentheses around its atoms; as it is where one of them has parentheses.

    What is told in words right behind atoms becomes one without its objects: the others are no whole list.
    """
    lower = lowered(text)
    if not any(name in lower for name in names):
        return text
    in_parentheses, bare = _patterns(names)
    if ("(" in text and in_parentheses.search(lower) is not None) or bare.search(lower) is None:
        return text
    world, pieces, place = symbols(), [], 0
    for head in bare.finditer(lower):
        count = world.heads.get(head[0])
        if count is None:
            continue
        end = _end(lower, head.end(), count, world.objects)
        if head.start() >= place and (end > head.end() or (end == head.end() and "-" in head[0])):
            pieces += [text[place : head.start()], "(", text[head.start() : end], ")"]
            place = end
        elif pieces and end < 0 and _JOINED.search(text, max(0, head.start() - _NEAR), head.start()):
            told = _TOLD.match(lower, head.end())
            if told is not None and told[1] in world.objects:
                pieces += [text[place : head.start()], f"({head[0]} ?)"]
                place = told.end()
    return "".join([*pieces, text[place:]])


def _end(text: str, place: int, count: int, objects: frozenset[str]) -> int:
    """Where the objects behind a name end, -1 where there are fewer than it takes."""
    for _ in range(count):
        argument = _ARGUMENT.match(text, place)
        if argument is None or argument[1] not in objects:
            return -1
        place = argument.end()
    return place


@lru_cache(_VOCABULARIES)
def _patterns(names: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What an atom of these names in parentheses begins with, and one without."""
    name = f"(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})"
    return (
        re.compile(rf"\([ \t]*{name}(?![\w-])|(?<![\w-]){name}[ \t]?\("),
        re.compile(rf"(?<![\w(-]){name}(?![\w(-])"),
    )
