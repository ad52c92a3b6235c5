"""What an engine is: one row, the ``ENGINE`` at the end of the file of its adapter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .exit_codes import Endings
from .outcome import Answer
from .query import Query


@dataclass(frozen=True)
class Engine:
    """One external engine; ``requirement`` is what pip is told."""

    key: str
    title: str
    distribution: str
    requirement: str
    module: str
    licence: str
    trial: Callable[[float], str]
    """A small question whose answer is known, within a deadline in seconds; EngineFailureError when wrong."""
    endings: Endings = field(default_factory=dict)
    """What its exit codes or statuses mean."""
    plan: Callable[[Query], Answer] | None = None
    """Refuted with a plan (a shortest one if asked for), Proven, or Undecided; None for no planner."""
    named: Callable[[str], Engine] | None = None
    """The engine ``KEY:NAME`` behind this one."""

    @property
    def plans(self) -> bool:
        """Whether it finds plans."""
        return self.plan is not None

    @property
    def mend(self) -> str:
        """The sentence that says how to get it."""
        return f'{self.title} is missing: pip install "{self.requirement}"'
