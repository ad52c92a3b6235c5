"""Literals, and sets of them: what inputs are at steps.

    literal = [ not ] atom { value }
    not     = "!" | "~" | "not" | "-"                       (LaTeX and other signs have become "!")
    atom    = name "@" step | name "@" "{" step "}" | name ["is" | "="] bit "at step" step
            | "(" step "," name "," bit ")" | "[" step "," name "," bit "]" | "(" literal ")"
    value   = ( "=" | "is" | ":" ) bit | "'"                bit = 0 | 1 | true | false | on | off | high | low
    set     = the lists of ``lists`` with literals for items | "none" | "the empty set"

A set that is empty must be said by a word; "[]" says nothing and is `silent`.  Negations are counted, never
dropped.  Values and steps are left as they came: types and ranges are checked by the judge.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .lexer import MARK
from .lists import choose_list
from .reading import Reading, Request, conflicting, found, malformed, no_answer, none_answer

NONE: tuple[Any, ...] = ()
"""The set of literals that was said to be empty."""
BITS = {"0": 0, "1": 1, "true": 1, "false": 0, "on": 1, "off": 0, "high": 1, "low": 0}
"""What stands for the two values of an input."""

_NAME = r"(?:\"[^\"\n@]{1,80}\"|(?<![\w@])[A-Za-z_][\w.]{0,79}(?:\[\d{1,4}\])?)"
_STEP = r"(?:\d{1,9}|\{\s?\d{1,9}\s?\}|\(\s?(?:t\s?=\s?)?\d{1,9}\s?\))"
_BIT = r"(?:0|1|true|false|on|off|high|low)"
_AT = r"\s{0,4}@\s{0,4}(?:(?:step|time|t)\s{0,2}=?\s{0,2})?"
_LITERAL = re.compile(
    rf"(?:(?<!\w)(?=[A-Za-z_])|(?=[!~|\[(\"-]))"
    rf"(?P<not>(?:(?:[!~]|(?<!\w)-(?=[A-Za-z(\"])|\bnot\b)\s{{0,4}}\(?\s?){{1,4}})?"
    rf"(?:(?P<name>{_NAME}){_AT}(?P<step>{_STEP})(?![\w@])"
    rf"|(?P<name2>{_NAME})\s{{0,2}}(?:=|is)\s{{0,2}}(?P<bit2>0|1|true|false)\s{{0,2}}(?:@|at(?: step"
    rf"| time| t)?\s?=?)\s{{0,2}}(?P<step2>\d{{1,9}})(?!\w)"
    rf"|(?P<name4>{_NAME})\s(?:at|in) (?:time )?(?:step|time)\s?(?P<step4>\d{{1,9}})(?!\w)"
    rf"|(?:\b(?:set|change|flip|put|switch|turn|and)\s{{1,3}})(?P<name5>{_NAME})\s(?:from [01] )?to\s(?P<bit"
    rf"5>{_BIT})\s(?:at|in)\s(?:time )?(?:step|time)\s?(?P<step5>\d{{1,9}})(?!\w)"
    rf"|\bat step\s(?P<step6>\d{{1,9}}),? (?:set|change|flip|put|switch"
    rf"|turn)\s(?P<name6>{_NAME})\s(?:from [01] )?to\s(?P<bit6>{_BIT})(?!\w)"
    rf"|(?:\b(?:step|time)\s|\bt\s?=\s?)(?P<step8>\d{{1,9}})\s?[:,|-]\s?(?:set )?(?P<name8>{_NAME})\s?"
    rf"(?:=|:=|->|\bis|\bto)\s?(?P<bit8>{_BIT})(?!\w)"
    rf"|\|\s*(?P<step7>\d{{1,9}})\s*\|\s*(?P<name7>{_NAME})\s*\|\s*(?P<bit7>{_BIT})\s*(?=\|)"
    rf"|\|\s*(?P<name9>{_NAME})\s*\|\s*(?P<step9>\d{{1,9}})\s*\|\s*(?P<bit9>{_BIT})\s*(?=\|)"
    rf"|[\[(]\s{{0,4}}(?P<step3>\d{{1,9}})\s{{0,4}},\s{{0,4}}[\"']?(?P<name3>[A-Za-z_][\w.\[\]]{{0,79}})"
    rf"[\"']?\s{{0,4}},\s{{0,4}}[\"']?(?P<bit3>{_BIT})[\"']?\s{{0,4}}[\])])"
    rf"(?P<prime>'(?![A-Za-z]))?(?P<closed>\s?\))?"
    rf"(?P<value>\s{{0,4}}(?:=+|:=|:|\bis\b|->)\s{{0,4}}(?P<isnot>not\s)?(?:set to "
    rf"|equal to )?(?P<bit>{_BIT})(?![\w@]))?",
    re.IGNORECASE,
)
_STEP_THEN_VALUE = re.compile(
    r"\|\s{0,9}(?:step|time|t)\s{0,9}\|\s{0,9}(?:value|bit)\s{0,9}\|", re.IGNORECASE
)
_USUAL = re.compile(r"\s*!?[A-Za-z_]\w{0,79}@\d{1,9}(?:,\s{0,4}!?[A-Za-z_]\w{0,79}@\d{1,9})*\s*", re.ASCII)
_MORE = re.compile(
    rf"\s{{0,4}}(?:,|;|&|\band\b)\s{{0,4}}(?:and )?(?:set )?(?P<name>{_NAME})\s?(?:=|:=|->|\bis|\bto)\s?"
    rf"(?P<bit>{_BIT})(?!\w|\s{{0,4}}(?:@|at\b))",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:(?<!\w)(?=[ent])|(?=\u2205))(?:(?<!-)none(?![\w-])(?! of\b)|\u2205"
    r"|\b(?:the )?empty set\b|\bthere (?:is|are) no(?:ne"
    r"|t any)?\b(?: such| but-for| single)?(?: (?:causes?|literals?|inputs?|atoms?|input literals?))?"
    r"|\bno (?:such |but-for |single )?(?:literals?|causes?|atoms?)(?: exists?)?\b|\bno constraints\b)",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"[\s,;&]*[!~]?\s?(?:[A-Za-z_]\w*\s?@\s?|[!~])$|[\s,;&]*[\[(]\s?[\w\s,\"']{0,90}$")


class Literal(NamedTuple):
    """A literal in a text: where it stands, its step, name and value."""

    start: int
    end: int
    step: Any
    name: str
    value: Any


def lex_literals(text: str, names: frozenset[str] | None) -> list[Literal]:
    """The literals of ``text`` in order."""
    literals: list[Literal] = []
    for match in (
        _LITERAL.finditer(text)
        if "@" in text or "," in text or " step" in text or "|" in text or ":" in text
        else ()
    ):
        form = "" if match["name"] is not None else next(form for form in _FORMS if match["name" + form])
        name = match["name" + form].strip('"')
        plain = match["name"] or match["name2"] or match["name4"]
        if match["name4"] and (names is None or name not in names):
            continue
        if match["name9"] and _STEP_THEN_VALUE.search(text) is None:
            continue
        step = int(match["step" + form].strip("{}() t="))
        bit = match["bit"] or (match["bit" + form] if form and form != "4" else None)
        value = BITS.get(bit.lower(), 1) if bit is not None else 1
        signs = (match["not"] or "") if plain else ""
        start, end = match.start() if plain else match.start() + len(match["not"] or ""), match.end()
        opened, closed = signs.count("("), match["closed"] is not None
        if opened < closed:
            if match["value"] is None:
                end = match.start("closed")
            elif start and text[start - 1] == "(":
                start -= 1
        elif opened > closed:
            if text.startswith(")", end):
                end += 1
            else:
                cut = [sign.end() for sign in re.finditer(r"\(", signs)][opened - closed - 1]
                start, signs = start + cut, signs[cut:]
        flips = signs.count("!") + signs.count("~") + signs.count("-") + signs.lower().count("not")
        flips += (match["prime"] is not None) + (match["isnot"] is not None)
        literal = Literal(start, end, step, spelled(name, names), value ^ (flips % 2))
        if literals and not match["name"] and literals[-1][2:] == literal[2:]:
            continue  # a remark that says the literal in words
        literals.append(literal)
        if match["name8"]:
            literals += _same_step(text, literal, names)
    return literals


def _same_step(text: str, first: Literal, names: frozenset[str] | None) -> list[Literal]:
    """The inputs that follow in the line of a step: "step 3: a = 1, b = 0"."""
    literals: list[Literal] = []
    end = first.end
    while (more := _MORE.match(text, end)) is not None:
        end = more.end()
        name = spelled(more["name"].strip('"'), names)
        literals.append(Literal(more.start("name"), end, first.step, name, BITS[more["bit"].lower()]))
    return literals


_FORMS = ("2", "3", "4", "5", "6", "7", "8", "9")
"""The groups of a literal's other notations are numbered; the fourth has no bit of its own."""


