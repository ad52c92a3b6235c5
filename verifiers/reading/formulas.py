"""A formula over literals, out of a zone.

    formula = factor { ( "&" | "and" | "|" | "or" ) factor }        & binds closer than |
    factor  = [ "!" | "not" ] ( literal | "(" formula ")" | "[" formula "]" | "true" | "false" )

The longest stretches of such signs are the candidates; which of them is the answer is for `single`, and
candidates that are equivalent are one.  Negations move inward on the way: a ``Formula`` holds literals, &
and |.
A stretch that does not parse is malformed, never cut to what does.
"""

from __future__ import annotations

import re
from typing import Any

from ..reactive.formula import MAX_TOKENS, Formula
from .lexer import MARK
from .literals import Literal, lex_literals
from .reading import Reading, Request, found, malformed
from .single import choose

TABLE, LONG = 10, 200
"""Formulas of at most so many literals are compared by their truth tables."""
_TOKEN = re.compile(
    r"\s*(?:(?P<literal>\x06)|(?P<and>&&?|/\\|\band\b)|(?P<or>\|\|?|\\/|\bor\b)|(?P<not>[!~]|\bnot\b)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<truth>\b(?:true|false|tautology|contradiction)\b))",
    re.IGNORECASE,
)
_STRETCH = re.compile(
    r"(?:[\x06()\[\]{}&|!~\s]|/\\|\\/|\b(?:and|or|not|true|false|tautology|contradiction)\b)+", re.IGNORECASE
)
_WORDY_END = re.compile(r"(?:\b(?:and|or|not)\b|[\s(\[{])+$", re.IGNORECASE)
_WORDY_START = re.compile(r"(?:\b(?:and|or)\b|[\s)\]}])+", re.IGNORECASE)
_STANDS = re.compile(
    r"(?:^|[\n:=\"'\x02\u2705>|]|\b(?:is|be|answer|therefore|so|hence|thus|simply|just|as|,))[\s\"'(:]*$",
    re.IGNORECASE,
)
_IS_NOT = re.compile(r"(?:\b(?:is|are|be)|'s)\s+not\b", re.IGNORECASE)
_CANNOT_BE = re.compile(r"(?:\b(?:isn't|aren't|wasn't)|(?:can't|cannot) be)\s+$", re.IGNORECASE)
_TEMPORAL = re.compile(r"(?<!\w)[FGX]{1,3}[ ]?$")
_SHORTEST = len("true")
"""A formula without literals has at least so many characters."""
_BINDS = {"&": 2, "|": 1}


def read_formula(text: str, request: Request) -> Reading | None:
    """The formula in ``text``, or None when it holds none."""
    literals = lex_literals(text, request.vocabulary)
    pieces, place = [], 0
    for literal in literals:
        pieces.append(text[place : literal.start])
        place = literal.end
    masked = "\x06".join([*pieces, text[place:]])
    values: list[Any] = []
    formulas: dict[Any, Formula] = {}
    skeleton, place, used = [], 0, 0
    for stretch in _STRETCH.finditer(masked):
        size = stretch[0].count("\x06")
        if not size and len(stretch[0]) < _SHORTEST:
            continue
        begin, end = _trimmed(masked, stretch.start(), stretch.end())
        members, used = literals[used : used + size], used + size
        part = masked[begin:end]
        if not size and not _constant(masked, begin, end):
            skeleton.append(masked[place : stretch.end()].replace("\x06", " thing "))
            place = stretch.end()
            continue
        parsed = parse(part, members)
        at = members[0].start if part[:1] == "\x06" else begin
        before = masked[max(0, begin - 16) : begin]
        beside = (text if part[:1] == "\x06" else masked)[max(0, at - 8) : at + 4]
        if _IS_NOT.search(beside) or _CANNOT_BE.search(before):
            parsed = "what the formula is not is said"
        elif _TEMPORAL.search(before):
            parsed = "a temporal operator stands before the formula"
        key: Any = _key(parsed) if isinstance(parsed, Formula) else ("fault", parsed)
        if isinstance(parsed, Formula):
            formulas.setdefault(key, parsed)
        values.append(key)
        skeleton += [masked[place:begin], MARK]
        place = end
    if not values:
        return None
    reading = choose("".join([*skeleton, masked[place:]]), values, request)
    if reading is None or reading.code is not None:
        return reading
    formula = formulas.get(reading.value)
    return malformed(str(reading.value[1])) if formula is None else found(formula, reading.note)


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """A stretch without the words and parentheses at its ends that belong to the prose around it."""
    lead = _WORDY_START.match(text, begin, end)
    if lead is not None:
        begin = lead.end()
    if end < len(text) and (text[end].isalnum() or text[end - 1].isspace() or text[end - 1] in "(["):
        tail = _WORDY_END.search(text, max(begin, end - 16), end)
        if tail is not None and text[end].isalnum():
            end = tail.start()
    part = text[begin:end]
    end -= len(part) - len(part.rstrip())
    depth = part.count("(") - part.count(")")
    if depth == 1 and part.startswith("(") and end < len(text) and not _closes(part):
        begin += 1
    elif depth == -1 and part.rstrip().endswith(")") and "(" in text[max(0, begin - 80) : begin]:
        end = begin + part.rindex(")")
    return begin, end


