"""The full cause of an effect, as a formula."""

from ....instances.toml import beside
from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import FORMULA, TURNS, fits_kind, maker


def fits(causes: Cause, target: str) -> bool:
    """Short enough to be written down."""
    return max(len(causes.breaking), len(causes.sufficient)) <= FORMULA and fits_kind(causes, target)


MAKER = maker(beside(__file__, Words), TURNS, fits)
