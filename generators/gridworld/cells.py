"""What the questions of a run about grid worlds share: the recipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...domains.gridworld.catalog import World, world
from ...domains.gridworld.own import OwnWorld
from ...instances.records import Json
from .. import recipe

VERSION = "3"
"""Raised whenever equal arguments give other questions than before."""


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """What the questions of a run share; grid worlds have no levels."""

    FAMILY: ClassVar[str] = "gridworld"

    levels: tuple[int, ...] = ()
    own: tuple[OwnWorld, ...] = ()
    """Worlds of the user's own, beside those that come along."""

    def world(self, domain: str) -> World:
        """The world that a domain names."""
        return next((opened.world for opened in self.own if opened.key == domain), None) or world(domain)

    def stated(self) -> Json:
        """The options as a manifest keeps them."""
        return {"own": {opened.key: opened.digest for opened in self.own}} if self.own else {}

    def version(self, task: str) -> str:
        """The version of the task's generator."""
        return VERSION
