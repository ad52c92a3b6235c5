"""Every engine that finds plans behind one protocol, so that a route can be chosen from the shell by its
key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...instances.errors import NameUnknownError
from . import fast_downward, own_search, process, sat, smt, unified
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
        problem: Problem | None = None,
    ) -> Answer:
        """Refuted with a plan (a shortest one if ``optimal``), Proven, or Undecided; seconds and bytes.

        ``problem``, from which the task was grounded, serves engines that ground for themselves.
        """
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
        problem: Problem | None = None,
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


@dataclass(frozen=True, slots=True)
class Sat:
    """Bounded plan search by PySAT: step by step for a shortest plan or a bound, parallel steps otherwise."""

    key: str = sat.KEY

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
        problem: Problem | None = None,
    ) -> Answer:
        """See `Planner.plan`; without a bound it hardly ever proves that there is no plan."""
        if optimal or bound is not None:
            return sat.plan_within(
                task, bound, goal=goal, init=init, without=without, deadline=deadline, memory=memory
            )
        return sat.plan_parallel(
            task, goal=goal, init=init, without=without, deadline=deadline, memory=memory
        )


@dataclass(frozen=True, slots=True)
class Smt:
    """Bounded plan search by Z3; the plan is always a shortest one."""

    key: str = smt.KEY

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
        problem: Problem | None = None,
    ) -> Answer:
        """See `Planner.plan`; without a bound it hardly ever proves that there is no plan."""
        return smt.plan_within(
            task, bound, goal=goal, init=init, without=without, deadline=deadline, memory=memory
        )


@dataclass(frozen=True, slots=True)
class Unified:
    """An engine of unified-planning, ``up:NAME``."""

    name: str

    @property
    def key(self) -> str:
        """The engine's key in the registry."""
        return f"{unified.KEY}:{self.name}"

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
        problem: Problem | None = None,
    ) -> Answer:
        """See `Planner.plan`; whether a plan is a shortest one depends on the engine."""
        return unified.plan(
            self.name,
            task,
            goal=goal,
            init=init,
            without=without,
            bound=bound,
            optimal=optimal,
            deadline=deadline,
            memory=memory,
            problem=problem,
        )


@dataclass(frozen=True, slots=True)
class OwnSearch:
    """Our own explicit and greedy searches; deadline and memory do not count, states do."""

    key: str = own_search.KEY

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
        problem: Problem | None = None,
    ) -> Answer:
        """See `Planner.plan`."""
        return own_search.plan(task, goal=goal, init=init, without=without, bound=bound, optimal=optimal)


def planner(key: str) -> Planner:
    """The planner with this key, whose engine must be present (else EngineMissingError).

    NameUnknownError for a key that no table knows, or of an engine that finds no plans.
    """
    from .registry import require

    if key == own_search.KEY:
        return OwnSearch()
    require(key)
    if key.startswith("up:"):
        return Unified(key[3:])
    own: dict[str, Planner] = {one.key: one for one in (FastDownward(), Sat(), Smt())}
    if key not in own:
        raise NameUnknownError(f"{key} finds no plans; one of search, {', '.join(own)} or up:NAME does")
    return own[key]
