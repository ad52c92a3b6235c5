"""Candidates in a text: atoms, the word None, empty brackets.

    atom  = "(" name { blank name } ")" | name "(" [ name { "," name } ] ")" | name { blank name }   (*)
    none  = "None" standing alone | "there is no such fact" and its kin | "[]"

An *item* is an innermost parenthesis that reads as an atom, ``name(args)``, none, or ``[]``; where a text has
no other, (*) words that begin with a name of the vocabulary.  Parentheses that are prose (a word such as
*the*
or *because* in them, or punctuation) are text.  Items that name a variable, are negated or nested in another
atom are kept as *bad*: they spoil what they stand in.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

BAD, UNKNOWN, KNOWN = 0, 1, 2
MARK = "\x01"
"""What stands for an item in a skeleton."""


class Item(NamedTuple):
    """A candidate: canonical text ("(a b)", "none" or "[]"), grade, and for bad ones what is wrong."""

    start: int
    end: int
    text: str
    grade: int
    fault: str = ""


_PROSE = """
    the this that these those is are was were be been being am isn't aren't because since for not no nor
    and or but if so as its it it's all both each every any some which who what where when while why how
    with without of to from by than by there here then thus therefore hence however also already only
    still just very too can cannot can't could would should must may might will shall do does did
    doesn't don't has have had having i we you they he she my our your their e.g i.e eg ie etc example
    note see above below optional action actions fact facts proposition propositions applicable
    inapplicable reachable unreachable valid invalid true false yes assuming given using via like such
    step steps we're we'll index plan states initially currently now think answer
    removed redundant unnecessary skipped omitted unless maybe perhaps possibly
    least most more less same another once again moment time case first
