"""What the operators of an LTLf formula mean, in words: a legend to stand beside a formula.

The semantics is that of finite traces (De Giacomo and Vardi, 2013): every run ends, X demands a next step.
"""

from __future__ import annotations

from typing import Final

from .ltlf_syntax import parse

MEANINGS: Final = {
    "!": "!p: p is not so",
    "&": "p & q: both are so",
    "|": "p | q: at least one of the two is so",
    "^": "p ^ q: exactly one of the two is so",
    "->": "p -> q: if p is so, q is so as well",
    "<->": "p <-> q: both are so or neither is",
    "X": "X p: there is a next step, and p is so there",
    "WX": "WX p: if there is a next step, p is so there",
    "F": "F p: p is so now or at a later step",
    "G": "G p: p is so now and at every later step",
    "U": "p U q: q is so now or at a later step, and p is so at every step before that one",
    "W": "p W q: p U q, or p is so now and at every later step",
    "R": "p R q: q is so up to and including the first step at which p is, or at every step if there is none",
    "M": "p M q: p R q, and p is so now or at a later step",
}
"""Each operator's meaning at a step (``now``), in the order in which legends list them."""

READING: Final = (
    "The formula is read at step 0. A name means that this input or output is 1 at the step it is read at."
)


def legend(formula: str) -> str:
    """How to read a formula, and a line for each of its operators; WorldError for a malformed one.

    >>> print(legend("F(g & X h)"))
    The formula is read at step 0. A name means that this input or output is 1 at the step it is read at.
    - p & q: both are so
    - X p: there is a next step, and p is so there
    - F p: p is so now or at a later step
    """
    used = {node.operator for node in parse(formula).nodes}
    return "\n".join(
        [READING, *(f"- {meaning}" for operator, meaning in MEANINGS.items() if operator in used)]
    )
