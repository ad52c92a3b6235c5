"""Answered causes: formulas over literals with & and |, from text or JSON, and their equivalence to a cause.

A formula is kept as a postfix program, so reading and evaluating it needs no recursion.  Literals are
``[step, name, value]``, in text ``a@3`` and ``!b@0``; ``&`` binds closer than ``|``; the words *and*, *or*,
*not* (before a literal), *true* and *false* and the usual symbols are read.

A cause C* is monotone in "the cell keeps its value", and so is any formula over literals of the trace.  Such
a formula F is equivalent to C* iff F is false when all cells but those of a minimal breaking set are kept
(for each: then F implies C*) and true when just a minimal sufficient set is kept (for each: then C* implies
F).

>>> parse("(a@0 | a@1) & !b@2").program
((0, 'a', 1), (1, 'a', 1), '|', (2, 'b', 0), '&')
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...instances.errors import LimitError, RecordError

MAX_TOKENS = 50_000
_NAME = r"(?<![\w@])[A-Za-z_][\w.\[\]]{0,199}"
LITERAL = re.compile(
    rf'(?P<not>[!~]\s{{0,4}}|-|\bnot\b\s{{0,4}})?(?:"(?P<quoted>[^"\n]{{1,200}})"|(?P<name>{_NAME}))'
    r"\s{0,4}@\s{0,4}(?P<step>\d{1,9})(?![\w@])",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    rf"\s*(?:(?P<literal>{LITERAL.pattern})|(?P<and>&&?|/\\|∧|\\land\b|\\wedge\b|\band\b)"
    r"|(?P<or>\|\|?|\\/|∨|\\lor\b|\\vee\b|\bor\b)|(?P<open>\()|(?P<close>\))|(?P<truth>true|false)\b|(?P<end>$))",
    re.IGNORECASE,
)
_BINDS = {"&": 2, "|": 1, "(": 0}

Literal = tuple[Any, Any, Any]
"""Step, name, value; unchecked."""


class Formula(NamedTuple):
    """A postfix program of literals, "&", "|", True and False."""

    program: tuple[Any, ...]

    @property
    def literals(self) -> list[Literal]:
        """The literals, in order, each as often as it stands there."""
        return [part for part in self.program if isinstance(part, tuple)]


def parse(text: str) -> Formula:
    """The formula that ``text`` is (shunting-yard: Dijkstra, 1961); RecordError or LimitError."""
    output: list[Any] = []
    stack: list[str] = []
    place, operand, count = 0, True, 0
    while True:
        count += 1
        if count > MAX_TOKENS:
            raise LimitError(f"a formula has at most {MAX_TOKENS} tokens")
        token = _TOKEN.match(text, place)
        if token is None:
            raise RecordError(f"{text[place : place + 20]!r} is neither a literal nor an operator")
        kind = next(name for name in _KINDS if token[name] is not None)
        if operand is not (kind in ("literal", "truth", "open")):
            expected = "a literal" if operand else "& or |"
            raise RecordError(f"{expected} is expected before {text[place : place + 20]!r}")
        place = token.end()
        if kind == "literal":
            output.append(literal_of(token))
        elif kind == "truth":
            output.append(token["truth"].lower() == "true")
        elif kind == "open":
            stack.append("(")
            continue
        elif kind == "end":
            break
        elif kind == "close":
            _unwind(output, stack, 1)
            if not stack:
                raise RecordError("a parenthesis is closed but was not opened")
            stack.pop()
            continue
        else:
            sign = "&" if kind == "and" else "|"
            _unwind(output, stack, _BINDS[sign])
            stack.append(sign)
        operand = kind in ("and", "or")
    _unwind(output, stack, 1)
    if stack:
        raise RecordError("a parenthesis is not closed")
    return Formula(tuple(output))


_KINDS = ("literal", "truth", "open", "close", "and", "or", "end")


def _unwind(output: list[Any], stack: list[str], binding: int) -> None:
    while stack and _BINDS[stack[-1]] >= binding:
        output.append(stack.pop())


def literal_of(match: re.Match[str]) -> Literal:
    """The literal of a match of ``LITERAL``."""
    return int(match["step"]), match["quoted"] or match["name"], 0 if match["not"] else 1


def normal(clauses: Sequence[Sequence[Literal]], inner: str, outer: str) -> Formula:
    """The formula with ``inner`` between the literals of a clause and ``outer`` between clauses."""
    program: list[Any] = []
    for number, clause in enumerate(clauses):
        program += clause[:1] or [inner == "&"]
        for literal in clause[1:]:
            program += [literal, inner]
        if number:
            program.append(outer)
    return Formula(tuple(program or [outer == "&"]))
