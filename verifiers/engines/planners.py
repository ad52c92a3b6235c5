"""Every engine that finds plans behind one door, so that a route can be chosen from the shell by its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...instances.errors import NameUnknownError
from . import fast_downward, own_search, process, sat, smt, unified
from .outcome import Answer


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a task: whether no plan of at most ``bound`` steps reaches the goal.

    ``goal``, ``init`` and ``without`` are those of `query.query`; seconds and bytes.
    """

    goal: int | None
    init: int | None
    without: int
    bound: int | None
    optimal: bool
    deadline: float
    memory: int | None
    problem: Problem | None

    @property
    def shortest(self) -> bool:
        """Whether only a shortest plan, or a bound on it, will do."""
        return self.optimal or self.bound is not None


@dataclass(frozen=True, slots=True)
class Planner:
    """An engine that finds plans."""

    key: str
    """The engine's key in the registry."""
    ask: Callable[[Task, Asked], Answer]

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
        return self.ask(task, Asked(goal, init, without, bound, optimal, deadline, memory, problem))


def by_fast_downward(task: Task, asked: Asked) -> Answer:
    """A* with LM-cut where a shortest plan or a bound is asked for, greedy search otherwise."""
    return fast_downward.plan(
        task,
        goal=asked.goal,
        init=asked.init,
        without=asked.without,
        search="lmcut" if asked.shortest else "lazy",
        bound=asked.bound,
        deadline=asked.deadline,
        memory=asked.memory,
    )


def by_sat(task: Task, asked: Asked) -> Answer:
    """Bounded plan search by PySAT: step by step for a shortest plan or a bound, parallel steps otherwise.

    Without a bound it hardly ever proves that there is no plan.
    """
    if asked.shortest:
        return sat.plan_within(
            task,
            asked.bound,
            goal=asked.goal,
            init=asked.init,
            without=asked.without,
            deadline=asked.deadline,
            memory=asked.memory,
        )
    return sat.plan_parallel(
        task,
        goal=asked.goal,
        init=asked.init,
        without=asked.without,
        deadline=asked.deadline,
        memory=asked.memory,
    )


def by_z3(task: Task, asked: Asked) -> Answer:
    """Bounded plan search by Z3; the plan is always a shortest one.

    Without a bound it hardly ever proves that there is no plan.
    """
    return smt.plan_within(
        task,
        asked.bound,
        goal=asked.goal,
        init=asked.init,
        without=asked.without,
        deadline=asked.deadline,
        memory=asked.memory,
    )


def by_own_search(task: Task, asked: Asked) -> Answer:
    """Our own explicit and greedy searches; deadline and memory do not count, states do."""
    return own_search.plan(
        task,
        goal=asked.goal,
        init=asked.init,
        without=asked.without,
        bound=asked.bound,
        optimal=asked.optimal,
    )


def by_unified(name: str) -> Callable[[Task, Asked], Answer]:
    """An engine of unified-planning, ``up:NAME``; whether a plan is a shortest one depends on the engine."""

    def ask(task: Task, asked: Asked) -> Answer:
        return unified.plan(
            name,
            task,
            goal=asked.goal,
            init=asked.init,
            without=asked.without,
            bound=asked.bound,
            optimal=asked.optimal,
            deadline=asked.deadline,
            memory=asked.memory,
            problem=asked.problem,
        )

    return ask


OWN = {fast_downward.KEY: by_fast_downward, sat.KEY: by_sat, smt.KEY: by_z3}


def planner(key: str) -> Planner:
    """The planner with this key, whose engine must be present (else EngineMissingError).

    NameUnknownError for a key that no table knows, or of an engine that finds no plans.
    """
    from .registry import require

    if key == own_search.KEY:
        return Planner(key, by_own_search)
    require(key)
    if key.startswith(f"{unified.KEY}:"):
        return Planner(key, by_unified(key.partition(":")[2]))
    if key not in OWN:
        raise NameUnknownError(f"{key} finds no plans; one of search, {', '.join(OWN)} or up:NAME does")
    return Planner(key, OWN[key])
