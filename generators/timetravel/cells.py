"""What all levels of a run share: the recipe."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from ...instances.records import Json
from .. import recipe
from .wanted import Wanted

VERSION = "2"
"""Raised whenever equal arguments give other levels than before."""
NO_WISH = Wanted()


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """What the levels of a run share."""

    FAMILY: ClassVar[str] = "timetravel"

    wanted: Wanted = NO_WISH

    def version(self, task: str) -> str:
        """The version of the generator."""
        return VERSION

    def drawn_by(self) -> tuple[int | None, ...]:
        """All wishes take part."""
        wish = self.wanted
        return wish.length, wish.epochs, wish.characters, wish.locks, wish.rules, wish.decay, wish.milestones

    def stated(self) -> Json:
        """The wishes as a manifest keeps them."""
        return {"wanted": {name: value for name, value in asdict(self.wanted).items() if value is not None}}

    @classmethod
    def restated(cls, options: Json) -> dict[str, Any]:
        """The wishes out of a manifest, or as they are asked for one by one."""
        return {"wanted": Wanted(**options.get("wanted", options))}
