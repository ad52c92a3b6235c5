"""Reading an answer to a reactive question out of free text.

Marked thinking is dropped, typographic signs are made plain, and only the end of a long text is searched
(``verifiers/reading/text``).  After the last mark ("Final answer:", a box, ``<answer>``), and without a mark
anywhere, these count, in this order: the whole text; fenced blocks; JSON objects and arrays that stand in
the text; for sets and formulas literals such as ``a@3`` on the last line that holds any.  After a mark,
several different answers are a conflict; without one the last fenced block counts, and different JSON values
outside fences are a conflict.  Time is linear in the text.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ...instances.hostile import shallow
from ...instances.records import Answer, Code
from ..reading.kinds import AnswerKind
from ..reading.marks import zones
from ..reading.reading import Reading, conflicting, found, malformed, no_answer, too_large
from ..reading.text import LIMIT, outside_thinking, plain, window
from .formula import LITERAL, literal_of
from .shapes import NOTHING, Shape, of_data, same

_NESTING = 16
_SPANS = 64
_INFO = re.compile(r"`*[ \t]*[A-Za-z0-9_+.-]{0,32}[ \t]*\n")
_BRACKETS = re.compile(r"[\[\]{}]")
_WORDS = {"None": "null", "True": "true", "False": "false"}
_PYTHON = re.compile(r"\b(?:None|True|False)\b")
_TO_JSON = str.maketrans({"'": '"', "(": "[", ")": "]"})
_UNMARKED = str.maketrans(dict.fromkeys("`*$"))
_BULLETS = re.compile(r"(?m)^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_SEPARATOR = re.compile(r"(?:[\s,;&\"']|\band\b)*", re.IGNORECASE)
_OR = re.compile(r"^[^.\w]*(?:\bor\b|\|)", re.IGNORECASE)
_EMPTY = re.compile(r"[\s*_`]*(none\b|empty\b(?: set)?|the empty set|\{\s*\}|\[\s*\]|∅)", re.IGNORECASE)
_SETS = (Shape.ATOMS, Shape.LITERALS)


def read(answer: Answer, shape: Shape, *, first: bool = False) -> Reading:
    """The answer of a shape in one row; never raises.

    ``first``: of several different answers the first is taken instead of none.
    """
    if answer.response is None:
        if answer.answer is None:
            return Reading(None, Code.EMPTY, "the row holds neither a response nor an answer")
        if not isinstance(answer.answer, str):
            return _from_data(answer.answer, shape)
    text = answer.response if answer.response is not None else answer.answer
    return read_text(text, shape, first=first)


def read_text(text: str, shape: Shape, *, first: bool = False) -> Reading:
    """The answer of a shape in a text; never raises."""
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are read")
    bare = text.strip()
    if not bare:
        return Reading(None, Code.EMPTY, "the response is blank")
    outside, thinking = outside_thinking(bare)
    outside = outside.strip()
    if not thinking and outside[:1] in ("{", "[") and outside[-1:] in ("}", "]"):
        value = _decoded(outside, shape)
        if value is not NOTHING:
            return found(value, "the whole answer")
    tail = plain(window(outside)[0])
    for zone in zones(tail, AnswerKind.ACTIONS):
        start = zone.start - 3 if tail.endswith("```", 0, zone.start) else zone.start
        reading = _search(tail[start : zone.end], shape, first=first, marked=True)
        if reading is not None:
            return Reading(reading.value, reading.code, f"{zone.name}, {reading.note}")
        if zone.final and tail[zone.start : zone.end].strip():
            return malformed(f"what stands {zone.name} is not {shape.value}")
    if thinking:
        return no_answer("all of the response is thinking, and no final answer is announced in it")
    reading = _search(tail, shape, first=first, marked=False)
    return reading if reading is not None else no_answer(f"no answer of the kind: {shape.value}")


def _from_data(value: Any, shape: Shape) -> Reading:
    if _deep(value):
        return malformed("the answer is nested too deeply")
    answered = of_data(value, shape)
    return malformed(f"not {shape.value}") if answered is NOTHING else found(answered, "data")


def _search(text: str, shape: Shape, *, first: bool, marked: bool) -> Reading | None:
    whole = _whole(text.strip().strip("`*").strip(), shape)
    if whole is not NOTHING:
        return found(whole, "the whole answer")
    fenced = [value for block in _blocks(text) if (value := _whole(block, shape)) is not NOTHING]
    if fenced:
        return found(fenced[-1], "the last block") if not marked else _only(fenced, first, "a fenced block")
    values = [value for value in (_decoded(part, shape) for part in _spans(text)) if value is not NOTHING]
    if values:
        if shape in _SETS and all(len(value) == 1 for value in values):
            return found([atom for value in values for atom in value], "the atoms in the text")
        return _only(values, first, "JSON in the text")
    return _line(text, shape, marked=marked)


def _blocks(text: str) -> list[str]:
    """What stands in fences, the last ones of them; the last fence may be open."""
    if "```" not in text:
        return []
    inside = text.split("```")[1::2]
    return [_INFO.sub("", block, count=1).strip() for block in inside[-_SPANS:]]


def _only(values: list[Any], first: bool, note: str) -> Reading:
    """The one answer; several different ones are a conflict."""
    if first or all(same(value, values[0]) for value in values[1:]):
        return found(values[0], note)
    return conflicting([str(value)[:60] for value in values[:4]])


def _whole(text: str, shape: Shape) -> Any:
    """The answer that a text is, as JSON or (sets and formulas) in our notation."""
    if text[:1] in ("{", "[", "("):
        value = _decoded(text, shape)
        if value is not NOTHING:
            return value
    if shape in _SETS and "\n" in text:
        text = _BULLETS.sub(" ", text).replace("\n", ", ")
    if shape is Shape.FORMULA or shape in _SETS:
        return of_data(text.translate(_UNMARKED), shape) if text else NOTHING
    return NOTHING


def _line(text: str, shape: Shape, *, marked: bool) -> Reading | None:
    """Literals in a line of prose: the first such line after a mark, the last one without."""
    if shape is not Shape.FORMULA and shape not in _SETS:
        return None
    lines = [line for line in text.splitlines() if LITERAL.search(line)]
    if not lines:
        empty = _EMPTY.match(text) if marked and shape in _SETS else None
        return found(of_data([] if empty[1][0] in "{[" else "none", shape), "none") if empty else None
    line = lines[0 if marked else -1].translate(_UNMARKED)
    parts = (line, line.rpartition(":")[2], line.rpartition("=")[2], line.partition(". ")[0])
    for part in dict.fromkeys(parts):
        value = of_data(part.strip().rstrip("."), shape)
        if value is not NOTHING:
            return found(value, "the line of literals")
    return _runs(line, marked=marked) if shape in _SETS else None


def _runs(line: str, *, marked: bool) -> Reading | None:
    """Literals in prose that follow each other, with nothing but separators between: one such run counts.

    After a mark the first run does; without one, several runs are no answer.
    """
    runs: list[list[Any]] = []
    end = -1
    for match in LITERAL.finditer(line):
        between = line[end : match.start()] if runs else ""
        if _OR.search(between) and len(runs) == 1:
            return None
        if not runs or not _SEPARATOR.fullmatch(between):
            runs.append([])
        runs[-1].append(list(literal_of(match)))
        end = match.end()
    return found(runs[0], "the literals of a line") if marked or len(runs) == 1 else None


def _spans(text: str) -> list[str]:
    """The outermost bracketed parts, the last ones of them; openers may dangle."""
    opened: list[tuple[str, int]] = []
    spans: list[tuple[int, int]] = []
    for bracket in _BRACKETS.finditer(text):
        sign = bracket[0]
        if sign in "[{":
            opened.append((sign, bracket.start()))
        elif opened and opened[-1][0] == ("[" if sign == "]" else "{"):
            start = opened.pop()[1]
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, bracket.end()))
        else:
            opened.clear()
    return [text[start:end] for start, end in spans[-_SPANS:]]


def _decoded(text: str, shape: Shape) -> Any:
    """The answer in JSON text, or in a Python literal like it; NOTHING when it is neither."""
    if not shallow(text.encode(errors="replace"), _NESTING):
        return NOTHING
    try:
        return of_data(msgspec.json.decode(text), shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    if not any(sign in text for sign in ("'", "(", "None", "True", "False")) or "@" in text:
        return NOTHING
    literal = _PYTHON.sub(lambda word: _WORDS[word[0]], text.translate(_TO_JSON))
    try:
        return of_data(msgspec.json.decode(literal), shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return NOTHING


def _deep(value: Any) -> bool:
    level = [value]
    for _ in range(_NESTING):
        level = [
            part
            for whole in level
            if isinstance(whole, (list, tuple, dict))
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
        if not level:
            return False
    return any(isinstance(part, (list, tuple, dict)) for part in level)