"""
STOP = frozenset(_PROSE.split())
"""Words that make a parenthesis prose; none is the name of an action, predicate or object in a known
domain.
"""

_ITEM = re.compile(r"\(([^()]*)\)|\[\s*\]")
_NO_SUCH = (
    r"there (?:is|are) no (?:such |other |applicable |unreachable |possible )?(?:facts?|actions?|atoms?"
    r"|propositions?"
    r"|landmarks?)\b(?! (?:left|on|in|at|with|at all that|for)\b)|no such (?:fact|action|atom"
    r"|proposition|landmark)s?(?: exists?| is there)?"
    r"|no (?:fact|action|landmark|atom)s? (?:exists?|qualif(?:y|ies)|satisf(?:y|ies) (?:this|that))"
    r"|nothing is applicable"
    r"|no actions? (?:is|are) applicable"
)
_ITEM_OR_NONE = re.compile(rf"\(([^()]*)\)|\[\s*\]|(?<![\w-])none(?![\w-])|\b(?:{_NO_SUCH})", re.IGNORECASE)
_SPACED = str.maketrans({",": " ", "'": " ", '"': " ", "`": " ", "*": " ", ";": " "})
_usual = re.compile(r"[\w -]*", re.ASCII).fullmatch
ATOM = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_][a-z0-9_-]*)*")
_SCHEMATIC = re.compile(r"[a-z][a-z0-9_-]*(?: (?:\?[a-z0-9_-]*|[a-z0-9_][a-z0-9_-]*|<[a-z0-9_ -]+>))*")
_BACKWARDS = re.compile(r"[ \t]*([\w-]*[A-Za-z])(?![\w-])", re.ASCII)
"""A word and the blanks behind it, read from right to left."""
_NEAR = 64
_OUTER = re.compile(
    r"(?:\(\s{0,4}(?:not)\s{0,4}|(?<![\w-])(?:not)(?=\()|(?<!\w)[!~]\s{0,2}"
    r"|\(\s{0,4}(?P<outer>[A-Za-z][\w.-]{0,40})[\s,]{1,4})\(?$",
    re.IGNORECASE,
)
_AFTER_NONE = re.compile(
    r"[ \t]*(?:$|[\n.,;:!)\]}\"'`*_|(<-]|(?:or|is|because|since|as|and|exists?)\b)", re.IGNORECASE
)
_VOCABULARIES = 64
"""The patterns of so many vocabularies are remembered."""
_PLURALS = frozenset({"s", "es", "ies"})
_LONGEST = 400
_ARGUMENTS = 16
"""An atom without parentheses has at most so many arguments."""

_PURE = re.compile(r"[\s,;.\[\]\"'`*_$\x01-]*")
_PIECES = re.compile(r"[,;\n]\s*(?:[-*]\s+|\d+[.)]\s+)?|\s+and\s+")
_NUMBERED = re.compile(r"^\s*(?:\d{1,4}[.):]|[-*])\s+")
_ARGUMENT = r"[ ]+(?:[a-z0-9_]*\d[a-z0-9_-]*|[a-z0-9]+[-_][a-z0-9_-]+|[a-z](?![\w-]))"


def lex(text: str, vocabulary: frozenset[str] | None, *, single: bool = False) -> tuple[str, list[Item]]:
    """The items of ``text`` in order, and the text with MARK for each; linear in its length.

    A text of nothing but parentheses of prose has them for items: they are the answer, if a strange one.
    """
    items = _items(text, vocabulary, prose=False)
    if not items or all(item.grade < KNOWN or item.text == "none" for item in items):
        if not items and "(" in text and _PURE.fullmatch(_ITEM.sub(MARK, text)):
            items = _items(text, vocabulary, prose=True)
        bare = _bare(text, vocabulary, single) if vocabulary and not _opens_with_none(text, items) else []
        items = (
            sorted([*bare, *(item for item in items if not any(_overlap(item, other) for other in bare[:9]))])
            if bare
            else items
        )
    pieces, place = [], 0
    for item in items:
        pieces.append(text[place : item.start])
        place = item.end
    return MARK.join([*pieces, text[place:]]), items


def _opens_with_none(text: str, items: list[Item]) -> bool:
    """Whether None stands alone on the first line: names in the prose below are no candidates beside it."""
    if not items or items[0].text != "none" or text[: items[0].start].strip(" \n\"'"):
        return False
    return text[items[0].end :].lstrip(" .\"'")[:1] == "\n"


def _overlap(one: Item, other: Item) -> bool:
    return one.start < other.end and other.start < one.end


def _items(text: str, vocabulary: frozenset[str] | None, *, prose: bool) -> list[Item]:
    kept: list[Item] = []
    lowered = text.lower()
    pattern = _ITEM_OR_NONE if "no" in lowered and ("none" in lowered or " no" in f" {lowered}") else _ITEM
    for match in pattern.finditer(text):
        content = match[1]
        if content is not None:
            item = _atom(text, match.start(), match.end(), content, vocabulary, prose)
            if item is not None and (not kept or item.start >= kept[-1].end):
                kept.append(item)
        elif match[0][0] == "[":
            kept.append(Item(match.start(), match.end(), "[]", KNOWN))
        elif len(match[0]) > 4 or _AFTER_NONE.match(text, match.end()):
            kept.append(Item(match.start(), match.end(), "none", KNOWN))
    return kept


def _atom(
    text: str, start: int, end: int, content: str, vocabulary: frozenset[str] | None, prose: bool
) -> Item | None:
    if len(content) > _LONGEST:
        return None
    words = (content if _usual(content) else content.translate(_SPACED)).lower().split()
    before = text[start - 1] if start else "\n"
    if before not in "\n([,`":
        start, words = _with_name(text, start, before, words, vocabulary)
    if not words:
        return None
    known = vocabulary is None or words[0] in vocabulary
    if not prose and not STOP.isdisjoint(words[1:] if known and vocabulary else words):
        return None
    joined = " ".join(words)
    if joined == "none":
        return Item(start, end, "none", KNOWN)
    fault = _fault(joined, known and vocabulary is not None)
    if fault is None:
        return None
    atom = f"({joined})"
    if fault:
        return Item(start, end, atom, BAD, fault)
    last = text[max(0, start - 4) : start].rstrip()[-1:]
    if last.isalpha() or (last in "!~(" and last):
        outer = _OUTER.search(text, max(0, start - 48), start)
        fault = _outer_fault(outer, atom, vocabulary) if outer is not None else ""
        if outer is not None and fault:
            close = end + 1 if "(" in outer[0] and text.startswith(")", end) else end
            return Item(outer.start(), close, atom, BAD, fault)
    return Item(start, end, atom, KNOWN if known else UNKNOWN)


def _with_name(
    text: str, start: int, before: str, words: list[str], vocabulary: frozenset[str] | None
) -> tuple[int, list[str]]:
    """Functional notation: the name before the parenthesis belongs to the atom."""
    if before.isalnum() or before == "_":
        begin, name = word_before(text, start)
        if not name or (len(words) == 1 and words[0] in _PLURALS):
            return start, []
        if name == "not":
            return start, words
        return begin, [name, *words]
    if vocabulary is not None and before in " \t" and not (words and words[0] in vocabulary):
        begin, name = word_before(text, start)
        if name in vocabulary:
            return begin, [name, *words]
    return start, words


def word_before(text: str, start: int) -> tuple[int, str]:
    """Where the word before ``start`` begins, and the word in lower case; "" when there is none near."""
    word = _BACKWARDS.match(text[max(0, start - _NEAR - 1) : start][::-1])
    if word is None or word.end() > _NEAR:
        return start, ""
    return start - word.end(), word[1][::-1].lower()


def _fault(joined: str, known: bool) -> str | None:
    """ "" for a ground atom, what is wrong with an atom that is none, None for prose."""
    if ATOM.fullmatch(joined):
        return ""
    if _SCHEMATIC.fullmatch(joined):
        return f"({joined}) names a variable"
    return f"({joined}) is no atom" if known else None


def _outer_fault(outer: re.Match[str], atom: str, vocabulary: frozenset[str] | None) -> str:
    word = (outer["outer"] or "not").lower()
    if word == "not":
        return f"{atom} is negated"
    bare = word.strip(".")
    if word in STOP or bare in STOP or word in ("list", "set") or (vocabulary and word not in vocabulary):
        return ""
    return f"{atom} is nested in another atom"


@lru_cache(maxsize=_VOCABULARIES)
def _named_atoms(vocabulary: frozenset[str]) -> re.Pattern[str]:
    """Atoms without parentheses that begin with a name of the vocabulary."""
    names = "|".join(re.escape(name) for name in sorted(vocabulary, key=lambda name: (-len(name), name)))
    return re.compile(
        rf"(?<![\w(-])(?:{names})(?:{_ARGUMENT}){{1,{_ARGUMENTS}}}(?![\w(-])"
        rf"(?=\s*(?:[.,;:!?\"')\]|\x02\x03-]|\n|$|(?:is|because|since|as|next|first|now|can|must|should)\b))",
        re.IGNORECASE,
    )


def _bare(text: str, vocabulary: frozenset[str], single: bool) -> list[Item]:
    """Atoms without parentheses: the whole text is a list of them, or names with arguments stand in it."""
    if len(text) > _LONGEST * 100:
        return []
    items, place = [], 0
    for piece in [*_PIECES.finditer(text), None]:
        end = piece.start() if piece is not None else len(text)
        raw = text[place:end]
        atom = " ".join(_NUMBERED.sub("", raw).strip(" \t*`.\"'$[]{}-\x02\x03\n").lower().split())
        if atom:
            if (
                " " not in atom
                or not ATOM.fullmatch(atom)
                or atom.partition(" ")[0] not in vocabulary
                or not STOP.isdisjoint(atom.split())
            ):
                break
            begin = place + raw.lower().find(atom.partition(" ")[0])
            items.append(
                Item(
                    begin,
                    end if piece is not None else len(text.rstrip(" \t\n.\"'$]}\x03")),
                    f"({atom})",
                    KNOWN,
                )
            )
        place = piece.end() if piece is not None else end
    else:
        return items
    return [
        Item(match.start(), match.end(), f"({' '.join(match[0].lower().split())})", KNOWN)
        for match in _named_atoms(vocabulary).finditer(text)
    ]


__all__ = ["ATOM", "BAD", "KNOWN", "MARK", "STOP", "UNKNOWN", "Item", "lex"]
