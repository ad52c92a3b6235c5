"""How a literal is written, what an input is at a step.

    literal = [ not ] atom { value }
    not     = "!" | "~" | "not" | "-"                       (LaTeX and other signs have become "!")
    atom    = one of the notations of ``NOTATIONS`` | "(" literal ")"
    value   = ( "=" | "is" | ":" ) bit                      bit = 0 | 1 | true | false | on | off | high | low

Negations are counted, never dropped.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from .lexer import Item
from .words import phrase

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
_PLAIN, _WORDED, _NEGATABLE, _LINES, _COLUMNS, _TOLD = 0, 1, (0, 1, 2), (5, 10), 7, (2, 3)
_STEP_TOO = re.compile(
    r"(?:,\s|,?\s(?:and|&)\s)((?:(?:at|in) )?(?:step )?(\d{1,6}))(?![\w@]|\.\d|\s?[:=]|\s(?:at|in|to|from)\s)"
)


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
        rf"(?P<value>\s{{0,4}}(?:=+|:=|:|\b(?:is|becomes|being)\b|->)\s{{0,4}}(?P<isnot>not\s)?"
        rf"(?:set to |equal to )?(?P<bit>{_BIT})(?![\w@]))?",
        re.IGNORECASE,
    )
    return pattern, forms


_STEP_THEN_VALUE = phrase(r"\|\s{0,9}(?:step|time|t)\s{0,9}\|\s{0,9}(?:value|bit)\s{0,9}\|")
_MORE = phrase(
    rf"\s{{0,4}}(?:,|;|&|\band\b)\s{{0,4}}(?:and )?(?:set )?(?P<name>{_NAME})\s?"
    rf"(?:=|:=|->|\b(?:is|to|becomes))\s?(?P<bit>{_BIT})(?!\w|\s{{0,4}}(?:@|at\b))"
)
_NOT = re.compile("not|nicht", re.IGNORECASE)
_GOES_ON = re.compile(
    r"[-+*]\d| [+*] ?\d|\.\d|\.\.(?!\.)| (?:to|through|till|until) \d"
    r"| {0,2}(?:=+|:=|/) {0,2}[!~(\"A-Za-z_]| {0,2}(?:->|:) {0,2}(?:not )?[!~(]*[A-Za-z_][\w.]* ?@ ?\d",
    re.IGNORECASE,
)
"""What makes of a literal more than it: "a@1-4", "a@1.5", "a@1 = b@1"."""


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
        if literals and literals[-1].value == value and not text[literals[-1].end : start].strip(' ("'):
            start = literals.pop().start  # the same in notation: "r3 is 1 at step 3 (r3@3)"
            end += text[end : end + 2].count(")")
        fault = f"{match[0].strip()}: a prime may negate or not" if match["prime"] else ""
        more = _GOES_ON.match(text, end) if form == _PLAIN and match["value"] is None else None
        if more is not None:
            fault = f"{text[start : more.end() + 8]!r} is more than a literal"
        literals.append(Item(start, end, value, fault=fault))
        if form in _LINES:
            literals += _same_step(text, literals[-1], names)
        elif form in _TOLD and "step" in match[0].lower():
            literals += _more_steps(text, literals[-1])
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


def _more_steps(text: str, first: Item) -> Iterator[Item]:
    """The further steps at which an input is the same: "set a to 1 in step 0, step 5 and step 7"."""
    end = first.end
    while (more := _STEP_TOO.match(text, end)) is not None:
        end = more.end()
        yield Item(more.start(1), end, (int(more[2]), *first.value[1:]))


def spelled(name: str, names: frozenset[str] | None) -> str:
    """The name as the question spells it: LaTeX writes s_0 for s0, and some write capitals."""
    if names is None or name in names:
        return name
    others = (name.replace("_", ""), name.lower(), name.lower().replace("_", ""))
    return next((other for other in others if other in names), name)
