"""A minimal sufficient set of literals."""

from __future__ import annotations

from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import FREE, maker


def fits(causes: Cause, target: str) -> bool:
    """Something to find; when strict, several literals, or several ways."""
    if not causes.breaking:
        return False
    return target in FREE or (
        causes.kind == target and min(literals.bit_count() for literals in causes.sufficient) >= 2
    )


WORDS = Words(
    question="Name a minimal sufficient set of literals: whatever values all other inputs have at "
    "all steps, the effect happens as long as these literals hold, and no literal can be "
    "left out of the set.",
    answer="End with a line such as: Final answer: {example}",
    literals=True,
)

MAKER = maker(WORDS, ("conjunctive", "overdetermined"), fits)
