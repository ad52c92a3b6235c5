"""The search for the final answer in the free text of a response.

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
"""

import re

import msgspec

from ...instances.records import Code
from .beside import behind, opened_by
from .first import opening
from .formulas import NOT
from .kinds import ASKED_TO_FAIL, LISTS, REACTIVE, SETS, AnswerKind
from .last import REASONED, closing, usual
from .own import own_answer
from .parts import CHAINED, comparable, contradicts, data_in, read_part
from .reading import (
    Reading,
    Request,
    conflicting,
    malformed,
    no_answer,
    open_answer,
    too_large,
)
from .retracted import behind_retraction, behind_second_thought, given_up, taken_back
from .symbols import parenthesised
from .text import LIMIT, WINDOW, outside_thinking, plain, window
from .words import Guarded, phrase, phrases, words
from .zones import Zone, zones

_FURTHER = re.compile(
    r"(?<=\S)[ \t]*\n[ \t]*\n\s*(?:#{1,4} )?(?:Question|Q|User|Human|Instruction)[ \t]?\d{0,3}[ \t]?:[^\n]*\n"
)
"""Where a model goes on with a question of its own: what follows answers that one."""
_KEY = re.compile(
    r"(?m)^[ \t-]{0,8}(?!(?:is_)?(?:not?|non|un|in)[a-z]*_|is_(?:un|in))[a-z]{2,16}(?:_[a-z]{2,16}){1,3}"
    r"(?=[ \t]{0,3}[:=])",
    re.IGNORECASE,
)
"""A key at the beginning of a line: "final_choice: C"."""
_ATOMS = re.compile(r"\([^()\n]*\)[,\s]*")
_LISTED = 20_000
"""A list of atoms of at most so many characters is looked through for what stands beside the atoms."""
_SENTENCES = re.compile(r"(?:(?<=[.?:;])|(?<=\w!))\s|\n")
_CLOSING = frozenset(".!?)]}>\"'`*|\x03\u2713\u2717")
_OPENING = frozenset("([{=")
_STOPS, _SO = re.compile(r"\w\w[.]\s"), phrase(r"\b<<conclusion,turn>>\b")
_ITEM = re.compile(r"\s*(?:[-*+|(>]|\d+[.):]|[A-H] ?[\u2713\u2717]|[A-Za-z_]{2,40}:)")
_OR = phrase(r"(?:^|[\s.;,])(?:or|alternatively|otherwise|else)\W*(?:(?:the|my) )?(?:final)?\W*$")
_ANEW = phrase(r"\W*(?:(?:my|the) )?(?:updated|revised|amended|corrected)\b")
"""What begins a mark that replaces the answer before it."""
_CASES = phrase(r"\b(?:case|scenario|variant|if) (?:2|two|ii|b|not)\b")
_CUT = phrase(r"(?:[,(]|\b<<unfinished>>)$")
_BROKEN = re.compile(r"\w \w+ \w+ (?:the|of|to|at|an?|and|or|because|with|needs?|for|from|if|which|we|i)$")
_HANGING = phrase(r"\b<<hanging>>$")
_ELSEWHERE = phrase(
    r"\W*(?:see|as|given|stated) (?:the )?(?:json|above|below|text|following|list|plan)\b"
    r"|\W*(?:therefore |thus |hence )?the \w+ above\b"
)
_FAILS = phrase(
    r"^[\s\"'$]*(?:is|are) (?:<<unable>>|false|(?:not|never) <<able>>)\b"
    r"(?: (?:in|at) (?:all|every|any|no)\b)?"
)
"""What is said right behind a box that holds what is asked to fail."""
_BEGINNINGS = re.compile(r"(?:^|(?<!\.)[.!?][ ]+|\n[ ]*)([a-z]+)(?:'[a-z]+)?,?[ ](?:[a-z']+|[A-H]\b)")
_LITERAL_END = re.compile(r"@ ?\d+[)\]\s]*$")
_OPTION, _OPTIONS = re.compile(r"[\s\"'*-]*[A-H][.:)] "), 3
_LITERALS = re.compile(r"!?[A-Za-z_]\w*@\d+(?:(?:, ?| | ?& ?| and )!?[A-Za-z_]\w*@\d+)+")
_DIGIT, _AROUND = re.compile(r"\d"), "\"'.,:;!?()*"
_UNFINISHED, _ANALYSIS = frozenset(phrases("unfinished")), words("analysis")
"""What no sentence ends with, and what those of an analysis speak of."""
_COUNTED = re.compile(r"\b\d+ (?:in (?:total|all)|altogether)$")
_SIGNED = Guarded(r"(?<=[.!?])\s{1,3}<<sign off>>[,!.]?\s{0,3}(?:\w+ ?){0,3}$")
"""How a letter ends: "Kind regards, Lou"."""
_PROSE = words("prose", "conclusion", "informal") - {"where", "which"}
_IT_IS = phrase(r"\b(?:yes|no),? (?:it|this|that|they) (?:is|does|do|can|will|has|are)$")
_SMALL = re.compile(r"\A[^\W\d_]{2,}(?![\w-])|\n[a-z]{2,}(?![\w:-])[^\n]*[^\n,]\Z")
"""How a text or its last line begins whose writer uses no capitals, and ends sentences without a stop."""
_LABELLED_END = re.compile(
    r"\w ?[=:] ?(?:yes|no|true|false)$|(?: [\w'-]+){4} (?:steps?|states?|actions?) \d+$",
    re.IGNORECASE,
)
"""A label and a value, or a sentence that ends with a place: "Label = yes", "it still happens in step 3"."""
_BEGUN = re.compile(r"[.!?:]\s+(?:Then|Next|Now|Let|We|I|It|This|In|At|For|Do|Does|Is|Are|If|When|Step \d+)$")
"""A sentence of which only the first word stands there."""
_PASSING = frozenset({"concluded", "list", "mentioned", "the last one named"})
"""How an answer is read, by its note, that a justification may only go through."""
_NEAR, _FEW_WORDS = 16, 6
_BEGINNING = 400
"""What is read in a text that was cut must not depend on so many characters at its beginning."""
_LONG = 1000
"""A last sentence of more characters, and more than half of the response, is not read by itself."""


