"""Read the final answer from the free text of a response (lenient, the default).

    response = [ thinking ] { prose } [ mark ] zone        (text, zones)
    zone     = answer [ remark ]                           (the parser of the shape)

1. More than LIMIT characters are refused (TOO_LARGE); blank text is EMPTY.
2. A text that *is* an answer is taken as it stands.
3. Thinking in tags is dropped; when nothing is outside it, only an explicit mark inside it counts.
4. Of the rest the last WINDOW characters are searched, in plain characters.
5. The zone of the last mark that holds a candidate gives the answer; what the marks right before it say must
   agree, unless the text between takes it back.  A text that ends right after its last mark was cut off.
6. Without a mark: JSON, a fenced block, then what the parser of the shape chooses in the text.

The zone is consumed whole: what the parser leaves over must be harmless (``words``).  Different answers of
equal rank, hedges and conditions are CONFLICTING, a broken answer is MALFORMED.  Time is linear in the text,
there is no recursion on it.

>>> from .kinds import AnswerKind
>>> read("I first thought (board c1 l0). Final answer: sail(l0, l1)", AnswerKind.ACTION).value
'(sail l0 l1)'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ...instances.records import Answer, Code
from .atoms import read_atom, read_list
from .effects import read_effects
from .formulas import read_formula
from .index import read_index
from .kinds import LISTS, REACTIVE, SETS, SINGLES, WORDS, AnswerKind
from .letter import read_letter
from .lexer import STOP
from .literals import checked_set, read_literals
from .reading import (
    Reading,
    Request,
    conflicting,
    found,
    malformed,
    no_answer,
    none_answer,
    open_answer,
    too_large,
)
from .runs import read_acceptance, read_run
from .structured import decode, from_data
from .text import BOX, LIMIT, WINDOW, outside_thinking, plain, unfenced, window
from .words import FORERUNNERS, OPENINGS, RETRACTIONS, UNDECIDED
from .yes_no import read_yes_no
from .zones import Zone, zones

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_ATOM = rf"\({_NAME}(?: {_NAME})*\)"
_is_names = re.compile(rf"{_NAME}(?: {_NAME})*").fullmatch
_is_atom = re.compile(_ATOM).fullmatch
_NOT_NAMES = STOP | {"none"}
_NONE = frozenset({"none", "none.", "(none)", "[none]"})
_YES_NO = {"yes": True, "no": False, "yes.": True, "no.": False}
_REMEMBERED, _SHORT = 1 << 15, 80
"""Atoms remembered, and the characters that one has at most: some 10 MB, however many the answers."""
_OBJECTS = 8
"""So many JSON objects of a text are looked at, the last ones."""
_BESIDE = 320
"""So many characters beside an answer are searched for words that take it back."""
_CHAINED = 240
"""A mark's zone of at most so many characters must agree with the next mark's."""
_ASKED = re.compile(r"[^.!;\n]{0,60}\?")
_BRACKETS = re.compile(r"[\[\]{}]")
_INFO = re.compile(r"`{0,8}[ \t]*(?:[A-Za-z][A-Za-z0-9_+.-]*)?[ \t]*\n")
_BACK = re.compile(
    r"\bno[,:.]|\b(?:wait|actually|hmm|correction|correct(?:ed|ing)?|mistake|wrong|re-?check\w*|redo"
    r"|recount\w*|revis\w+|on reflection|on second|scratch|sorry|oops|not right|instead|rather|let me"
    r"|no[,:.]|nope|however|but"
    r"|isn't|is not|error|incorrect|overlooked|missed|again|better|double-check\w*|verify\w*|draft"
    r"|updated?)\b|~~",
    re.IGNORECASE,
)


_ARRAYS = SETS | {AnswerKind.FORMULA}


def read(
    text: str,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    choices: tuple[str, ...] = (),
    data: bool = True,
) -> Reading:
    """Read the final answer of ``kind`` from ``text``; never raises.

    ``first`` takes the first of several different final answers instead of refusing them.  ``vocabulary``
    holds the names of the world's actions, predicates or inputs; ``choices`` the texts of the options.
    ``data=False`` does not look for JSON (the text is a string out of JSON).
    """
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are read")
    bare = text.strip()
    if not bare:
        return Reading(None, Code.EMPTY, "the response is blank")
    if len(bare) <= WINDOW:
        whole = _whole(bare, kind)
        if whole is not None and not (choices and kind is AnswerKind.LETTER):
            return whole
    return _search(bare, Request(kind, vocabulary, choices, first), data)


def read_answer(
    answer: Answer,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    choices: tuple[str, ...] = (),
) -> Reading:
    """Read the answer of ``kind`` in a row: its response as text, else what is structured already; never raises."""
    if answer.response is not None:
        return read(answer.response, kind, first=first, vocabulary=vocabulary, choices=choices)
    if answer.answer is None and kind not in SINGLES and kind not in LISTS:
        return Reading(None, Code.EMPTY, "the row holds neither a response nor an answer")
    if answer.answer is None:
        return Reading(None, Code.EMPTY, "the row holds neither a response nor an answer")
    return from_data(answer.answer, kind, first=first, vocabulary=vocabulary)


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
    elif kind is AnswerKind.EFFECTS:
        sides = _usual_lists(bare)
        if sides is not None:
            return found(sides, note)
    elif kind is AnswerKind.INDEX:
        if bare.isdigit() and bare.isascii() and len(bare) <= 18:
            return found(int(bare), note)
    elif kind is AnswerKind.YES_NO:
        truth = _YES_NO.get(bare.lower()) if len(bare) < 5 else None
        return None if truth is None else found(truth, note)
    elif kind is AnswerKind.LETTER and len(bare) == 1 and bare.isascii() and bare.isalpha():
        return found(bare.upper(), note)
    if len(bare) < 8 and bare.lower() in _NONE and kind not in WORDS and kind not in REACTIVE:
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


def _search(bare: str, wanted: Request, data: bool) -> Reading:
    outside, thinking = outside_thinking(bare)
    outside = outside.strip()
    if not outside:
        return no_answer("the final channel is empty")
    if data and outside[0] in "{[" and not thinking:
        reading = _json(outside, wanted)
        if reading is not None:
            return reading
    tail, cut = window(outside)
    tail = plain(tail)
    before, later = len(tail), None
    for zone in zones(tail, wanted.kind):
        reading = _zone(tail, zone, wanted, data)
        if later is not None:
            return _agreeing(later, reading, zone, tail, wanted)
        if reading is not None:
            if reading.code is not None or wanted.first:
                return reading
            later, before = _named_zone(reading, zone), zone.start
            continue
        content = tail[zone.start : zone.end].strip(" \t\n\"'.:;\x02\x03`")
        if before == zone.end == len(tail) and not content:
            return no_answer(f"nothing follows the last mark ({zone.name})")
        if zone.final and content:
            return malformed(f"what stands {zone.name} is not of the kind {wanted.kind.value}")
        before = zone.start
    if later is not None:
        return later
    if thinking:
        return no_answer("all of the response is thinking, and no final answer is announced in it")
    reading = _part(
        tail[:before], Request(wanted.kind, wanted.vocabulary, wanted.choices, wanted.first, cut=cut), data
    )
    if reading is not None:
        return reading if reading.note else Reading(reading.value, reading.code, "the only candidate")
    return no_answer(f"no answer of the kind {wanted.kind.value}")


def _named_zone(reading: Reading, zone: Zone) -> Reading:
    more = "" if reading.note in ("", "the whole answer") else f", {reading.note}"
    return Reading(reading.value, None, zone.name + more)


def _agreeing(later: Reading, earlier: Reading | None, zone: Zone, text: str, wanted: Request) -> Reading:
    """The answer of the last mark, unless the mark right before it gives another and nothing takes that back."""
    content = text[zone.start : zone.end]
    if zone.close < zone.end and len(content) <= _CHAINED:
        earlier = _part(
            text[zone.start : zone.close],
            Request(wanted.kind, wanted.vocabulary, wanted.choices, marked=True, final=True),
            True,
        )
    if earlier is None or earlier.code is not None or len(content) > _CHAINED:
        return later
    if _BACK.search(content) and not UNDECIDED.search(content):
        return later
    if _value(earlier.value, wanted.kind) == _value(later.value, wanted.kind):
        return later
    return conflicting([earlier.value, later.value])


def _value(value: Any, kind: AnswerKind) -> Any:
    return sorted(map(str, value)) if isinstance(value, list) and kind is not AnswerKind.PLAN else value


def _zone(text: str, zone: Zone, wanted: Request, data: bool) -> Reading | None:
    """What a mark's zone says; what follows a delimited answer must not open it again."""
    request = Request(
        wanted.kind, wanted.vocabulary, wanted.choices, wanted.first, marked=True, final=zone.final
    )
    if zone.close < zone.end:
        reading = _part(text[zone.start : zone.close], request, data)
        if reading is None or reading.code is not None or wanted.first:
            return reading
        line = text.rfind("\n", 0, zone.start) + 1
        opening = OPENINGS.match(text, zone.close + 1, min(zone.end, zone.close + 80))
        before = text[line : zone.start - 1]
        if opening is not None or (
            BOX not in before
            and FORERUNNERS.search(before[-40:].rstrip(" :$,\"'")) is not None
            and before.split()[-1:]
            and before.split()[-1].lower() in ("not", "n't", "isn't", "either", "or", "but", "except")
        ):
            return open_answer(text[zone.close + 1 : zone.close + 60] or before)
        return reading
    return _part(text[zone.start : zone.end], request, data)


