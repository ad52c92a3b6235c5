"""The full cause of an effect, as a formula."""

from __future__ import annotations

from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import FORMULA, TURNS, fits_kind, maker


def fits(found: Cause, target: str) -> bool:
    """Short enough to be written down."""
    return max(len(found.breaking), len(found.sufficient)) <= FORMULA and fits_kind(found, target)


WORDS = Words(
    question="What is the full cause of the effect? It is the formula over literals of the given "
    "inputs that holds for a choice of inputs exactly when the effect happens under it "
    "and under every choice of inputs that differs from the given ones in fewer places "
    "only (a subset of its differences). Write it with & (and), | (or) and parentheses, "
    "or write true if nothing can prevent the effect.",
    answer="End with a line such as: Final answer: {formula}",
    literals=True,
)

MAKER = maker(WORDS, TURNS, fits)
