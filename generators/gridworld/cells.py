"""What the questions of a run about grid worlds share: the recipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .. import recipe

VERSIONS = {"mfp": "3"}
"""By task; raised whenever equal arguments give other questions than before."""
FIRST = "2"
"""The version of the tasks that are not listed."""
VERSION = max(FIRST, *VERSIONS.values())


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """What the questions of a run share; grid worlds have no levels."""

    FAMILY: ClassVar[str] = "gridworld"

    levels: tuple[int, ...] = ()

    def version(self, task: str) -> str:
        """The version of the task's generator."""
        return VERSIONS.get(task, FIRST)