def read_text(text: str, request: Request) -> Reading:
    """Read the final answer that is wanted from ``text``; never raises."""
    if len(text) > LIMIT:
        return too_large(f"{len(text)} characters, at most {LIMIT} are read")
    bare = text.strip()
    if not bare:
        return Reading(None, Code.EMPTY, "the response is blank")
    if len(bare) <= WINDOW:
        whole = usual(bare, request.kind)
        if whole is not None and not (request.choices and request.kind is AnswerKind.LETTER):
            return whole
    return _search(bare, request)


def _search(bare: str, wanted: Request) -> Reading:
    outside, thinking = outside_thinking(bare)
    outside = outside.strip()
    if not outside:
        return no_answer("the final channel is empty")
    if wanted.decoded and outside[0] in "{[`" and not thinking:
        reading = wanted.decoded(outside, wanted)
        if reading is not None:
            return reading
    tail, cut = window(outside)
    tail = plain(tail)
    if wanted.symbols is not None and wanted.vocabulary and not wanted.first:
        tail = parenthesised(tail, wanted.vocabulary, wanted.symbols)
    if "_" in tail and wanted.kind not in REACTIVE:
        tail = _KEY.sub(lambda key: key[0].replace("_", " "), tail)
    further = _FURTHER.search(tail)
    if further is not None:
        reading = _kept(tail[: further.start()], wanted, thinking=thinking, cut=cut)
        if reading.code is None:
            return reading
    return _kept(tail, wanted, thinking=thinking, cut=cut)


def _kept(tail: str, wanted: Request, *, thinking: bool, cut: bool) -> Reading:
    """The answer of a text, unless its writer takes it back or ends without one."""
    reading = _unretracted(tail, wanted, thinking=thinking, cut=cut)
    if reading.code is not None or wanted.first:
        return reading
    rest = taken_back(tail)
    if rest is not None and _unanswered(read_part(rest, wanted)):
        return open_answer(rest)
    last = given_up(tail)
    return reading if last is None or read_part(last, wanted) is not None else open_answer(last)


def _unanswered(reading: Reading | None) -> bool:
    """Whether a text gives no answer; several are for the search to judge."""
    return reading is None or reading.code is Code.NO_ANSWER


def _unretracted(tail: str, wanted: Request, *, thinking: bool, cut: bool) -> Reading:
    """The answer of the text behind its last retraction that one follows, else of all of it."""
    if not wanted.first:
        for rest in behind_retraction(tail):
            reading = _final(rest, wanted, thinking=thinking, cut=cut)
            if reading.code is Code.CONFLICTING or (
                reading.code is None and _complete(rest, reading, wanted.kind)
            ):
                return reading
    reading = _final(tail, wanted, thinking=thinking, cut=cut)
    second = behind_second_thought(tail) if reading.code is Code.CONFLICTING and not wanted.first else None
    if second is None:
        return reading
    again = _final(second, wanted, thinking=thinking, cut=cut)
    return again if again.code is None and _complete(second, again, wanted.kind) else reading