def spelled(name: str, names: frozenset[str] | None) -> str:
    """The name as the question spells it: LaTeX writes s_0 for s0, and some write capitals."""
    if names is None or name in names:
        return name
    for other in (name.replace("_", ""), name.lower(), name.lower().replace("_", "")):
        if other in names:
            return other
    return name


def skeleton_of(text: str, literals: list[Literal]) -> str:
    """The text with a MARK for each literal."""
    pieces, place = [], 0
    for literal in literals:
        pieces.append(text[place : literal.start])
        place = max(place, literal.end)
    return MARK.join([*pieces, text[place:]])


def read_literals(text: str, request: Request) -> Reading | None:
    """The set of literals in ``text``, or None when it holds none."""
    if _USUAL.fullmatch(text) is not None:
        usual = _usual(text, request.vocabulary)
        if usual is not None:
            return found(usual, "literals")
    literals = lex_literals(text, request.vocabulary)
    empties = [Literal(empty.start(), empty.end(), None, "none", None) for empty in _EMPTY.finditer(text)]
    items = sorted(
        [
            *literals,
            *(
                empty
                for empty in empties
                if not any(one.start <= empty.start < one.end for one in literals[:64])
            ),
        ]
    )
    if not items:
        bare = text.strip(" \n\t\"'.:;=\x02\x03")
        return found([], "an empty list") if bare.replace(" ", "") in ("[]", "{}", "()") else None
    skeleton = skeleton_of(text, items)
    if request.marked and not literals and len(empties) == 1:
        skeleton, items = skeleton, empties
    values: list[Any] = [
        "none" if item.value is None else (item.step, item.name, item.value) for item in items
    ]
    chosen = choose_list(skeleton, values, request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    members, note = [items[number] for number in chosen[0]], chosen[1]
    if not members:
        return found([], "an empty list")
    return _set(members, items, text, request, note)


def _usual(text: str, names: frozenset[str] | None) -> list[list[Any]] | None:
    """The set that a list in the usual notation is; None when an input stands in it twice."""
    items = [part.strip().rpartition("@") for part in text.split(",")]
    literals = [[int(step), spelled(name.lstrip("!"), names), int(name[0] != "!")] for name, _, step in items]
    return literals if len({(step, name) for step, name, _ in literals}) == len(literals) else None


def _set(members: list[Literal], items: list[Literal], text: str, request: Request, note: str) -> Reading:
    """The set that the chosen literals are, unless the words around them deny it."""
    last = text[members[-1].end : members[-1].end + 60]
    none = [item for item in members if item.value is None]
    if none:
        beside = text.find("\n", none[0].end)
        rest = text[none[0].end : beside if beside >= 0 else len(text)]
        other = next(
            (
                item
                for item in items
                if item.value is not None and none[0].end <= item.start < none[0].end + len(rest)
            ),
            None,
        )
        if len(none) < len(members) or (
            other is not None
            and rest.lstrip()[:1] == ","
            and not re.match(r",?\s*(?:because|since|as|for)\b", rest)
        ):
            return conflicting(["none", "literals"])
        return none_answer(request.kind, note)
    if members[-1] is items[-1] and (_DANGLING.fullmatch(last) or _unclosed(text, members)):
        return malformed("the list is cut off")
    values = {(item.step, item.name): item.value for item in members}
    if any(values[item.step, item.name] != item.value for item in members):
        return conflicting([f"{item.name}@{item.step}" for item in members])
    if note == "mentioned" and not request.marked:
        return no_answer("literals are mentioned, and no set of them is announced")
    return found([[item.step, item.name, item.value] for item in members], note or "literals")


def _unclosed(text: str, members: list[Literal]) -> bool:
    """Whether a bracket right before the set is not closed behind it."""
    before = text[max(0, members[0].start - 8) : members[0].start].rstrip(" \n\"'")
    close = {"[": "]", "{": "}"}.get(before[-1:])
    return close is not None and close not in text[members[-1].end :]


def checked_set(reading: Reading) -> Reading:
    """A set out of the JSON of a text: each element is a triple with a bit, and no input has two values."""
    values: dict[tuple[Any, str], Any] = {}
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


__all__ = [
    "BITS",
    "NONE",
    "Literal",
    "checked_set",
    "lex_literals",
    "read_literals",
    "skeleton_of",
    "spelled",
]
