"""The full cause of an effect, as a formula."""

from __future__ import annotations

from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import FORMULA, TURNS, fits_kind, maker


def fits(causes: Cause, target: str) -> bool:
    """Short enough to be written down."""
    return max(len(causes.breaking), len(causes.sufficient)) <= FORMULA and fits_kind(causes, target)


WORDS = Words(
    question="What is the full cause of the effect? It is the formula over literals of the given "
    "inputs that holds for a choice of inputs exactly when the effect happens under that choice and "
    "under every choice between it and the given inputs, that is, every one that differs from the "
    "given inputs in some of the places where that choice differs from them, and in no others. Write "
    "it with & (and), | (or) and parentheses, or write true if nothing can prevent the effect.",
    answer="A literal NAME@STEP holds when input NAME is 1 at that step, !NAME@STEP when it is 0.\n"
    "End with a line such as: Final answer: {formula}",
)

MAKER = maker(WORDS, TURNS, fits)
