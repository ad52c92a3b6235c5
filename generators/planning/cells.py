"""What all planning items share: the recipe, and the bounds of its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from ...instances.records import Json
from .. import recipe

if TYPE_CHECKING:
    from ..cells import Item
    from ..family import Opened
    from .maker import Maker

    class Own(Opened, Protocol):
        """A domain of the user's own, as ``own.Folder`` is one."""

        @property
        def maker(self) -> Maker:
            """The maker of its problems."""
            ...


VERSION = "7"
"""The highest of those of the tasks; raised whenever equal arguments give other questions than before."""
FORMER = "6"
"""That of the tasks that have none of their own."""
VERSIONS = {"app": "7", "just": "7", "land": "7", "val": "7"}
HARD = {"nexta": "7"}
"""Those of tasks that differ above level ``RELEASED``."""
RELEASED = 3
"""The level of the released sets, whose certificates count the states of bounds that are not ``lean``."""
CONTEXTS = ("natural", "pddl", "both")
PLANS = ("own", "kstar")


@dataclass(frozen=True)
class Recipe(recipe.Recipe):
    """The context takes no part in draws, so one question has three wordings."""

    FAMILY: ClassVar[str] = "planning"

    context: str = "natural"
    shots: str = "0"
    """Worked examples before the question: 0 or 2."""
    plans: str = "own"
    """Who makes the plans that states are taken from: ``own`` search or ``kstar``."""
    own: tuple[Own, ...] = ()
    """Folders of the user's own, whose domains come beside those of the catalogue."""
    generator: str = ""
    """Another version of the generator, to render the prompts of its questions."""

    def maker(self, domain: str) -> Maker:
        """The problem maker of a domain: that of a folder, else that of the catalogue."""
        from .makers import maker

        return next((folder.maker for folder in self.own if folder.key == domain), None) or maker(domain)

    def version(self, task: str) -> str:
        """The version of the generator of a task."""
        return self.generator or VERSIONS.get(task, FORMER)

    def version_of(self, item: Item) -> str:
        """The version of the generator for an item."""
        task, hard = item.cell.task, self.level(item) > RELEASED
        return (not self.generator and hard and HARD.get(task)) or self.version(task)

    def stated(self) -> Json:
        """The options as a manifest keeps them."""
        said = {"context": self.context, "shots": self.shots, "plans": self.plans}
        return {**said, "own": {folder.key: folder.digest for folder in self.own}} if self.own else said

    def drawn_by(self) -> tuple[str]:
        """The makers of plans take part."""
        return (self.plans,)
