"""What a part of a text answers: JSON in it, else a fenced block, else the text by the parser of the shape.

    part  = { prose } ( json | fence | zone ) { remark }
    json  = object with an answer | array                  (``structured``)
    fence = "```" [ language ] zone "```"

Several objects or blocks must agree, unless the text between takes the earlier one back.  What stands right
before and behind must not deny or hedge it.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from ...instances.records import Code
from .atoms import read_atom, read_list
from .beside import against, behind, opened_by, strange
from .effects import read_effects
from .formulas import read_formula
from .index import read_index
from .kinds import LISTS, PLANS, REACTIVE, SETS, SINGLES, WORDS, AnswerKind
from .letter import read_letter
from .literals import read_literals
from .moves import read_moves
from .reading import Reading, Request, conflicting, open_answer
from .runs import read_acceptance, read_run
from .text import NO, unfenced
from .words import CONDITIONS, HEDGES, phrase, signs
from .yes_no import read_yes_no

CHAINED = 240
"""A mark's zone of at most so many characters must agree with the next mark's."""
Decoded = Callable[[str, Request], Reading | None]
"""What reads a text of JSON."""
_OBJECTS = 8
"""So many JSON objects or blocks of a text are looked at, the last ones."""
_BRACKETS = re.compile(r"[\[\]{}]")
_INFO = re.compile(r"`{0,8}[ \t]*(?:[A-Za-z][A-Za-z0-9_+.-]*)?[ \t]*\n")
_TAKEN_BACK = phrase(r"\bno[,:.]")
"""What between two blocks takes the first one back."""
_TAKEN_OUT = phrase(r"\b<<taken out fence>>\b")
_OR = phrase(r"\W*(?:or|alternatively|and)?\W*")
_EITHER = phrase(r"\b(?:or|if|else|otherwise|alternatively|sonst|oder|sinon)\b")
_REMARK = 4
_OF_ANSWER = re.compile(
    r"\b(?:i|we|you|this|that|these|those|it|following|below|not|or|\w+n't|never|cannot|wrong|\w*correct"
    r"|sorry)\b|[\]}:@]",
    re.IGNORECASE,
)
"""What may speak of the object that follows: "I can't run this"."""
_ARRAYS = SETS | {AnswerKind.FORMULA}
_VERDICT = phrase(
    r"(?:\b(?:not|\w+n't) (?:accepted|consistent|valid|correct|a log|match)|mismatch|differs?|deviates?"
    r"|reject(?:ed)?(?: it)?,?|but (?:it|this) is(?: not|n't)|should(?:n't| not) be"
    r"|step \d+ (?:is|was) (?:wrong|bad|incorrect|off))"
    r"[^.!?\n]{0,40}(?:[.:]|->)?\s*$"
)
"""What says before an object that the log is not accepted, as the object does."""
_CLAUSES = re.compile(r": (?=\w+ \w)|; ")
"""What stands before the last clause that leads to an object."""
_AT_STEP = re.compile(r"\b(?:at|in|from|until|by) step \d+[^.]*[.:]?\s*$", re.IGNORECASE)
"""What says before an object where a log differs: "it slips at step 3, although it was never armed"."""
_UNTICKED = re.compile(r"(?m)^[ \t>]*(?:-[ \t]+|\d+[.)][ \t]+)?\[[ ]?\][ \t]*\S[^\n]*$")
_TICKED = re.compile(r"(?m)^[ \t>]*(?:-[ \t]+)?\[[xX\u2713]\][ \t]")
_TICK = re.compile(r"(?m)^([ \t>]*)(?:-[ \t]+|\d+[.)][ \t]+)?(?:\[[xX\u2713]\]|\u2713)[ \t]*")


_ANSWER_WORDS = {kind: 1 if kind is AnswerKind.INDEX else 8 for kind in AnswerKind}
_DEFINITE = ("the whole answer", "alone", "a sentence", "labelled lines")
"""What a line above an object has that is an answer itself: so many words at most, and such a note."""

_STATED = ("concluded", "announced", "literals")
_MANY_FORMS = (AnswerKind.FORMULA, AnswerKind.RUN)
"""Kinds of which one answer is written in several ways."""


def read_part(text: str, request: Request) -> Reading | None:
    """The answer in a part of a text: JSON in it, then a fenced block, then the parser of the shape."""
    if "[" in text and _tickable(text, request.kind) and _UNTICKED.search(text) is not None:
        text = _TICK.sub(
            r"\1", _UNTICKED.sub("", text)
        )  # a list to tick, without the lines that are not ticked
    reading = (
        data_in(text, request, request.decoded) if request.decoded and ("{" in text or "[" in text) else None
    )
    if reading is None and "```" in text and not request.first:
        reading = _fenced(text, request)
    if reading is None:
        of_text = signs(text)
        reading = _READERS[request.kind](unfenced(text), msgspec.structs.replace(request, signs=of_text))
    return reading


def _tickable(text: str, kind: AnswerKind) -> bool:
    return kind in WORDS or kind in SINGLES or (kind in LISTS and _TICKED.search(text) is not None)


def _blocks(text: str) -> list[tuple[int, int, int, int]]:
    """Where the last fenced blocks that are not blank begin, their content begins and ends, and they end."""
    blocks, place = [], 0
    for number, piece in enumerate(text.split("```")):
        if number % 2 and piece.strip(" \n\t`"):
            info = _INFO.match(piece)
            start, close = place + (info.end() if info is not None else 0), place + len(piece)
            blocks.append((place - 3, start, close, min(len(text), close + 3)))
        place += len(piece) + 3
    return blocks[-_OBJECTS:]


def _fenced(text: str, request: Request) -> Reading | None:
    """The one answer of the fenced blocks, where their content alone is one."""
    blocks = _blocks(text)
    if not blocks or (request.kind is AnswerKind.EFFECTS and len(blocks) > 1):
        return None
    chosen = blocks[0] if request.marked and request.final else blocks[-1]
    begin, start, close, end = chosen
    content = text[start:close].replace("`", '"')
    lead = text[max(0, begin - 200) : begin].rstrip(' \n:"').rpartition("\n")[2]
    if request.kind in LISTS and _TAKEN_OUT.search(lead):
        return None
    inner = Request(request.kind, request.vocabulary, request.choices, request.first, marked=True, final=True)
    reading = _READERS[request.kind](content, inner)
    if reading is None or reading.code is not None or not _known(reading.value, request):
        return None
    said = opened_by(text[end : end + 80]) or behind(text[end:], request.kind)
    if said is not None:
        return open_answer(said)
    below = _READERS[request.kind](text[end:], msgspec.structs.replace(request, signs=signs(text[end:])))
    stated = below is not None and below.code is None and below.note in _STATED
    if below is not None and stated and contradicts(below.value, reading.value, request.kind):
        return below  # the block holds what leads to it
    for other in blocks:
        between = text[min(other[3], end) : max(other[0], begin)]
        if other is not chosen and (not between.strip() or _OR.fullmatch(between)):
            rival = _READERS[request.kind](text[other[1] : other[2]], inner)
            if rival is not None and rival.code is None and rival.value != reading.value:
                return conflicting([rival.value, reading.value])
    return Reading(reading.value, None, "in the fenced block")


def _known(value: Any, request: Request) -> bool:
    """Whether one of the atoms read has a name of the vocabulary."""
    atoms = [value] if request.kind in SINGLES else value if request.kind in LISTS else []
    if request.vocabulary is None or not atoms or atoms == ["none"]:
        return True
    return any(atom[1:-1].partition(" ")[0] in request.vocabulary for atom in atoms)


_READERS: dict[AnswerKind, Callable[[str, Request], Reading | None]] = {
    **dict.fromkeys(LISTS, read_list),
    **dict.fromkeys(SINGLES, read_atom),
    **dict.fromkeys(SETS, read_literals),
    AnswerKind.MOVES: read_moves,
    AnswerKind.EFFECTS: read_effects,
    AnswerKind.INDEX: read_index,
    AnswerKind.YES_NO: read_yes_no,
    AnswerKind.LETTER: read_letter,
    AnswerKind.FORMULA: read_formula,
    AnswerKind.RUN: read_run,
    AnswerKind.ACCEPTANCE: read_acceptance,
}


def data_in(text: str, request: Request, decoded: Decoded) -> Reading | None:
    """JSON that is the whole text, or the objects in it that hold an answer: they must agree."""
    bare = unfenced(text).strip(" \t\n\"'.$\x02\x03")
    if bare[:1] in ("{", "[") and bare[-1:] in ("}", "]"):
        reading = decoded(bare, request)
        if reading is not None:
            return reading
    readings = []
    spans = _objects(text, request.kind)
    calls = _calls(text, spans, request, decoded) if request.kind in PLANS and len(spans) > 1 else None
    if calls is not None:
        return calls
    for begin, end in spans[-_OBJECTS:]:
        reading = decoded(text[begin:end], request)
        if reading is not None and reading.code is not Code.NO_ANSWER:
            readings.append((begin, end, reading))
    if not readings:
        return None
    begin, end, reading = readings[0] if request.first or (request.marked and request.final) else readings[-1]
    if reading.code is not None or request.first:
        return reading if reading.code is not None else Reading(reading.value, None, "JSON object")
    line = text.rfind("\n", 0, begin) + 1
    lead, structured = text[line:begin], request.kind in REACTIVE
    lead = _CLAUSES.split(lead)[-1] if structured else lead
    said = against(lead, text[end : end + 80]) or behind(text[end:], request.kind, listed=structured)
    if request.kind is AnswerKind.ACCEPTANCE and not reading.value[0] and _differs(lead):
        said = behind(text[end:], request.kind, listed=True)
    elif said is None and structured and not _is_remark(lead) and strange(lead, request.vocabulary or ()):
        said = lead
    if structured and request.kind is not AnswerKind.ACCEPTANCE and text[end:].lstrip(" ")[:1] == NO:
        said = text[end:]  # a cross
    if said is not None:
        return open_answer(said)
    value = comparable(reading.value, request.kind)
    for at, stop, other in readings:
        if other.code is None and comparable(other.value, request.kind) != value:
            between = text[min(stop, end) : max(at, begin)]
            few = len(between.split()) < 4 or _EITHER.search(between) is not None
            near = len(between) < CHAINED and few and not _TAKEN_BACK.search(between)
            if near or request.marked:
                return conflicting([other.value, reading.value])
    above = _above(text[:begin], request)
    if above is not None and contradicts(above, reading.value, request.kind):
        return conflicting([above, reading.value])
    return Reading(reading.value, None, "JSON object")


def _differs(lead: str) -> bool:
    """Whether what stands before an object says, as that does, that a step of the log differs."""
    if _VERDICT.search(lead) is not None:
        return True
    return _AT_STEP.search(lead) is not None and (HEDGES | CONDITIONS).isdisjoint(lead.lower().split())


def _above(lead: str, request: Request) -> Any:
    """The answer that the one line above an object is; None where it is none."""
    line, _, rest = lead.strip(" \t\n").partition("\n")
    listed, words = line[:1] in ("(", "["), len(line.split())
    if not line or rest.strip("` \tjson\n") or (words > _ANSWER_WORDS[request.kind] and not listed):
        return None
    reading = _READERS[request.kind](unfenced(line), msgspec.structs.replace(request, signs=signs(line)))
    if reading is None or reading.code is not None or not _known(reading.value, request):
        return None
    return reading.value if listed or reading.note in _DEFINITE else None


def _calls(text: str, spans: list[tuple[int, int]], request: Request, decoded: Decoded) -> Reading | None:
    """The steps of objects that stand one behind the other and give one step each: calls of tools."""
    begin, end = spans[0][0], spans[-1][1]
    if any(text[left[1] : right[0]].strip(" \t\n,;") for left, right in pairwise(spans)):
        return None
    reading = decoded(f"[{','.join(text[start:stop] for start, stop in spans)}]", request)
    if reading is None or reading.code is not None:
        return reading
    said = against(text[text.rfind("\n", 0, begin) + 1 : begin], text[end : end + 80]) or behind(
        text[end:], request.kind
    )
    return open_answer(said) if said is not None else Reading(reading.value, None, "JSON objects")


def _is_remark(lead: str) -> bool:
    """Whether what stands before an object is a sentence of its own that says nothing of the answer."""
    bare = lead.rstrip()
    return bare[-1:] == "." and len(bare.split()) >= _REMARK and _OF_ANSWER.search(bare) is None


def _objects(text: str, kind: AnswerKind) -> list[tuple[int, int]]:
    """The spans of the outermost {...} that hold a colon, and of [[...]] where sets of triples are asked."""
    if "{" not in text and kind not in _ARRAYS:
        return []
    spans: list[tuple[int, int]] = []
    opened: list[tuple[int, str]] = []
    for bracket in _BRACKETS.finditer(text):
        sign = bracket[0]
        if sign in "[{":
            opened.append((bracket.start(), "]" if sign == "[" else "}"))
        elif opened and opened[-1][1] == sign:
            start, _ = opened.pop()
            array = (
                kind in _ARRAYS and not opened and text[start + 1 : start + 8].strip()[:1] in ("[", "{", '"')
            )
            if array if sign == "]" else text.find(":", start, bracket.start()) >= 0:
                while spans and spans[-1][0] > start:
                    spans.pop()
                spans.append((start, bracket.end()))
        else:
            opened.clear()
    return spans


def comparable(value: Any, kind: AnswerKind) -> Any:
    """The value, such that sets which differ in their order are equal."""
    if kind is AnswerKind.EFFECTS:
        return [sorted(atoms) for atoms in value]
    return sorted(map(str, value)) if isinstance(value, list) and kind not in PLANS else value


def contradicts(one: Any, other: Any, kind: AnswerKind) -> bool:
    """Whether two values differ; where equal ones have several forms, only the judge can tell."""
    return kind not in _MANY_FORMS and bool(comparable(one, kind) != comparable(other, kind))
