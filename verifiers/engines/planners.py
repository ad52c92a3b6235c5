"""Every engine that finds plans behind one protocol, so that a route can be chosen from the shell by its
key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...domains.planning.strips import Task
from . import fast_downward, process
from .outcome import Answer


class Planner(Protocol):
    """Answers "no plan of at most ``bound`` steps reaches the goal"; the parts are those of `query.query`."""

    @property
    def key(self) -> str:
        """The engine's key in the registry."""
        ...

    def plan(
        self,
        task: Task,
        *,
        goal: int | None = None,
        init: int | None = None,
        without: int = 0,
        bound: int | None = None,
        optimal: bool = False,
        deadline: float = process.DEADLINE,
        memory: int | None = process.MEMORY,
    ) -> Answer:
        """Refuted with a plan (a shortest one if ``optimal``), Proven, or Undecided; seconds and bytes."""
        ...


@dataclass(frozen=True, slots=True)
class FastDownward:
    """A* with LM-cut where a shortest plan or a bound is asked for, greedy search otherwise."""

    key: str = fast_downward.KEY

    def plan(
        self,
        task: Task,
        *,
        goal: int | None = None,
        init: int | None = None,
        without: int = 0,
        bound: int | None = None,
        optimal: bool = False,
        deadline: float = process.DEADLINE,
        memory: int | None = process.MEMORY,
    ) -> Answer:
        """See `Planner.plan`."""
        return fast_downward.plan(
            task,
            goal=goal,
            init=init,
            without=without,
            search="lmcut" if optimal or bound is not None else "lazy",
            bound=bound,
            deadline=deadline,
            memory=memory,
        )


def planner(key: str) -> Planner:
    """The planner with this key, whose engine must be present (else EngineMissingError)."""
    from .registry import require

    require(key)
    return FastDownward()
