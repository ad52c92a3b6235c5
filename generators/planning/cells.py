"""What all planning items share: the recipe, and the bounds of its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...instances.records import Json
from .. import recipe

VERSION = "4"
"""Raised whenever equal arguments give other questions than before."""
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
    generator: str = VERSION
    """The version of the generator; another one only to render the prompts of its questions."""

    def version(self, task: str) -> str:
        """The version of the generator."""
        return self.generator

    def stated(self) -> Json:
        """The options as a manifest keeps them."""
        return {"context": self.context, "shots": self.shots, "plans": self.plans}

    def drawn_by(self) -> tuple[str]:
        """The makers of plans take part."""
        return (self.plans,)
