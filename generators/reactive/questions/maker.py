"""What a question maker is: the targets that it balances, and how it draws a query for one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....instances.records import Json
from ...rng import Rng
from ..scene import Scene


@dataclass(frozen=True)
class Wish:
    """What one question should be like."""

    target: str
    """One of the maker's targets."""
    mode: str
    """``hard``, ``normal`` or ``ltlf``."""
    level: int
    patience: int
    """2 while the target binds; 1 in later attempts, 0 in the last ones: families may lack such questions."""

    @property
    def strict(self) -> bool:
        """Whether the target binds."""
        return self.patience == 2


@dataclass(frozen=True)
class Maker:
    """``draw`` gives a query that fits a wish, or in one word the reason why a scene has none."""

    targets: tuple[str, ...]
    draw: Callable[[Scene, Wish, Rng], Json | str]