def _part(text: str, request: Request, data: bool) -> Reading | None:
    """The answer in a part of a text: JSON in it, then a fenced block, then the text by the parser of the shape."""
    reading = _data_in(text, request) if data and ("{" in text or "[" in text) else None
    if reading is None and "```" in text and not request.first:
        reading = _fenced(text, request)
    if reading is None:
        reading = _READERS[request.kind](unfenced(text), request)
    if reading is None or reading.code is not None or request.first:
        return reading
    return _taken_back(text, request) or reading


def _taken_back(text: str, request: Request) -> Reading | None:
    """What says that the answer before it is none, where no other follows."""
    part = text[:_BESIDE] if request.marked else text[-_BESIDE:]
    undecided = UNDECIDED.search(part)
    if undecided is not None:
        return open_answer(undecided[0])
    last = None
    for last in RETRACTIONS.finditer(text, max(0, len(text) - _BESIDE)):
        pass
    if last is None or _READERS[request.kind](text[last.end() :], request) is not None:
        return None
    return open_answer(last[0])


class _Block(NamedTuple):
    """A fenced block: where its fence begins, its content begins and ends, and its closing fence ends."""

    begin: int
    start: int
    close: int
    end: int


def _blocks(text: str) -> list[_Block]:
    """The fenced blocks that are not blank, the last ones of them; the last may be open."""
    pieces = text.split("```")
    blocks, place = [], 0
    for number, piece in enumerate(pieces):
        if number % 2 and piece.strip(" \n\t`"):
            info = _INFO.match(piece)
            start = place + (info.end() if info is not None else 0)
            blocks.append(
                _Block(place - 3, start, place + len(piece), min(len(text), place + len(piece) + 3))
            )
        place += len(piece) + 3
    return blocks[-_OBJECTS:]


