"""What the questions of a run about grid worlds share: the recipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .. import recipe

VERSION = "3"
"""Raised whenever equal arguments give other questions than before."""


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """What the questions of a run share; grid worlds have no levels."""

    FAMILY: ClassVar[str] = "gridworld"

    levels: tuple[int, ...] = ()

    def version(self, task: str) -> str:
        """The version of the task's generator."""
        return VERSION
