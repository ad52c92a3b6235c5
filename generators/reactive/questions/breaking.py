"""A minimal breaking set of literals."""

from ....instances.toml import beside
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


MAKER = maker(beside(__file__, Words), ("joint", "any", "joint"), fits)