def _fenced(text: str, request: Request) -> Reading | None:
    """The one answer of the fenced blocks, where their content alone is one."""
    blocks = _blocks(text)
    if not blocks or (request.kind is AnswerKind.EFFECTS and len(blocks) > 1):
        return None
    chosen = blocks[0] if request.marked and request.final else blocks[-1]
    content = text[chosen.start : chosen.close].replace("`", '"')
    lead = text[max(0, chosen.begin - 200) : chosen.begin].rstrip(' \n:"').rpartition("\n")[2]
    if request.kind in WORDS and lead and not request.marked and len(content.split()) > 3:
        return None
    if request.kind in LISTS and re.search(
        r"\b(?:removed?|original|initial|current state|not applicable|state)\b", lead, re.IGNORECASE
    ):
        return None
    inner = Request(request.kind, request.vocabulary, request.choices, request.first, marked=True, final=True)
    reading = _READERS[request.kind](content, inner)
    if reading is None or reading.code is not None or not _known(reading.value, request):
        return None
    if FORERUNNERS.search(lead) and re.search(
        r"\b(?:not|either|anything but|everything but|except|or)\W*$", lead, re.IGNORECASE
    ):
        return open_answer(lead)
    for other in blocks:
        if other is not chosen:
            rival = _READERS[request.kind](text[other.start : other.close], inner)
            between = text[min(other.end, chosen.end) : max(other.begin, chosen.begin)]
            if (
                rival is not None
                and rival.code is None
                and rival.value != reading.value
                and (
                    not between.strip()
                    or re.fullmatch(r"\W*(?:or|alternatively|and)?\W*", between, re.IGNORECASE)
                )
            ):
                return conflicting([rival.value, reading.value])
    after = OPENINGS.match(text, chosen.end, chosen.end + 80)
    return (
        open_answer(text[chosen.end : chosen.end + 60])
        if after is not None
        else Reading(reading.value, None, "in the fenced block")
    )


