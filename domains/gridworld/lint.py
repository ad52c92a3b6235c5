"""The linter: places of a program whose result rests on a quirk of the reference interpreter.

Each rule is a function from the facts of a program to findings.  A program without findings means the same
under lexical scope, under declaration order of variables, and to a reader who does not know the reference.

>>> from .program import read_program
>>> for finding in lint(read_program("(program (= a 0) (on (|| left right) (= a (tail (list 1 2)))))")):
...     print(finding)
program.sexp:1:22: logic: || means *and* in the reference; write |
program.sexp:1:43: tail: tail is the last element, not the rest of the list
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import lint_names, lint_values
from .lint_facts import Facts, Found
from .parser import notes
from .program import Program
from .sexpr import place

RULES = (*lint_values.RULES, *lint_names.RULES)


@dataclass(frozen=True, order=True, slots=True)
class Finding:
    """A place in a program's text, the rule that found it, and what is odd there."""

    line: int
    column: int
    rule: str
    message: str
    file: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.rule}: {self.message}"


def lint(program: Program) -> tuple[Finding, ...]:
    """All findings of a program, in text order."""
    found = {Finding(*place(program.text, at), rule, text, program.file) for at, rule, text in _all(program)}
    return tuple(sorted(found))


def _all(program: Program) -> Iterator[Found]:
    """The findings of all rules, as offset, rule and message."""
    for at, message in notes(program.text, program.file):
        yield at, "ignored", message
    facts = Facts(program)
    for rule in RULES:
        yield from rule(facts)
