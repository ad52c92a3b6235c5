"""Candidates in a text, and the text with a sign for each of them.

    atom  = "(" name { blank name } ")" | name "(" [ name { "," name } ] ")" | name { blank name }   (*)
    none  = "None" standing alone | "there is no such fact" and its kin | "[]"

An *item* is an innermost parenthesis that reads as an atom, ``name(args)``, none, or ``[]``; where a text has
no other, (*) words that begin with a name of the vocabulary.  Parentheses that are prose (a word such as
*the* or *because* in them, or punctuation) are text.  Items that name a variable, are negated or nested in
another atom are kept as *bad*: they spoil what they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from .words import ANY, Guarded, lowered, phrase, signs, words

BAD, UNKNOWN, KNOWN = 0, 1, 2
NO_ATOM = "is no atom"
"""How the fault ends of what stands in parentheses, and begins like an atom."""
MARK = "\x01"
"""What stands for an item in a skeleton."""


class Item(Struct, frozen=True, gc=False):
    """A candidate: its place, its value (of atoms: "(a b)", "none" or "[]"), grade, and what is wrong."""

    start: int
    end: int
    value: Any
    grade: int = KNOWN
    fault: str = ""


class Skeleton(Struct, frozen=True):
    """A text with a MARK for each of its items."""

    text: str
    items: list[Item]
    of_text: int = ANY
    """The `signs` of the text that it was made of, or of all that this is a part of."""

    @property
    def signs(self) -> int:
        """Its signs, or more."""
        return signs(self.text) if self.of_text == ANY else self.of_text

    @property
    def values(self) -> list[Any]:
        """The values of the items."""
        return [item.value for item in self.items]

    def without(self, drop: Iterable[int], word: str = "") -> Skeleton:
        """The skeleton with a word of prose, or what they say, for the items of these numbers."""
        dropped = set(drop)
        if not dropped:
            return self
        pieces = self.text.split(MARK)
        signs = [
            (word or f" {item.value} ") if number in dropped else MARK
            for number, item in enumerate(self.items)
        ]
        text = "".join(piece + sign for piece, sign in zip(pieces, [*signs, ""], strict=True))
        return Skeleton(text, [item for number, item in enumerate(self.items) if number not in dropped])

    def within(self, start: int, end: int) -> list[Item]:
        """The items whose marks stand in this part of the text."""
        first = self.text.count(MARK, 0, start)
        return self.items[first : first + self.text.count(MARK, start, end)]


def masked(text: str, items: list[Item], of_text: int = ANY) -> Skeleton:
    """The skeleton of a text whose items are these, in order."""
    pieces, place = [], 0
    for item in items:
        pieces.append(text[place : item.start])
        place = max(place, item.end)
    return Skeleton(MARK.join([*pieces, text[place:]]), items, of_text)


STOP = words("prose")
"""Words that make a parenthesis prose; none is a name of a known domain."""
STOP_BEHIND = STOP - words("named prose")
"""The same behind a name of the vocabulary: an object may be called i, or case."""
ATOM = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_][a-z0-9_-]*)*")
_ENUMERATOR = re.compile(r"[ivx]{1,4}|[a-h]")
_SCHEMATIC = re.compile(r"[a-z][a-z0-9_-]*(?: (?:\?[a-z0-9_-]*|[a-z0-9_][a-z0-9_-]*|<[a-z0-9_ -]+>))*")
_ITEM = re.compile(r"\(([^()]*)\)|\[\s*\]")
_NO_SUCH = Guarded(r"\b<<no such>>")
_ITEM_OR_NONE = phrase(r"\(([^()]*)\)|\[\s*\]|(?<![\w-])(?<!\b[io][nf] )none(?![a-z0-9_-])|\b<<no such>>")
_SPACED = str.maketrans(dict.fromkeys(",'\"`*;", " "))
_usual = re.compile(r"[\w -]*", re.ASCII).fullmatch
_BACKWARDS = re.compile(r"[ \t]*([\w-]*[A-Za-z])(?![\w-])", re.ASCII)
"""A word and the blanks behind it, read from right to left."""
# The first character stands in front as a set, so that the search skips all others.
_OUTER = re.compile(
    r"[(!~nN](?:(?<=\()\s{0,4}[nN][oO][tT]\s{0,4}|(?<=[nN])(?<![\w-].)[oO][tT]|(?<=[!~])(?<!\w.)\s{0,2}"
    r"|(?<=\()\s{0,4}(?P<outer>[A-Za-z][\w.-]{0,40})[\s,]{1,4})\(?$"
)
_AFTER_NONE = phrase(
    r"[ \t]*(?:$|[\n.,;:!)\]}\"'`*_|(<-]|[^\x00-\x7f]|(?:or|is|because|since|as|and|exists?)\b)"
)
_NEAR, _LONGEST, _ARGUMENTS = 64, 400, 17
"""Characters of a name before a parenthesis, of an atom; words of one without parentheses."""
_REMEMBERED, _VOCABULARIES = 1 << 12, 1 << 8
"""So many contents of parentheses and patterns of vocabularies are remembered."""
_PLURALS = frozenset({"s", "es", "ies"})
_PIECES = re.compile(r"[,;\n]\s*(?:[-*]\s+|\d+[.)]\s+)?|(?<=\s)and(?=\s)")
_NUMBERED = re.compile(r"^\s*(?:\d{1,4}[.):]|[-*])\s+")
_ARGUMENT = re.compile(r" +([a-z0-9_]*\d[a-z0-9_-]*|[a-z0-9]+[-_][a-z0-9_-]+|[a-z])(?![\w-])")
_FOLLOWS = phrase(r"(?!\()\s*(?:[.,;:!?\"')\]|\x02\x03-]|\n|$|<<after atom>>\b)")


def lex(text: str, vocabulary: frozenset[str] | None, of_text: int = ANY) -> Skeleton:
    """The skeleton of ``text``; linear in its length.  ``of_text``: its signs."""
    pattern = _ITEM_OR_NONE if of_text & _NO_SUCH.bits or "none" in text.lower() else _ITEM
    items = _items(text, pattern, vocabulary)
    if not items or all(item.grade < KNOWN or item.value == "none" for item in items):
        bare = _bare(text, vocabulary) if vocabulary and not _opens_with_none(text, items) else []
        if bare:
            others = (i for i in items if i.grade != UNKNOWN and not any(_overlap(i, b) for b in bare[:9]))
            items = sorted([*bare, *others], key=lambda item: item.start)
    return masked(text, items, of_text)


def _opens_with_none(text: str, items: list[Item]) -> bool:
    """Whether None stands alone on the first line: names in the prose below are no candidates beside it."""
    if not items or items[0].value != "none" or text[: items[0].start].strip(" \n\"'"):
        return False
    return text[items[0].end :].lstrip(" .\"'")[:1] == "\n"


def _overlap(item: Item, other: Item) -> bool:
    return item.start < other.end and other.start < item.end


def _items(text: str, pattern: re.Pattern[str], vocabulary: frozenset[str] | None) -> list[Item]:
    kept: list[Item] = []
    for match in pattern.finditer(text):
        if match[1] is not None:
            item = _atom(text, match, vocabulary)
            if item is not None and (not kept or item.start >= kept[-1].end):
                kept.append(item)
        elif match[0][0] == "[":
            kept.append(Item(match.start(), match.end(), "[]"))
        elif len(match[0]) > 4 or _AFTER_NONE.match(text, match.end()):
            kept.append(Item(match.start(), match.end(), "none"))
    return kept


def _atom(text: str, match: re.Match[str], vocabulary: frozenset[str] | None) -> Item | None:
    start, end = match.span()
    content = match[1]
    if len(content) > _LONGEST:
        return None
    names, joined, usual, prose = _words_of(content)
    before = text[start - 1] if start else "\n"
    if before.isalnum() or before in "_ \t":
        start, named = _with_name(text, start, before, names, vocabulary)
        if named is not names:
            names, joined, usual, prose = _words_of(" ".join(named))
    if not names:
        return None
    known = vocabulary is None or names[0] in vocabulary
    if vocabulary and not known and _ENUMERATOR.fullmatch(joined):
        return None
    if prose and not (known and vocabulary and STOP_BEHIND.isdisjoint(names[1:])):
        return None
    if joined == "none":
        return Item(start, end, "none")
    atom = f"({joined})"
    if not usual:
        if _SCHEMATIC.fullmatch(joined):
            return Item(start, end, atom, BAD, f"{atom} names a variable")
        return Item(start, end, atom, BAD, f"{atom} {NO_ATOM}") if known and vocabulary else None
    last = text[start - 1] if start else ""
    if last.isspace():
        last = text[max(0, start - 4) : start].rstrip()[-1:]
    if last.isalpha() or (last in "!~(" and last):
        near = text[max(0, start - 48) : start]
        outer = _OUTER.search(text, max(0, start - 48), start) if last in "!~(tT" or "(" in near else None
        fault = _outer_fault(outer, atom, vocabulary) if outer is not None else ""
        if outer is not None and fault:
            close = end + 1 if "(" in outer[0] and text.startswith(")", end) else end
            return Item(outer.start(), close, atom, BAD, fault)
    return Item(start, end, atom, KNOWN if known else UNKNOWN)


@lru_cache(_REMEMBERED)
def _words_of(content: str) -> tuple[list[str], str, bool, bool]:
    """The words between parentheses, joined by blanks, and whether that is an atom's content, or prose."""
    if "n't" in content:
        return [], "", False, True
    words = (content if _usual(content) else content.translate(_SPACED)).lower().split()
    joined = " ".join(words)
    return words, joined, ATOM.fullmatch(joined) is not None, not STOP.isdisjoint(words)


