"""The but-for set of an effect."""

from __future__ import annotations

from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import TURNS, fits_kind, maker


def fits(causes: Cause, target: str) -> bool:
    """While the target binds, only forced effects have an empty but-for set: silence must not pay."""
    return fits_kind(causes, target) and (
        target not in ("overdetermined", "preventable") or causes.butfor != 0
    )


WORDS = Words(
    question="Which single inputs are but-for causes: each of them such that, had this one input "
    "had the other value at its step and all other inputs been as given, the effect "
    "would not have happened? Name all of them. There may be none; then answer none, not "
    "an empty list.",
    answer="End with a line such as: Final answer: {example} (or: Final answer: none)",
    literals=True,
)

MAKER = maker(WORDS, TURNS, fits)
