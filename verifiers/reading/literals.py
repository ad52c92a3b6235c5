"""Literals, and sets of them: what inputs are at steps.

    literal = [ not ] atom { value }
    not     = "!" | "~" | "not" | "-"                       (LaTeX and other signs have become "!")
    atom    = one of the notations of ``NOTATIONS`` | "(" literal ")"
    value   = ( "=" | "is" | ":" ) bit                      bit = 0 | 1 | true | false | on | off | high | low
    set     = the lists of ``lists`` with literals for items | "none" | "the empty set"

A set that is empty must be said by a word; "[]" says nothing and is `silent`.  Negations are counted, never
dropped.  Values and steps are left as they came: types and ranges are checked by the judge.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .beside import denies
from .lexer import Item, masked
from .lists import choose_list
from .reading import (
    Reading,
    Request,
    conflicting,
    empty,
    found,
    malformed,
    no_answer,
    none_answer,
    open_answer,
)
from .worded import in_notation
from .words import UNDECIDED, Guarded, phrase, words

NONE: tuple[Any, ...] = ()
"""The set of literals that was said to be empty."""
BITS = {"0": 0, "1": 1, "true": 1, "false": 0, "on": 1, "off": 0, "high": 1, "low": 0}
"""What stands for the two values of an input."""

_NAME = r"(?:\"[^\"\n@]{1,80}\"|(?<![\w@])[A-Za-z_][\w.]{0,79}(?:\[\d{1,4}\])?)"
_BIT = rf"(?:{'|'.join(BITS)})"
_CHANGE = r"\b(?:set|change|flip|put|switch|turn"
NOTATIONS = (
    r"NAME\s{0,4}@\s{0,4}(?:(?:step|time|t)\s{0,2}=?\s{0,2})?"
    r"(?P<step0>\d{1,9}|\{\s?\d{1,9}\s?\}|\(\s?(?:t\s?=\s?)?\d{1,9}\s?\))(?![\w@])",
    r"NAME\s(?:at|in) (?:time ?)?(?:step|time)\s?STEP"
    r"(?!\w|\s(?:from [01] )?to\s[01]\b|\s?:\s?(?:set )?[A-Za-z_][\w.]{0,79}\s?(?::?=|->|is\b|to\b))",
    r"(?<!output )NAME\s{0,2}(?::?=|is|becomes|turns)\s{0,2}(?P<bit2>0|1|true|false)\s{0,2}"
    r"(?:@|at(?: (?:time)?step| time| t)?\s?=?)\s{0,2}STEP(?!\w)",
    rf"(?:(?:{_CHANGE}|and)\s{{1,3}})|(?<=[;,] ))(?:input )?NAME\s(?:from [01] )?to\sBIT\s"
    r"(?:at|in)\s(?:time ?)?(?:step|time)\s?STEP(?!\w)",
    rf"\bat step\sSTEP,? {_CHANGE})\sNAME\s(?:from [01] )?to\sBIT(?!\w)",
    r"(?:\b(?:(?:intervene )?at )?(?:(?:time)?step|time)\s|\bt\s?=\s?|(?m:^)(?=\d+:))"
    r"STEP\s?[:,|-]\s?(?:set |(?:advance )?with )?NAME\s?(?:=|:=|->|\bis|\bto|\bbecomes)\s?BIT(?!\w)",
    r"\|\s*STEP\s*\|\s*NAME\s*\|\s*BIT\s*(?=\|)",
    r"\|\s*NAME\s*\|\s*STEP\s*\|\s*BIT\s*(?=\|)",
    r"[\[(]\s{0,4}STEP\s{0,4},\s{0,4}[\"']?(?P<name8>[A-Za-z_][\w.\[\]]{0,79})[\"']?\s{0,4},\s{0,4}[\"']?BIT"
    r"[\"']?\s{0,4}[\])]",
    rf"(?:{_CHANGE})\s{{1,3}})?NAME\s(?:at|in)\s(?:time ?)?(?:step|time)\s?STEP\s(?:from [01] )?to\s"
    r"BIT(?!\w)",
    r"\|\s*STEP\s*\|\s*NAME\s?(?::?=|->|to|is)\s?BIT\s*(?=[|,])",
)
"""How an input at a step is written: by its number each; the first two say no value."""
_PLAIN, _WORDED, _NEGATABLE, _LINES, _COLUMNS = 0, 1, (0, 1, 2), (5, 10), 7


_NAMES, _STEPS, _OWN_BITS = (
    [f"{group}{form}" for form in range(len(NOTATIONS))] for group in ("name", "step", "bit")
)


def _numbered(number: int, notation: str) -> str:
    for group, pattern in (("name", _NAME), ("step", r"\d{1,9}"), ("bit", _BIT)):
        notation = notation.replace(group.upper(), f"(?P<{group}{number}>{pattern})")
    return notation


@lru_cache
def _pattern(signed: bool, worded: bool, tabled: bool, listed: bool) -> tuple[re.Pattern[str], list[int]]:
    """The pattern and notations of the literals of a text with "@", words for steps, "|" and ","."""
    signs = (signed, worded, signed or worded, worded, worded, worded, tabled, tabled, listed, worded, tabled)
    forms = [form for form, possible in enumerate(signs) if possible]
    pattern = re.compile(
        rf"(?:(?<!\w)(?=[A-Za-z_])|(?=[!~|\[(\"-])(?!(?<=\w)![\s!~]))"
        rf"(?P<not>(?:(?:[!~]|(?<!\w)-(?=[A-Za-z(\"])|\b(?:not|nicht)\b)\s{{0,4}}\(?\s?){{1,4}})?"
        rf"(?:{'|'.join(_numbered(form, NOTATIONS[form]) for form in forms)})"
        rf"(?P<prime>'(?![A-Za-z]))?(?P<closed>\s?\))?"
        rf"(?P<value>\s{{0,4}}(?:=+|:=|:|\bis\b|->)\s{{0,4}}(?P<isnot>not\s)?(?:set to |equal to )?"
        rf"(?P<bit>{_BIT})(?![\w@]))?",
        re.IGNORECASE,
    )
    return pattern, forms


_STEP_THEN_VALUE = phrase(r"\|\s{0,9}(?:step|time|t)\s{0,9}\|\s{0,9}(?:value|bit)\s{0,9}\|")
_USUAL = re.compile(r"\s*!?[A-Za-z_]\w{0,79}@\d{1,9}(?:,\s{0,4}!?[A-Za-z_]\w{0,79}@\d{1,9})*\s*", re.ASCII)
_MORE = phrase(
    rf"\s{{0,4}}(?:,|;|&|\band\b)\s{{0,4}}(?:and )?(?:set )?(?P<name>{_NAME})\s?(?:=|:=|->|\bis|\bto|\bbecomes)\s?"
    rf"(?P<bit>{_BIT})(?!\w|\s{{0,4}}(?:@|at\b))"
)
_EMPTY = Guarded(r"(?:(?<!\w)(?=[ent])|(?=\u2205))<<empty set>>")
_NOT = re.compile("not|nicht", re.IGNORECASE)
_GOES_ON = re.compile(
    r"[-+*]\d| [+*] ?\d|\.\d|\.\.(?!\.)| (?:to|through|till|until) \d"
    r"| {0,2}(?:=+|:=|/) {0,2}[!~(\"A-Za-z_]| {0,2}(?:->|:) {0,2}(?:not )?[!~(]*[A-Za-z_][\w.]* ?@ ?\d",
    re.IGNORECASE,
)
"""What makes of a literal more than it: "a@1-4", "a@1.5", "a@1 = b@1"."""
_DANGLING = re.compile(r"[\s,;&]*[!~]?\s?(?:[A-Za-z_]\w*\s?@\s?|[!~])$|[\s,;&]*[\[(]\s?[\w\s,\"']{0,90}$")
_BULLETED, _DASH = re.compile(r"[ \t]*(?:[-*]|\d{1,3}[.)])[ \t\"']+"), re.compile(r"[ \t]--?[ \t]")
_SEPARATED = phrase(r"[\s,;&\"']*(?:and\b)?[\s,;&\"']*")
_REST = 400
"""So many characters behind a set are looked at, more than a dangling item has."""
_CHANGED = phrase(
    r"[\s\"'\]}]{0,4}\((?:which |that |it |both |all |the latter )?"
    r"(?:must|should|has to|have to|is|are|being|set)\b[^()]{0,40}"
    r"\b(?:0|1|true|false|low|high|on|off|negated|inverted)\b[^()]{0,20}\)"
)
"""A parenthesis that gives a literal another value: "go@4 (which must be 0)"."""


_PARTING = re.compile(r"[.!?;](?=\s)|\n")
_CLAUSE, _SIGNS = re.compile(r"[,:(]\s|--? "), " \"'([{-"
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_AFFIRMING, _REMARKS = (
    words("affirming") | {"matter", "matters", "count", "counts", "changed", "flipped", "together"},
    words("lead", "reason", "time", "remark"),
)
_GOES_ON_SAYING = re.compile(r"[\"')]* \w")
_ADDING = Guarded(r"\b<<also>>\W*$")
_NOT_MINE = Guarded(r"\d ?%|\b<<they say>>\b|\b<<at first>>\b[^,;:]*$")
"""What stands before literals that come to others, and before those that are a chance or a first thought."""
_REFUSED = Guarded(
    r"\b(?:i|we)(?:'d|'ll|'m|'ve)? (?:\w+ ){0,2}(?:not|never|cannot|\w+n't|pass)\b"
    r"(?! (?:touch|matter|need|see|find))|\b(?:not|to be) (?:yet )?(?:done|finished|continued)\b|\bso far\b"
    r"|\b(?:rest|others?)\b[^.!?\n]{0,20}\b(?:leave|open|unknown|unclear|escapes?|missing)\b"
)
"""What a writer says, behind literals that nothing announces, who gives no answer."""
_CONCLUDED = Guarded(
    r"\b<<concluding a set>>\b[^:]{0,60}$|(?<!\w)<<foreign so>>[^:]{0,60}$"
    r"|\b(?:i|we)(?:'d|'ll|'m|'ve)? (?:\w+ ){0,3}<<my own>>\b[^:]{0,60}$"
)
_IDLE = re.compile(
    r"(?mi)^[\s|*-]*(?:(?:time)?steps?\s)?\d+(?:\s?(?:-|to)\s?\d+| and (?:later|after))?\s?[:|]\s*"
    r"(?:advance )?(?:with )?(?:no|none|nothing)\b[^\n]*$"
)
"""The line of a step at which nothing is changed."""


def lex_literals(text: str, names: frozenset[str] | None) -> list[Item]:
    """The literals of ``text`` in order, (step, name, value) each."""
    literals: list[Item] = []
    lowered = text.lower()
    worded = (
        "step" in lowered or "time" in lowered or "t=" in lowered or "t =" in lowered or " at " in lowered
    )
    features = ("@" in text, worded, "|" in text, "," in text)
    if not any(features):
        return literals
    pattern, forms = _pattern(*features)
    for match in pattern.finditer(text):
        for form in forms:
            name = match[_NAMES[form]]
            if name is not None:
                break
        name = name.strip('"')
        if form == _WORDED and (names is None or name not in names):
            continue
        if form > _WORDED and names and "@" in text and spelled(name, names) not in names:
            continue  # what is said of an output
        if form == _COLUMNS and _STEP_THEN_VALUE.search(text) is None:
            continue
        bit = match["bit"] or (match[_OWN_BITS[form]] if form > _WORDED else "1")
        negatable = form in _NEGATABLE
        start, end, signs = _outline(text, match) if negatable else (match.end("not"), match.end(), "")
        if not negatable and match["not"] is None:
            start = match.start()
        flips = sum(map(signs.count, "!~-")) + len(_NOT.findall(signs)) if signs else 0
        flips += match["isnot"] is not None
        step = int(match[_STEPS[form]].strip("{}() t="))
        value = (step, spelled(name, names), BITS[bit.lower()] ^ (flips % 2))
        if literals and form != _PLAIN and literals[-1].value == value:
            continue  # a remark that says the literal in words
        fault = f"{match[0].strip()}: a prime may negate or not" if match["prime"] else ""
        more = _GOES_ON.match(text, end) if form == _PLAIN and match["value"] is None else None
        if more is not None:
            fault = f"{text[start : more.end() + 8]!r} is more than a literal"
        literals.append(Item(start, end, value, fault=fault))
        if form in _LINES:
            literals += _same_step(text, literals[-1], names)
    return literals


def _outline(text: str, match: re.Match[str]) -> tuple[int, int, str]:
    """Where a literal begins and ends with the parentheses around it, and its signs of negation."""
    signs, start, end = match["not"] or "", match.start(), match.end()
    if "(" not in signs and match["closed"] is None:
        return start, end, signs
    opened, closed = signs.count("("), match["closed"] is not None
    if opened < closed and match["value"] is None:
        end = match.start("closed")
    elif opened > closed:
        cut = [sign.end() for sign in re.finditer(r"\(", signs)][opened - closed - 1]
        start, signs = start + cut, signs[cut:]
    return start, end, signs


def _same_step(text: str, first: Item, names: frozenset[str] | None) -> Iterator[Item]:
    """The inputs that follow in the line of a step: "step 3: a = 1, b = 0"."""
    end = first.end
    while (more := _MORE.match(text, end)) is not None:
        end = more.end()
        name = spelled(more["name"].strip('"'), names)
        yield Item(more.start("name"), end, (first.value[0], name, BITS[more["bit"].lower()]))


def spelled(name: str, names: frozenset[str] | None) -> str:
    """The name as the question spells it: LaTeX writes s_0 for s0, and some write capitals."""
    if names is None or name in names:
        return name
    others = (name.replace("_", ""), name.lower(), name.lower().replace("_", ""))
    return next((other for other in others if other in names), name)


def read_literals(text: str, request: Request) -> Reading | None:
    """The set of literals in ``text``, or None when it holds none."""
    if _USUAL.fullmatch(text) is not None:
        usual = _usual(text, request.vocabulary)
        if usual is not None:
            return found(usual, "literals")
    text = _IDLE.sub("", text) if "no" in text else text
    text = in_notation(text, request.vocabulary) if request.vocabulary else text
    literals = _of_inputs(text, lex_literals(text, request.vocabulary), request.vocabulary)
    literals = _in_notation(text, literals)
    if len(literals) > 1 and (" - " in text or " -- " in text):
        literals = _outside_remarks(text, literals)
    near = literals[:64]
    empties = [Item(*empty.span(), "none") for empty in _EMPTY.finditer(text)]
    empties = [
        empty for empty in empties if not any(literal.start <= empty.start < literal.end for literal in near)
    ]
    items = sorted([*literals, *empties], key=lambda item: item.start)
    if not items:
        return empty(text)
    chosen = choose_list(masked(text, items), request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    members, note = chosen
    return _set(members, items, text, request, note) if members else found([], "an empty list")


def _outside_remarks(text: str, literals: list[Item]) -> list[Item]:
    """The literals without those of the remarks behind a dash, where lines begin with a literal each."""
    kept: list[Item] = []
    for literal in literals:
        line = text.rfind("\n", 0, literal.start) + 1
        first = next((other for other in kept if other.start >= line), None)
        listed = first is not None and _BULLETED.fullmatch(text, line, first.start) is not None
        if first is None or not listed or _DASH.search(text, first.end, literal.start) is None:
            kept.append(literal)
    return kept


def _of_inputs(text: str, literals: list[Item], names: frozenset[str] | None) -> list[Item]:
    """The literals without those that speak of an output, away from those of inputs."""
    known = [names is None or literal.value[1] in names for literal in literals]
    if all(known) or not any(known):
        return literals
    kept = []
    for number, literal in enumerate(literals):
        beside = [
            other
            for other in (number - 1, number + 1)
            if 0 <= other < len(literals)
            and _beside(text, literals[min(number, other)], literals[max(number, other)])
        ]
        if known[number] or beside:
            kept.append(literal)
    return kept


def _in_notation(text: str, literals: list[Item]) -> list[Item]:
    """The literals without those that sentences say in words, where a series stands in the question's
    notation and they are no part of it."""
    noted = ["@" in text[literal.start : literal.end] for literal in literals]
    if all(noted) or not any(noted):
        return literals
    kept, last = [], len(literals) - 1
    for number, literal in enumerate(literals):
        before = number > 0 and _beside(text, literals[number - 1], literal)
        if noted[number] or before or (number < last and _beside(text, literal, literals[number + 1])):
            kept.append(literal)
    return kept


def _beside(text: str, one: Item, other: Item) -> bool:
    return _SEPARATED.fullmatch(text, one.end, other.start) is not None


def _usual(text: str, names: frozenset[str] | None) -> list[list[Any]] | None:
    """The set that a list in the usual notation is; None when an input stands in it twice."""
    items = [part.strip().rpartition("@") for part in text.split(",")]
    literals = [[int(step), spelled(name.lstrip("!"), names), int(name[0] != "!")] for name, _, step in items]
    return literals if len({(step, name) for step, name, _ in literals}) == len(literals) else None


def _set(members: list[Item], items: list[Item], text: str, request: Request, note: str) -> Reading:
    """The set that the chosen literals are, unless the words around them deny it."""
    none = next((item for item in members if item.value == "none"), None)
    if none is not None:
        rest = text[none.end :].partition("\n")[0]
        beside = any(item.value != "none" and none.end <= item.start < none.end + len(rest) for item in items)
        if any(item.value != "none" for item in members) or (beside and rest.lstrip()[:1] == ","):
            return conflicting(["none", "literals"])
        return none_answer(request.kind, note)
    last = text[members[-1].end : members[-1].end + _REST]
    if members[-1] is items[-1] and (_DANGLING.fullmatch(last) or _unclosed(text, members)):
        return malformed("the list is cut off")
    changed = _CHANGED.match(last) or UNDECIDED.search(
        text, _paragraph(text, members[0].start), members[0].start
    )
    if changed is not None:
        return open_answer(changed[0])
    fault = next((item.fault for item in members if item.fault), None)
    if fault is not None:
        return open_answer(fault)
    values = {(step, name): value for step, name, value in (item.value for item in members)}
    if any(values[item.value[:2]] != item.value[2] for item in members):
        return conflicting(
            [f"{'' if bit else '!'}{name}@{step}" for step, name, bit in (m.value for m in members)]
        )
    if note == "mentioned" and not request.marked and not _stated(text, members, items):
        return no_answer("literals are mentioned, and no set of them is announced")
    return found([list(item.value) for item in members], note or "literals")


def _paragraph(text: str, end: int) -> int:
    """Where the paragraph begins that stands before a place, or that the place is in."""
    return max(0, text.rfind("\n\n", 0, max(0, end - 2)))


def _stated(text: str, members: list[Item], items: list[Item]) -> bool:
    """Whether a series that nothing announces is the answer: no one writes the notation of the question by
    accident, and where other literals stand, or it is one literal, a word must conclude it."""
    start, end = members[0].start, members[-1].end
    if any("@" not in text[member.start : member.end] for member in members):
        return False
    begun = max((parting.end() for parting in _PARTING.finditer(text, 0, start)), default=0)
    over = _PARTING.search(text, end)
    lead, rest = text[begun:start], text[end : over.start() if over is not None else len(text)]
    quoted = len(members) > 1 and lead[-1:] == '"' == rest[:1] and '"' not in text[start:end]
    if quoted or _NOT_MINE.search(lead) is not None or _REFUSED.search(text[begun:]) is not None:
        return False
    said = _WORD.findall(rest.lower())
    tells = said and _GOES_ON_SAYING.match(rest) is not None and said[0] not in _REMARKS
    if tells and (_AFFIRMING.isdisjoint(said) or any(denies(word) for word in said)):
        return False
    values = {member.value for member in members}
    others = any(item.value not in values for item in items)
    if len(values) > 1 and not others and not _CLAUSE.split(lead)[-1].strip(_SIGNS):
        return True
    return _CONCLUDED.search(lead) is not None and not (others and _ADDING.search(lead))


def _unclosed(text: str, members: list[Item]) -> bool:
    """Whether a bracket right before the set is not closed behind it."""
    before = text[max(0, members[0].start - 8) : members[0].start].rstrip(" \n\"'")
    close = {"[": "]", "{": "}"}.get(before[-1:])
    return close is not None and close not in text[members[-1].end :]


def checked_set(reading: Reading) -> Reading:
    """A set out of the JSON of a text: each element is a triple with a bit, and no input has two values."""
    values: dict[tuple[str, str], Any] = {}
    for item in reading.value or ():
        if (
            not isinstance(item, list)
            or len(item) != 3
            or item[2] not in (0, 1)
            or not isinstance(item[1], str)
        ):
            return malformed(f"{str(item)[:60]} is no [step, name, 0 or 1]")
        if values.setdefault((str(item[0]), item[1]), item[2]) != item[2]:
            return conflicting([item, "the other value"])
    return reading
