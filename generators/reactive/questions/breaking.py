"""A minimal breaking set of literals."""

from __future__ import annotations

from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import FREE, maker


def fits(causes: Cause, target: str) -> bool:
    """Something to find; ``joint`` asks that no single literal breaks the effect."""
    if not causes.breaking:
        return False
    if target == "joint":
        return all(breaking.bit_count() >= 2 for breaking in causes.breaking)
    return target in FREE or causes.relevant.bit_count() >= 2


WORDS = Words(
    question="Name a minimal breaking set of literals: if all of these inputs have the other "
    "value at their steps, and all others are as given, the effect does not happen; and "
    "no smaller part of the set has this property. Write the literals as they hold in "
    "the given inputs, before the change.",
    answer="End with a line such as: Final answer: {example}",
    literals=True,
)

MAKER = maker(WORDS, ("joint", "any", "joint"), fits)
