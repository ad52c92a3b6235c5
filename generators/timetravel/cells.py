"""What all levels of a run share: the recipe."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ...instances.records import Json
from .. import recipe
from .scenario import Scenario, scenario
from .wanted import Wanted

if TYPE_CHECKING:
    from .theme import OwnTheme as Theme

VERSION = "2"
"""Raised whenever equal arguments give other levels than before."""
NO_WISH = Wanted()


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """What the levels of a run share."""

    FAMILY: ClassVar[str] = "timetravel"

    wanted: Wanted = NO_WISH
    own: tuple[Theme, ...] = ()
    """Themes of the user's own, beside the scenarios that come along."""

    def scenario(self, domain: str) -> Scenario:
        """The scenario that a domain names."""
        return next((theme.scenario for theme in self.own if theme.key == domain), None) or scenario(domain)

    def version(self, task: str) -> str:
        """The version of the generator."""
        return VERSION

    def drawn_by(self) -> tuple[int | None, ...]:
        """All wishes take part."""
        wish = self.wanted
        return wish.length, wish.epochs, wish.characters, wish.locks, wish.rules, wish.decay, wish.milestones

    def stated(self) -> Json:
        """The wishes as a manifest keeps them."""
        said: Json = {
            "wanted": {name: value for name, value in asdict(self.wanted).items() if value is not None}
        }
        return {**said, "own": {theme.key: theme.digest for theme in self.own}} if self.own else said

    @classmethod
    def restated(cls, options: Json) -> dict[str, Any]:
        """The wishes out of a manifest, or as they are asked for one by one."""
        wishes = {name: value for name, value in options.items() if name != "own"}
        return {"wanted": Wanted(**options.get("wanted", wishes)), "own": tuple(options.get("own", ()))}