def _closes(part: str) -> bool:
    return part.rstrip().endswith(")")


def _constant(text: str, begin: int, end: int) -> bool:
    """Whether true or false stands as an answer."""
    part = text[begin:end].strip(" ()!~\n\t").lower()
    return (
        part in ("true", "false", "tautology", "contradiction")
        and _STANDS.search(text[max(0, begin - 24) : begin] if begin > 24 else "\n" + text[:begin])
        is not None
    )


def parse(text: str, literals: list[Literal]) -> Formula | str:
    """The formula whose literals stand as \\x06 in ``text``, or what is wrong with it.

    The shunting-yard algorithm (Dijkstra, 1961), with the parity of negations beside each parenthesis.
    """
    output: list[Any] = []
    stack: list[tuple[str, bool]] = []
    flipped = negated = False
    operand, place, used = True, 0, 0
    text = text.rstrip()
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or len(output) > MAX_TOKENS:
            return f"{text[place : place + 20]!r} is neither a literal nor an operator"
        kind, place = str(token.lastgroup), token.end()
        if operand is not (kind in ("literal", "truth", "open", "not")):
            return "literals and operators do not alternate"
        if kind == "not":
            negated = not negated
        elif kind == "literal":
            literal, used = literals[used], used + 1
            output.append((literal.step, literal.name, literal.value ^ (flipped ^ negated)))
            negated, operand = False, False
        elif kind == "truth":
            output.append((token["truth"].lower() in ("true", "tautology")) ^ flipped ^ negated)
            negated, operand = False, False
        elif kind == "open":
            stack.append(("(", flipped))
            flipped, negated = flipped ^ negated, False
        elif kind == "close":
            _unwind(output, stack, 1)
            if not stack:
                return "a parenthesis is closed that was not opened"
            flipped = stack.pop()[1]
        else:
            sign = "&" if kind == "and" else "|"
            _unwind(output, stack, _BINDS[sign])
            stack.append((sign, flipped))
            operand = True
    _unwind(output, stack, 1)
    if stack or operand:
        return "the formula is not complete"
    return Formula(tuple(output))


def _unwind(output: list[Any], stack: list[tuple[str, bool]], binding: int) -> None:
    while stack and stack[-1][0] != "(" and _BINDS[stack[-1][0]] >= binding:
        sign, flipped = stack.pop()
        output.append(sign if not flipped else "|" if sign == "&" else "&")


def _key(formula: Formula) -> Any:
    """The same for equivalent formulas of few literals: the truth table over the inputs that occur."""
    cells = sorted({(step, name) for step, name, _ in formula.literals})
    if len(cells) > TABLE or len(formula.program) > LONG:
        return formula.program
    return tuple(cells), _table(formula, cells)


def essential(formula: Formula) -> Any:
    """As the key of candidates, with just the inputs that matter; the program where there are too many."""
    cells = sorted({(step, name) for step, name, _ in formula.literals})
    if len(cells) > TABLE:
        return formula.program
    table = _table(formula, cells)
    for cell in list(cells):
        number = cells.index(cell)
        rows = range(1 << len(cells))
        if all((table >> row & 1) == (table >> (row ^ 1 << number) & 1) for row in rows):
            kept = [row for row in rows if not row >> number & 1]
            table = sum((table >> row & 1) << place for place, row in enumerate(kept))
            cells.remove(cell)
    return tuple(cells), table


def _table(formula: Formula, cells: list[tuple[Any, str]]) -> int:
    """The truth table, one bit for each choice of values of the cells."""
    size = 1 << len(cells)
    ones = (1 << size) - 1
    tables = {}
    for number, cell in enumerate(cells):
        block = (1 << (1 << number)) - 1
        tables[cell] = sum(block << start for start in range(1 << number, size, 2 << number))
    stack: list[int] = []
    for part in formula.program:
        if isinstance(part, tuple):
            table = tables[part[0], part[1]]
            stack.append(table if part[2] else ones ^ table)
        elif isinstance(part, bool):
            stack.append(ones if part else 0)
        else:
            right = stack.pop()
            stack[-1] = stack[-1] & right if part == "&" else stack[-1] | right
    return stack[0]


__all__ = ["essential", "parse", "read_formula"]