def _with_name(
    text: str, start: int, before: str, names: list[str], vocabulary: frozenset[str] | None
) -> tuple[int, list[str]]:
    """Functional notation: the name before the parenthesis belongs to the atom."""
    if before.isalnum() or before == "_":
        begin, name = _word_before(text, start)
        if not name or (len(names) == 1 and names[0] in _PLURALS):
            return start, []
        return (start, names) if name == "not" else (begin, [name, *names])
    if vocabulary is not None and before in " \t" and not (names and names[0] in vocabulary):
        begin, name = _word_before(text, start)
        if name in vocabulary:
            return begin, [name, *names]
    return start, names


def _word_before(text: str, start: int) -> tuple[int, str]:
    """Where the word before ``start`` begins, and the word in lower case; "" when there is none near."""
    word = _BACKWARDS.match(text[max(0, start - _NEAR - 1) : start][::-1])
    if word is None or word.end() > _NEAR:
        return start, ""
    return start - word.end(), word[1][::-1].lower()


def _outer_fault(outer: re.Match[str], atom: str, vocabulary: frozenset[str] | None) -> str:
    word = (outer["outer"] or "not").lower()
    if word == "not":
        return f"{atom} is negated"
    if (
        word in STOP
        or word.strip(".") in STOP
        or word in ("list", "set")
        or (vocabulary and word not in vocabulary)
    ):
        return ""
    return f"{atom} is nested in another atom"