def _complete(text: str, reading: Reading, kind: AnswerKind) -> bool:
    """Whether a list of one item is all that a text says: elsewhere the item may be spoken of."""
    one = isinstance(reading.value, list) and len(reading.value) == 1 and (kind in LISTS or kind in SETS)
    return not one or len(text.split()) <= _FEW_WORDS or text.rstrip()[-1:] in ")]}"


def _final(tail: str, wanted: Request, *, thinking: bool, cut: bool) -> Reading:
    """The answer of the last mark, or of the text without one."""
    before, later = len(tail), None
    for zone in zones(tail, wanted.kind):
        reading = _zone(tail, zone, wanted)
        if reading is not None and reading.code is not None and later is None:
            reading = opening(tail[zone.start : zone.end], wanted) or reading
        if later is not None:
            content = tail[zone.start : zone.end]
            if reading is None and len(content) < CHAINED and not _OR.search(content):
                continue
            return _agreeing(later, reading, zone, tail, wanted)
        if reading is not None:
            if reading.code is not None:
                return reading
            if wanted.first:
                return _named_zone(reading, zone)
            said = behind("\n" + tail[zone.end : zone.end + CHAINED], wanted.kind)
            if said is not None:  # behind a later mark that no answer follows
                return open_answer(said)
            later, before = _named_zone(reading, zone), zone.start
            continue
        content = tail[zone.start : zone.end].strip(" \t\n\"'.:;\x02\x03`")
        if before == zone.end == len(tail) and not content:
            return no_answer(f"nothing follows the last mark ({zone.name})")
        if zone.final and content and _ELSEWHERE.match(content) is None:
            return malformed(f"what stands {zone.name} is not of the kind {wanted.kind.value}")
        before = zone.lead if _ELSEWHERE.match(content) else zone.start
    if later is not None:
        return later
    if thinking:
        return no_answer("all of the response is thinking, and no final answer is announced in it")
    reading = closing(tail[:before], wanted) or read_part(tail[:before], wanted)
    reading = own_answer(tail[:before], wanted, reading)
    passing = wanted.kind not in LISTS and reading is not None and reading.note in _PASSING
    if reading is not None and (reading.code is not None or passing):
        reading = opening(tail[:before], wanted) or reading
    if reading is None:
        return no_answer(f"no answer of the kind {wanted.kind.value}")
    if cut and reading.code is None:
        rest = read_part(tail[_BEGINNING:before], wanted)
        if rest is None or rest.value != reading.value:
            return too_large("the answer begins before the part of the text that is searched")
    if reading.code is None and _unfinished(tail[:before], reading, wanted):
        return malformed("the response is cut off")
    return reading if reading.note else Reading(reading.value, reading.code, "the only candidate")


def _unfinished(text: str, reading: Reading, wanted: Request) -> bool:
    """Whether a response without a mark breaks off in a sentence of prose that does not give its answer."""
    bare = text.rstrip()
    signed = _SIGNED.search(bare, max(0, len(bare) - REASONED))
    bare = bare if signed is None else bare[: signed.start()]
    if (
        bare[-1:] in _CLOSING
        or usual(bare.lstrip().partition("\n")[0], wanted.kind) is not None
        or any(bare.rpartition(". ")[2] == choice for choice in wanted.choices)
    ):
        return False
    if wanted.kind in LISTS and (
        bare[-1] == ":" or _HANGING.search(bare, max(0, len(bare) - _NEAR)) is not None
    ):
        return True
    if (
        any(begun[0].lstrip("\n")[0].islower() for begun in _SMALL.finditer(bare))
        or _IT_IS.search(bare) is not None
        or _LABELLED_END.search(bare) is not None
    ):
        return False
    if bare[-1:] in _OPENING:
        return True
    if _BEGUN.search(bare, max(0, len(bare) - _NEAR)) is not None or _breaks_off_in_options(bare):
        return True
    last = _SENTENCES.split(bare)[-1]
    if wanted.kind in REACTIVE and _is_closing(last, wanted):
        return False
    line = bare.rpartition("\n")[2]
    if len(text) < REASONED:
        return _BROKEN.search(last) is not None or (
            len(_STOPS.findall(line)) > 1
            and not _informal(bare)
            and len(last.replace("->", "").replace("=>", "").split()) > 1
            and _SO.search(last) is None
        )
    if _CUT.search(last, max(0, len(last) - 80)) is not None or last.count('"') % 2:
        return True
    if len(last.split()) < 3 or len(last) == len(bare) or (len(last) > _LONG and 2 * len(last) > len(text)):
        return False
    whole = wanted.kind is AnswerKind.FORMULA and _LITERAL_END.search(bare) is not None
    if whole or _COUNTED.search(bare) is not None or _informal(bare):
        return False
    own = read_part(last, msgspec.structs.replace(wanted, decoded=None))
    if own is None or own.code is not None:
        return _ITEM.match(text, bare.rfind("\n") + 1) is None
    return wanted.kind not in LISTS and own.value != reading.value


