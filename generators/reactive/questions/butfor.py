"""The but-for set of an effect."""

from ....instances.toml import beside
from ....verifiers.reactive.explanations import Cause
from . import Words
from .causes import TURNS, fits_kind, maker


def fits(causes: Cause, target: str) -> bool:
    """While the target binds, only forced effects have an empty but-for set: silence must not pay."""
    return fits_kind(causes, target) and (
        target not in ("overdetermined", "preventable") or causes.butfor != 0
    )


MAKER = maker(beside(__file__, Words), TURNS, fits)
