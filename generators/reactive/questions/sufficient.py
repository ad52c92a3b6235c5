"""A minimal sufficient set of literals."""

from ....instances.toml import beside
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


MAKER = maker(beside(__file__, Words), ("conjunctive", "overdetermined"), fits)
