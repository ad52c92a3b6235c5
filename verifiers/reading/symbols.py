"""The atoms of a world where a response writes them without parentheses.

    bare = name { [ preposition ] [ noun ] object }      "board c1 l0", "sail from l0 to l1", in any sentence
         | told                                          "put block b3 onto block b1"      (``told``)

With the objects of the world, and how many of them each name takes, such words are an atom beyond doubt: they
are read as if they stood in parentheses; so is a name that takes none, with a hyphen or in a list
("arm-empty").  Where a text has an atom in parentheses, only lines that are one are, and such names in lists.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from .told import Templates, told
from .words import lowered, phrase

_ARGUMENT = phrase(r"[ \t]+(?:<<between objects>> )?(?:the )?([\w-]*\w)(?![\w-])")
_JOINED = phrase(r"(?:[,;>\n]|\b<<joining>>)\s*$")
_OTHERWISE = re.compile(r"(?:[ ][a-z'-]+){1,4}[ ]([\w-]*\w)(?![\w-])")
"""How an action is told in words behind others: ", then stack it on b2"."""
_LINES = re.compile(r"\n[ \t\d.):*`\"'-]*([a-z][\w-]*)")
_BULLET, _ENDED = " \t0123456789.):*`\"'-", re.compile(r"[ \t`\"',.;]*(?:\n|\Z)")
"""What stands before an atom and behind it that is a line of its own."""
_ITEM_BEGINS = re.compile(r"(?:\A|[,:;\n]|\band)[ \t*`\"'-]*\Z")
_ITEM_ENDS = re.compile(r"[`\"']?(?:[,;.\n]|\Z| and\b)")
_NEAR = 24
_VOCABULARIES = 1 << 8
"""Patterns of so many vocabularies are remembered."""


class Symbols(Struct, frozen=True):
    """The names of a world's actions or facts with the number of their arguments, and its objects."""

    heads: Mapping[str, int]
    objects: frozenset[str]
    templates: Templates = ()
    nouns: frozenset[str] = frozenset()
    """The texts that tell them, and the nouns that stand before objects there."""


def parenthesised(text: str, names: frozenset[str], symbols: Callable[[], Symbols]) -> str:
    """The text with parentheses around its atoms; where one has them, around those alone on their lines, and
    around names that stand among them without objects.

    What is told in words right behind atoms becomes one without its objects: the others are no whole list.
    """
    lower = lowered(text)
    in_parentheses, bare, listed = _patterns(names)
    given = "(" in text and in_parentheses.search(lower) is not None
    if given and names.isdisjoint(line[1] for line in _LINES.finditer(lower)) and not listed.search(lower):
        return text
    world, place = symbols(), 0
    pieces: list[str] = []
    atoms = [*_bare(text, lower, bare, world), *told(lower, world.templates, world.nouns, world.objects)]
    for start, end, atom in sorted(atoms, key=lambda atom: (atom[0], -atom[1])):
        if given and not (_is_line(text, start, end) or (" " not in atom and _is_item(lower, start, end))):
            continue
        if start >= place and (pieces or not atom.endswith(" ?)")):
            pieces += [text[place:start], atom]
            place = end
    return "".join([*pieces, text[place:]])


def _bare(text: str, lower: str, names: re.Pattern[str], world: Symbols) -> Iterator[tuple[int, int, str]]:
    """Where names stand with their objects, and which atoms they are; (name ?) is one told in other words."""
    for head in names.finditer(lower):
        name = head[0] if head[0] in world.heads else "-".join(head[0].split())
        count = world.heads.get(name)
        objects = _objects(lower, head.end(), count or 0, world)
        if count is None:
            continue
        if objects or (objects is not None and ("-" in head[0] or _is_item(lower, *head.span()))):
            given = (text[slice(*each.span(1))] for each in objects)
            yield head.start(), objects[-1].end() if objects else head.end(), f"({' '.join([name, *given])})"
        elif objects is None and _JOINED.search(text, max(0, head.start() - _NEAR), head.start()):
            other = _OTHERWISE.match(lower, head.end())
            if other is not None and other[1] in world.objects:
                yield head.start(), other.end(), f"({name} ?)"


def _is_line(text: str, start: int, end: int) -> bool:
    """Whether nothing but a bullet stands on the line of an atom."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return not before.strip(_BULLET) and _ENDED.match(text, end) is not None


def _is_item(text: str, start: int, end: int) -> bool:
    """Whether a name stands in a list or on a line of its own: "handempty, clear b1"."""
    begins = _ITEM_BEGINS.search(text, max(0, start - _NEAR), start) is not None
    return begins and _ITEM_ENDS.match(text, end) is not None


def _objects(text: str, place: int, count: int, world: Symbols) -> list[re.Match[str]] | None:
    """The objects behind a name, with or without a noun each; None where there are fewer than it takes."""
    found: list[re.Match[str]] = []
    while len(found) < count:
        argument = _ARGUMENT.match(text, place)
        if argument is not None and argument[1] in world.nouns:
            argument = _ARGUMENT.match(text, argument.end())
        if argument is None or argument[1] not in world.objects:
            return None
        found.append(argument)
        place = argument.end()
    return found


@lru_cache(_VOCABULARIES)
def _patterns(names: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What an atom of these names in parentheses begins with, one without, and a name alone in a list."""
    ordered = sorted(names, key=len, reverse=True)
    name = "(?:" + "|".join(map(re.escape, ordered)).replace("\\-", "[- ]") + ")"
    return (
        re.compile(rf"\([ \t]*{name}(?![\w-])|(?<![\w-]){name}[ \t]?\("),
        re.compile(rf"(?<![\w(-]){name}(?![\w(-])"),
        re.compile(rf"[,:\n][ \t*`\"'-]{{1,8}}{name}[`\"']?(?:[,.\n]|\Z)"),
    )
