"""Read the final answer from the free text of a response (lenient, the default).

Rules, in the order in which they apply (docs/answers.md tells them with examples):

1. More than LIMIT characters are refused (TOO_LARGE); blank text is EMPTY.
2. A text that *is* an answer is taken as it stands.
3. Thinking in tags is dropped; when nothing is outside it, only an explicit mark inside it counts.
4. Of the rest the last WINDOW characters are searched, in plain characters.
5. The zone of the last mark ("Final answer:", "Answer:", a box, ...) that holds a candidate gives the answer.
   A text that ends right after its last mark was cut off and has none.
6. Without a mark: JSON, then what `atoms`, `effects`, `indices` or `choices` choose.

Nothing is guessed: different answers of equal rank are CONFLICTING, a broken one is MALFORMED.  Time is
linear in the text, there is no recursion on it, and any 1 MB costs under 100 ms.

>>> from .kinds import AnswerKind
>>> read("I first thought (board c1 l0). Final answer: sail(l0, l1)", AnswerKind.ACTION).value
'(sail l0 l1)'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from ...instances.records import Code
from .atoms import read_atoms
from .choices import read_letter, read_yes_no
from .effects import read_effects
from .indices import read_index
from .items import STOP
from .kinds import LISTS, SINGLES, WORDS, AnswerKind
from .marks import zones
from .reading import Reading, Request, found, no_answer, none_answer, too_large
from .structured import from_data
from .text import LIMIT, WINDOW, outside_thinking, plain, window

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_ATOM = rf"\({_NAME}(?: {_NAME})*\)"
_BULLET = r"(?:(?:[-*]|\d{1,4}[.):])[ \t]{1,4})?"
_LIST = rf"{_BULLET}(?:[\"`']?{_ATOM}[\"`']?,?\s{{0,4}}{_BULLET})+"
_is_names = re.compile(rf"{_NAME}(?: {_NAME})*").fullmatch
_is_atom = re.compile(_ATOM).fullmatch
_is_list = re.compile(rf"\[\s{{0,4}}{_LIST}\]|{_LIST}").fullmatch
_LISTED = rf"\[({_ATOM}(?:,? ?{_ATOM})*)?\]"
_LABEL = r"\s{{0,2}}\*{{0,2}}{} [Ee]ffects\*{{0,2}}:\*{{0,2}}\s{{0,2}}"
_two_lists = re.compile(
    rf"(?:{_LISTED},?\s?{_LISTED}|{_LABEL.format('[Pp]ositive')}{_LISTED}{_LABEL.format('[Nn]egative')}{_LISTED})"
).fullmatch
_atoms_of = re.compile(r"\([^()]*\)").findall
_NOT_NAMES = STOP | {"none"}
_NONE = frozenset({"none", "none.", "(none)", "[none]"})
_YES_NO = {"yes": True, "no": False, "yes.": True, "no.": False}
_REMEMBERED, _SHORT = 1 << 15, 80
"""Atoms remembered, and the characters that one has at most: some 10 MB, however many the answers."""
_TRIM = " \t\n*`\"'$."
_JSON_DEPTH = 16
_JSON_OPENED = 4096
_BRACKETS = re.compile(r"[\[\]{}]")
_FENCED = re.compile(r"\s*```+[A-Za-z0-9_+.-]*\s*\n(.*?)\n?[ \t]*(?:```+\s*)?", re.DOTALL)
_PYTHON_WORDS = re.compile(r"\b(?:None|True|False)\b")
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def read(
    text: str,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    data: bool = True,
) -> Reading:
    """Read the final answer of ``kind`` from ``text``; never raises.

    ``first`` takes the first of several different final answers instead of refusing them.  ``vocabulary``
    holds the names of the world's actions or predicates (lower case): groups that begin with one rank above
    others, which tells answers from parentheses of prose; an answer of unknown names alone is still read.
    ``data=False`` does not look for JSON (the text is a string out of JSON).
    """
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are read")
    bare = text.strip()
    if not bare:
        return Reading(None, Code.EMPTY, "the response is blank")
    if len(bare) <= WINDOW:
        whole = _whole(bare, kind)
        if whole is not None:
            return whole
    return _search(bare, Request(kind, vocabulary, first), data)


def _whole(bare: str, kind: AnswerKind) -> Reading | None:
    """The usual short forms, by one match each; what is not one of them is left to the search."""
    note = "the whole answer"
    if kind in SINGLES:
        if bare[0] == "(" and _is_atom(bare) and bare.lower() != "(none)":
            return found(bare.lower(), note)
    elif kind in LISTS:
        atoms = _usual_list(bare[1:-1] if bare[0] == "[" and bare[-1] == "]" else bare)
        if atoms is not None:
            return found(atoms, note)
        if _is_list(bare):
            lowered = bare.lower()
            if _NOT_NAMES.isdisjoint(_words(lowered)):
                return found(_atoms_of(lowered), note)
    elif kind is AnswerKind.EFFECTS:
        sides = _usual_lists(bare)
        if sides is not None:
            return found(sides, note)
        lists = _two_lists(bare) if bare[0] in "[*Pp" else None
        if lists is not None and _NOT_NAMES.isdisjoint(_words(bare.lower())):
            positive, negative = lists[1] or lists[3] or "", lists[2] or lists[4] or ""
            return found((_atoms_of(positive.lower()), _atoms_of(negative.lower())), note)
    elif kind is AnswerKind.INDEX:
        if bare.isdigit() and bare.isascii() and len(bare) <= 18:
            return found(int(bare), note)
    elif kind is AnswerKind.YES_NO:
        truth = _YES_NO.get(bare.lower()) if len(bare) < 5 else None
        return None if truth is None else found(truth, note)
    elif kind is AnswerKind.LETTER and len(bare) == 1 and bare.isascii() and bare.isalpha():
        return found(bare.upper(), note)
    if len(bare) < 8 and bare.lower() in _NONE and kind not in WORDS:
        return none_answer(kind, note)
    return None


def _usual_list(text: str) -> list[str] | None:
    """The atoms of "(a b), (c d)" or "(a b) (c d)" in lower case, None for everything else."""
    if text[:1] != "(" or text[-1] != ")":
        return None
    pieces = text[1:-1].split("), (" if "), (" in text else ") (")
    if len(max(pieces, key=len)) > _SHORT:
        return None
    atoms = [_named(piece) for piece in pieces]
    return None if None in atoms else atoms  # type: ignore[return-value]


def _usual_lists(text: str) -> tuple[list[str], list[str]] | None:
    """The two lists of "[(a b), (c d)] [(e)]", of which either may be empty, None for everything else."""
    one, between, other = text.partition("] [")
    if not between or one[:1] != "[" or other[-1:] != "]":
        return None
    pos = _usual_list(one[1:]) if len(one) > 1 else []
    neg = _usual_list(other[:-1]) if len(other) > 1 else []
    return None if pos is None or neg is None else (pos, neg)


@lru_cache(maxsize=_REMEMBERED)
def _named(words: str) -> str | None:
    """The atom of these words, None unless all are names; remembered, as the answers of a set share atoms."""
    lowered = words.lower()
    if _is_names(words) is None or not _NOT_NAMES.isdisjoint(lowered.split()):
        return None
    return f"({lowered})"


def _words(text: str) -> list[str]:
    return text.replace("(", " ").replace(")", " ").split()


def _search(bare: str, wanted: Request, data: bool) -> Reading:
    outside, thinking = outside_thinking(bare)
    outside = outside.strip()
    if data and outside[0] in "{[":
        reading = _json(outside, wanted)
        if reading is not None:
            return reading
    tail, cut = window(outside)
    tail = plain(tail)
    kind, vocabulary, first, before = wanted.kind, wanted.vocabulary, wanted.first, len(tail)
    for zone in zones(tail, kind):
        content = tail[zone.start : zone.end]
        reading = _zone(content, Request(kind, vocabulary, first, marked=True, final=zone.final), data)
        if reading is not None:
            if reading.code is not None:
                return reading
            more = "" if reading.note in ("", "the whole answer") else f", {reading.note}"
            return Reading(reading.value, None, zone.name + more)
        if before == zone.end == len(tail) and not content.strip():
            return no_answer(f"nothing follows the last mark ({zone.name})")
        before = zone.start
    if thinking:
        return no_answer("all of the response is thinking, and no final answer is announced in it")
    reading = _zone(tail[:before], Request(kind, vocabulary, first, cut=cut), data)
    if reading is not None:
        return reading if reading.note else Reading(reading.value, reading.code, "the only candidate")
    return no_answer(f"no answer of the kind {wanted.kind.value}")


def _zone(text: str, wanted: Request, data: bool) -> Reading | None:
    inner = text.strip(_TRIM)
    reading = _whole(inner, wanted.kind) if inner and wanted.marked else None
    if reading is None and data:
        reading = _data_in(text, wanted)
    if reading is not None:
        return reading
    return _READERS.get(wanted.kind, read_atoms)(text, wanted)


_READERS: dict[AnswerKind, Callable[[str, Request], Reading | None]] = {
    AnswerKind.EFFECTS: read_effects,
    AnswerKind.INDEX: read_index,
    AnswerKind.YES_NO: read_yes_no,
    AnswerKind.LETTER: read_letter,
}


def _data_in(text: str, wanted: Request) -> Reading | None:
    """JSON that is the whole text or its only fenced block, or the last object in it that holds an answer."""
    bare = text.strip(" \t\n`*")
    if bare[:1] in ("{", "[") and bare[-1:] in ("}", "]"):
        reading = _json(bare, wanted)
        if reading is not None:
            return reading
    if "{" not in text:
        return None
    for begin, end in reversed(_objects(text)):
        reading = _json(text[begin:end], wanted)
        if reading is not None and reading.code is not Code.NO_ANSWER:
            return reading if reading.code is not None else Reading(reading.value, None, "JSON object")
    return None


def _objects(text: str) -> list[tuple[int, int]]:
    """The spans of the outermost {...} that hold a quote, at most the last four."""
    spans: list[tuple[int, int]] = []
    depth = start = 0
    for brace in _BRACKETS.finditer(text):
        if brace[0] == "{":
            if not depth:
                start = brace.start()
            depth += 1
        elif brace[0] == "}" and depth:
            depth -= 1
            if not depth and text.find(":", start, brace.start()) >= 0:
                spans.append((start, brace.end()))
    return spans[-4:]


def _json(text: str, wanted: Request) -> Reading | None:
    """The reading of a JSON value (or a Python literal like one), None when it is none."""
    value = _decode(text)
    if value is None:
        return None
    return from_data(value[0], wanted.kind, first=wanted.first)


def _decode(text: str) -> tuple[Any] | None:
    opened = text.count("[") + text.count("{")
    if opened > _JSON_OPENED or (opened > _JSON_DEPTH and _depth(text) > _JSON_DEPTH):
        return None
    if text[0] == "[" and '"' not in text and "'" not in text and "(" in text:
        return None
    try:
        return (msgspec.json.decode(text),)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    if "'" not in text and "None" not in text and "True" not in text and "False" not in text:
        return None
    literal = text if '"' in text else text.replace("'", '"')
    try:
        return (msgspec.json.decode(_PYTHON_WORDS.sub(lambda word: _JSON_WORDS[word[0]], literal)),)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _depth(text: str) -> int:
    depth = deepest = 0
    for bracket in _BRACKETS.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


__all__ = ["read"]