def _bare(text: str, vocabulary: frozenset[str]) -> list[Item]:
    """Atoms without parentheses: the whole text is a list of them, or names with arguments stand in it."""
    if len(text) > _LONGEST * 100:
        return []
    items, place = [], 0
    for piece in [*_PIECES.finditer(text), None]:
        end = piece.start() if piece is not None else len(text)
        raw = text[place:end]
        atom = " ".join(_NUMBERED.sub("", raw).strip(" \t*`.\"'$[]{}-\x02\x03\n").lower().split())
        name = atom.partition(" ")[0]
        if atom:
            if (
                name == atom
                or not ATOM.fullmatch(atom)
                or name not in vocabulary
                or STOP_BEHIND & {*atom.split()}
            ):
                break
            stop = place + len(raw.rstrip()) if piece is not None else len(text.rstrip(" \t\n.\"'$]}\x03"))
            items.append(Item(place + raw.lower().find(name), stop, f"({atom})"))
        place = piece.end() if piece is not None else end
    else:
        return items
    return list(_named(text, vocabulary))


def _named(text: str, vocabulary: frozenset[str]) -> Iterator[Item]:
    """Names of the vocabulary with the arguments behind them, where a sign or a verb follows."""
    lower = lowered(text)
    heads, place = _heads(vocabulary), 0
    while (head := heads.search(lower, place)) is not None:
        start, place, names = head.start(), head.end(), [head[0]]
        while (argument := _ARGUMENT.match(lower, place)) is not None:
            names.append(argument[1])
            place = argument.end()
        if 1 < len(names) <= _ARGUMENTS and _FOLLOWS.match(text, place):
            yield Item(start, place, f"({' '.join(names)})")


@lru_cache(_VOCABULARIES)
def _heads(vocabulary: frozenset[str]) -> re.Pattern[str]:
    """The names of a vocabulary where they may begin an atom without parentheses."""
    names = "|".join(map(re.escape, sorted(vocabulary, reverse=True)))
    return re.compile(rf"(?<![\w(-])(?:{names})(?![\w-])")