def _known(value: Any, request: Request) -> bool:
    """Whether one of the atoms read has a name of the vocabulary."""
    atoms = [value] if request.kind in SINGLES else value if request.kind in LISTS else []
    if request.vocabulary is None or not atoms or atoms == ["none"]:
        return True
    return any(atom[1:-1].partition(" ")[0] in request.vocabulary for atom in atoms)


_READERS: dict[AnswerKind, Callable[[str, Request], Reading | None]] = {
    AnswerKind.ACTIONS: read_list,
    AnswerKind.PLAN: read_list,
    AnswerKind.EFFECTS: read_effects,
    AnswerKind.ATOM_OR_NONE: read_atom,
    AnswerKind.ACTION_OR_NONE: read_atom,
    AnswerKind.ACTION: read_atom,
    AnswerKind.INDEX: read_index,
    AnswerKind.YES_NO: read_yes_no,
    AnswerKind.LETTER: read_letter,
    AnswerKind.LITERALS: read_literals,
    AnswerKind.INTERVENTIONS: read_literals,
    AnswerKind.FORMULA: read_formula,
    AnswerKind.RUN: read_run,
    AnswerKind.ACCEPTANCE: read_acceptance,
}


def _data_in(text: str, request: Request) -> Reading | None:
    """JSON that is the whole text, or the objects in it that hold an answer: they must agree."""
    bare = unfenced(text).strip(" \t\n\"'.$") if "`" in text else text.strip(" \t\n\"'.$\x02\x03")
    if bare[:1] in ("{", "[") and bare[-1:] in ("}", "]"):
        reading = _json(bare, request)
        if reading is not None:
            return reading
    readings = []
    for begin, end in _objects(text, request.kind)[-_OBJECTS:]:
        reading = _json(text[begin:end], request)
        if reading is not None and reading.code is not Code.NO_ANSWER:
            readings.append((begin, end, reading))
    if not readings:
        return None
    begin, end, reading = readings[0] if request.first or (request.marked and request.final) else readings[-1]
    if reading.code is not None:
        return reading
    line = text.rfind("\n", 0, begin) + 1
    before = re.split(r"[.!?]\s|\n", text[line:begin])[-1]
    if not request.first:
        if (
            FORERUNNERS.search(before.rstrip(" :`\"'"))
            or OPENINGS.match(text, end, end + 80)
            or _ASKED.match(text, end, end + 80)
        ):
            return open_answer(before + " ... " + text[end : end + 40])
        for at, stop, other in readings:
            if other.code is None and _value(other.value, request.kind) != _value(
                reading.value, request.kind
            ):
                between = text[min(stop, end) : max(at, begin)]
                if request.marked or (
                    len(between) < _CHAINED and not _BACK.search(between) and (len(between.split()) < 4)
                ):
                    return conflicting([other.value, reading.value])
    return Reading(reading.value, None, "JSON object")


def _objects(text: str, kind: AnswerKind) -> list[tuple[int, int]]:
    """The spans of the outermost {...} that hold a colon, and of [[...]] where sets of triples are asked."""
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    signs: list[str] = []
    for bracket in _BRACKETS.finditer(text):
        sign = bracket[0]
        if sign in "[{":
            opened.append(bracket.start())
            signs.append(sign)
        elif signs and signs[-1] == ("[" if sign == "]" else "{"):
            start = opened.pop()
            signs.pop()
            if (sign == "}" and text.find(":", start, bracket.start()) >= 0) or (
                sign == "]"
                and kind in _ARRAYS
                and text[start + 1 : start + 8].strip()[:1] in ("[", "{", '"')
                and not signs
            ):
                while spans and spans[-1][0] > start:
                    spans.pop()
                spans.append((start, bracket.end()))
        else:
            opened.clear()
            signs.clear()
    return spans


def _json(text: str, wanted: Request) -> Reading | None:
    """The reading of a JSON value (or a Python literal like one), None when it is none."""
    if text[0] == "[" and '"' not in text and "'" not in text and ("(" in text or "@" in text):
        return None
    value = decode(text)
    if value is None:
        return None
    reading = from_data(value[0], wanted.kind, first=wanted.first, vocabulary=wanted.vocabulary)
    return checked_set(reading) if wanted.kind in SETS else reading


__all__ = ["read", "read_answer"]