def _is_closing(last: str, wanted: Request) -> bool:
    """Whether a last sentence is no analysis: literals, a greeting, a remark of nothing in the question."""
    if _LITERALS.fullmatch(last) is not None:
        return True
    said = [word.strip(_AROUND) for word in last.lower().split()]
    names = {name for name in wanted.vocabulary or () if len(name) > 1}
    if _DIGIT.search(last) is not None or not names.isdisjoint(said) or not _ANALYSIS.isdisjoint(said):
        return False
    return said[-1] not in _UNFINISHED and last[-1] not in ",;-"


def _breaks_off_in_options(text: str) -> bool:
    """Whether the last of the lines that go through the options has no end, as the others have."""
    lines = [line for line in text.split("\n") if line.strip()][-_OPTIONS:]
    gone_through = len(lines) == _OPTIONS and all(_OPTION.match(line) for line in lines)
    return gone_through and all(line.rstrip()[-1] == "." for line in lines[:-1])


def _informal(text: str) -> bool:
    """Whether a text has a sentence that begins with a small letter: its writer ends them without a stop."""
    return any(beginning[1] in _PROSE for beginning in _BEGINNINGS.finditer(text))


def _named_zone(reading: Reading, zone: Zone) -> Reading:
    more = "" if reading.note in ("", "the whole answer") else f", {reading.note}"
    return Reading(reading.value, None, zone.name + more)


def _agreeing(later: Reading, earlier: Reading | None, zone: Zone, text: str, wanted: Request) -> Reading:
    """The answer of the last mark, unless the one before gives another and nothing takes that back."""
    content = text[zone.start : zone.end]
    if len(content) > CHAINED and (len(content) >= _LISTED or len(_ATOMS.sub("", content)) > CHAINED):
        return later
    if zone.close < zone.end:
        request = msgspec.structs.replace(wanted, first=False, marked=True, final=True)
        earlier = read_part(text[zone.start : zone.close], request)
    if _OR.search(content) is not None or _CASES.search(content) is not None:
        return open_answer(content[-60:])
    if (
        earlier is None
        or earlier.code is not None
        or earlier.note == "the last one named"
        or " would be" in text[zone.lead : zone.start]
        or _ANEW.match(text, zone.end) is not None
    ):
        return later
    same = comparable(earlier.value, wanted.kind) == comparable(later.value, wanted.kind)
    return later if same else conflicting([earlier.value, later.value])


def _zone(text: str, zone: Zone, wanted: Request) -> Reading | None:
    """What a mark's zone says; what follows a delimited answer must not open it again."""
    inner = text[zone.start : zone.end].strip(" \t\n\"'`.")
    if not inner:
        return None
    if wanted.kind is AnswerKind.FORMULA and zone.name.endswith(" is'") and NOT.match(inner) is not None:
        return open_answer(inner)
    whole = usual(inner, wanted.kind) if not wanted.choices else None
    if whole is not None:
        return whole
    request = msgspec.structs.replace(wanted, marked=True, final=zone.final)
    if zone.close >= zone.end:
        return read_part(text[zone.start : zone.end], request)
    reading = read_part(text[zone.start : zone.close], request)
    if reading is None or reading.code is not None or wanted.first:
        return reading
    rest = text[zone.close + 1 : zone.end]
    if wanted.kind in ASKED_TO_FAIL and wanted.kind is not AnswerKind.YES_NO:
        rest = _FAILS.sub("", rest)
    said = opened_by(rest[:80]) or behind(rest, wanted.kind)
    if said is not None:
        return open_answer(said)
    other = data_in(rest, wanted, wanted.decoded) if wanted.decoded and "{" in rest else None
    if other is None or other.code is not None:
        return reading
    against = contradicts(reading.value, other.value, wanted.kind)
    return conflicting([reading.value, other.value]) if against else reading
