"""Candidates in a text: atoms, the word None, empty brackets.

An *item* is an innermost parenthesis that reads as an atom, ``name(args)``, the word None standing alone,
or ``[]``.  Parentheses that are prose (a word such as *the* or *because* in them, or punctuation) are text.
Items that name a variable, are negated or nested in another atom are kept as *bad*: they spoil the group
they stand in.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BAD, UNKNOWN, KNOWN = 0, 1, 2


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
    removed redundant unnecessary skipped omitted
    least most more less same another once again moment time case first
"""
STOP = frozenset(_PROSE.split())
"""Words that make a parenthesis prose; none is the name of an action, predicate or object in a known
domain.
"""

_ITEM = re.compile(r"\(([^()]*)\)|\[\s*\]")
_ITEM_OR_NONE = re.compile(r"(?=[(\[n])(?:\(([^()]*)\)|\[\s*\]|(?<![\w-])none(?![\w-]))", re.IGNORECASE)
_SPACED = str.maketrans({",": " ", "'": " ", '"': " ", "`": " ", "*": " ", ";": " "})
_usual = re.compile(r"[\w -]*", re.ASCII).fullmatch
_ATOM = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_][a-z0-9_-]*)*")
_SCHEMATIC = re.compile(r"[a-z][a-z0-9_-]*(?: (?:\?[a-z0-9_-]*|[a-z0-9_][a-z0-9_-]*|<[a-z0-9_ -]+>))*")
_BACKWARDS = re.compile(r"[ \t]*([\w-]*[A-Za-z])(?![\w-])", re.ASCII)
"""A word and the blanks behind it, read from right to left."""
_NEAR = 64
_OUTER = re.compile(
    r"(?=[n!~(])(?:(?<![\w-])(not)\s{0,4}|([!~])\s{0,4}|\(\s{0,4}([A-Za-z][\w.-]{0,40})[\s,]{1,4})\(?$",
    re.IGNORECASE,
)
_AFTER_NONE = re.compile(r"[ \t]*(?:$|[\n.,;:!)\]}\"'`*_|(<-]|or\b)")
_PLURALS = frozenset({"s", "es", "ies"})
_LONGEST = 400

_PURE = re.compile(r"(?:\([^()]*\)|[\s,;.\[\]\"'`*_$-])*")
_QUOTED = re.compile(r"[\"'`*]([A-Za-z][\w-]{0,63}(?:[ ,]{1,2}[\w-]{1,64}){0,8})[\"'`*.]")
_PIECES = re.compile(r"[,;\n]\s*(?:[-*]\s+|\d+[.)]\s+)?|\s+and\s+")


def items(text: str, vocabulary: frozenset[str] | None) -> list[Item]:
    """All items of ``text`` in order; linear in its length.

    A text of nothing but parentheses of prose has them for items: they are the answer, if a strange one.
    """
    kept = _items(text, vocabulary, prose=False)
    if not kept and _PURE.fullmatch(text):
        return _items(text, vocabulary, prose=True)
    return kept


def _items(text: str, vocabulary: frozenset[str] | None, *, prose: bool) -> list[Item]:
    kept: list[Item] = []
    pattern = _ITEM_OR_NONE if "none" in text.lower() else _ITEM
    for match in pattern.finditer(text):
        content = match[1]
        if content is not None:
            item = _atom(text, match.start(), match.end(), content, vocabulary, prose)
            if item is not None:
                kept.append(item)
        elif match[0][0] == "[":
            kept.append(Item(match.start(), match.end(), "[]", KNOWN))
        elif _AFTER_NONE.match(text, match.end()):
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
            return Item(outer.start(), end + text.startswith(")", end), atom, BAD, fault)
    return Item(start, end, atom, KNOWN if known else UNKNOWN)


def _with_name(
    text: str, start: int, before: str, words: list[str], vocabulary: frozenset[str] | None
) -> tuple[int, list[str]]:
    """Functional notation: the name before the parenthesis belongs to the atom."""
    if before.isalnum() or before == "_":
        begin, name = _word_before(text, start)
        if not name or (len(words) == 1 and words[0] in _PLURALS):
            return start, []
        return begin, [name, *words]
    if vocabulary is not None and before in " \t" and not (words and words[0] in vocabulary):
        begin, name = _word_before(text, start)
        if name in vocabulary:
            return begin, [name, *words]
    return start, words


def _word_before(text: str, start: int) -> tuple[int, str]:
    """Where the word before ``start`` begins, and the word in lower case; "" when there is none near."""
    word = _BACKWARDS.match(text[max(0, start - _NEAR - 1) : start][::-1])
    if word is None or word.end() > _NEAR:
        return start, ""
    return start - word.end(), word[1][::-1].lower()


def _fault(joined: str, known: bool) -> str | None:
    """ "" for a ground atom, what is wrong with an atom that is none, None for prose."""
    if _ATOM.fullmatch(joined):
        return ""
    if _SCHEMATIC.fullmatch(joined):
        return f"({joined}) names a variable"
    return f"({joined}) is no atom" if known else None


def _outer_fault(outer: re.Match[str], atom: str, vocabulary: frozenset[str] | None) -> str:
    word = outer[3].lower() if outer[3] else "not"
    if word == "not":
        return f"{atom} is negated"
    bare = word.strip(".")
    if word in STOP or bare in STOP or word in ("list", "set") or (vocabulary and word not in vocabulary):
        return ""
    return f"{atom} is nested in another atom"


def bare_items(text: str, vocabulary: frozenset[str] | None) -> list[Item]:
    """Atoms without parentheses, "sail l0 l1, board c0 l0": only if the whole text is such, all with known
    names.
    """
    if not vocabulary or len(text) > _LONGEST * 100:
        return []
    kept: list[Item] = []
    for piece in _PIECES.split(text.strip("[]{} \t\n*`.\"'$")):
        bare = piece.strip(" \t*`.\"'$[]{}").lower()
        if not bare:
            continue
        atom = " ".join(bare.split())
        if (
            not _ATOM.fullmatch(atom)
            or atom.partition(" ")[0] not in vocabulary
            or not STOP.isdisjoint(atom.split())
        ):
            return []
        kept.append(Item(0, 0, f"({atom})", KNOWN))
    return kept


def quoted_items(text: str, vocabulary: frozenset[str] | None) -> list[Item]:
    """Atoms without parentheses that are set off, "sail l0 l1" or **sail l0 l1**, with known names."""
    kept: list[Item] = []
    for match in _QUOTED.finditer(text) if vocabulary else ():
        words = match[1].lower().split()
        atom = " ".join(words)
        if vocabulary and words[0] in vocabulary and _ATOM.fullmatch(atom) and STOP.isdisjoint(words):
            kept.append(Item(match.start(), match.end(), f"({atom})", KNOWN))
    return kept


__all__ = ["BAD", "KNOWN", "STOP", "UNKNOWN", "Item", "bare_items", "items", "quoted_items"]
