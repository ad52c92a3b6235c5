"""Answered causes: formulas over literals with & and |, as postfix programs, which need no recursion.

A cause C* is monotone in "the cell keeps its value", and so is any formula over literals of the trace.  Such
a formula F is equivalent to C* iff F is false when all cells but those of a minimal breaking set are kept
(for each: then F implies C*) and true when just a minimal sufficient set is kept (for each: then C* implies
F).

>>> normal([[(0, "a", 1), (1, "a", 1)], [(2, "b", 0)]], "|", "&").program
((0, 'a', 1), (1, 'a', 1), '|', (2, 'b', 0), '&')
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

MAX_TOKENS = 50_000

Literal = tuple[Any, Any, Any]  # step, name, value; unchecked


class Formula(NamedTuple):
    """A postfix program of literals, "&", "|", True and False."""

    program: tuple[Any, ...]

    @property
    def literals(self) -> list[Literal]:
        """The literals, in order, each as often as it stands there."""
        return [part for part in self.program if isinstance(part, tuple)]


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
