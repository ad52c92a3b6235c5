"""What a part of a text answers: JSON in it, else a fenced block, else the text by the parser of the shape.

    part  = { prose } ( json | fence | zone ) { remark }
    json  = object with an answer | array                  (``structured``)
    fence = "```" [ language ] zone "```"

Several objects or blocks must agree, unless the text between takes the earlier one back.  What stands right
before and behind must not deny or hedge it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ...instances.records import Code
from .atoms import read_atom, read_list
from .effects import read_effects
from .formulas import read_formula
from .index import read_index
from .kinds import LISTS, SETS, SINGLES, WORDS, AnswerKind
from .letter import read_letter
from .literals import checked_set, read_literals
from .reading import Reading, Request, conflicting, open_answer
from .runs import read_acceptance, read_run
from .structured import from_data
from .text import unfenced
from .values import decode
from .words import DENIALS, FORERUNNERS, OPENINGS, RETRACTIONS, UNDECIDED
from .yes_no import read_yes_no

_OBJECTS = 8
"""So many JSON objects of a text are looked at, the last ones."""
_BESIDE = 320
"""So many characters beside an answer are searched for words that take it back."""
_BRACKETS = re.compile(r"[\[\]{}]")
_ASKED = re.compile(r"[^.!;\n]{0,60}\?")
_INFO = re.compile(r"`{0,8}[ \t]*(?:[A-Za-z][A-Za-z0-9_+.-]*)?[ \t]*\n")
_CLAIMS = (AnswerKind.YES_NO, AnswerKind.ACCEPTANCE)
_ARRAYS = SETS | {AnswerKind.FORMULA}
_UNTICKED = re.compile(r"(?m)^[ \t>]*(?:-[ \t]+|\d+[.)][ \t]+)?\[[ ]?\][ \t]*\S[^\n]*$")
_TICK = re.compile(r"(?m)^([ \t>]*)(?:-[ \t]+|\d+[.)][ \t]+)?(?:\[[xX\u2713]\]|\u2713)[ \t]*")
BACK = re.compile(
    r"\bno[,:.]|\b(?:wait|actually|hmm|correction|correct(?:ed|ing)?|mistake|wrong|re-?check\w*|redo"
    r"|recount\w*|revis\w+|on reflection|on second|scratch|sorry|oops|not right|instead|rather|let me"
    r"|no[,:.]|nope|however|but"
    r"|isn't|is not|error|incorrect|overlooked|missed|again|better|double-check\w*|verify\w*|draft"
    r"|updated?)\b|~~",
    re.IGNORECASE,
)
CHAINED = 240
"""A mark's zone of at most so many characters must agree with the next mark's."""


def read_part(text: str, request: Request, data: bool) -> Reading | None:
    """The answer in a part of a text: JSON in it, then a fenced block, then the text by the parser of the
    shape."""
    if request.kind in WORDS or request.kind in SINGLES:
        text = _ticked(text)
    reading = _data_in(text, request) if data and ("{" in text or "[" in text) else None
    if reading is None and "```" in text and not request.first:
        reading = _fenced(text, request)
    if reading is None:
        reading = _READERS[request.kind](unfenced(text), request)
    if reading is None or reading.code is not None or request.first:
        return reading
    return taken_back(text, request) or reading


def _ticked(text: str) -> str:
    """The text without the lines of a list to tick that are not ticked."""
    if _UNTICKED.search(text) is None:
        return text
    return _TICK.sub(lambda tick: tick[1], _UNTICKED.sub("", text))


def taken_back(text: str, request: Request) -> Reading | None:
    """What says that the answer before it is none, or the one action or fact that follows instead."""
    part = text[:_BESIDE] if request.marked else text[-_BESIDE:]
    undecided = UNDECIDED.search(part)
    if undecided is not None:
        return open_answer(undecided[0])
    last = None
    for pattern in (RETRACTIONS,) if request.kind in _CLAIMS else (RETRACTIONS, DENIALS):
        for match in pattern.finditer(text, max(0, len(text) - _BESIDE)):
            if match.start() and (last is None or match.end() > last.end()):
                last = match
    if last is None:
        return None
    later = _READERS[request.kind](text[last.end() :], request)
    if later is None:
        return open_answer(last[0])
    return later if last.re is DENIALS and request.kind in SINGLES else None


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
        reading = decoded(bare, request)
        if reading is not None:
            return reading
    readings = []
    for begin, end in _objects(text, request.kind)[-_OBJECTS:]:
        reading = decoded(text[begin:end], request)
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
            if other.code is None and comparable(other.value, request.kind) != comparable(
                reading.value, request.kind
            ):
                between = text[min(stop, end) : max(at, begin)]
                if request.marked or (
                    len(between) < CHAINED and not BACK.search(between) and (len(between.split()) < 4)
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


def decoded(text: str, wanted: Request) -> Reading | None:
    """The reading of a JSON value (or a Python literal like one), None when it is none."""
    if text[0] == "[" and '"' not in text and "'" not in text and ("(" in text or "@" in text):
        return None
    value = decode(text)
    if value is None:
        return None
    reading = from_data(value[0], wanted.kind, first=wanted.first, vocabulary=wanted.vocabulary)
    return checked_set(reading) if wanted.kind in SETS else reading


def comparable(value: Any, kind: AnswerKind) -> Any:
    """The value, such that sets which differ in their order are equal."""
    return sorted(map(str, value)) if isinstance(value, list) and kind is not AnswerKind.PLAN else value


__all__ = ["BACK", "CHAINED", "comparable", "decoded", "read_part", "taken_back"]
