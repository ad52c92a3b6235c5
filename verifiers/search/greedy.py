"""Satisficing search: some plan, quickly, with no promise on its length.

Lazy greedy best-first search by the FF heuristic (Hoffmann and Nebel, JAIR 14, 2001) with preferred operators
in a queue of their own (Helmert, JAIR 26, 2006, section 5.3).  A search that runs dry has proven that the
goal cannot be reached.  Effort is bounded by the number of evaluated states.

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> goal_plan(task)
[1, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...domains.planning.strips import Task
from . import greedy_kernels as kernels
from .tables import Array, Relations, Tables, Words, blocked, relations, row, rows, tables, words_of

LIMIT = 300_000


@dataclass(frozen=True)
class GreedyResult:
    """What a greedy search found."""

    plan: list[int] | None
    seed: int  # which of the given states the plan begins in
    evaluated: int
    exhausted: bool  # no plan exists from any of the states


@dataclass(frozen=True, eq=False)
class Searcher:
    """A task laid out once for many greedy searches."""

    task: Task
    words: int
    tables: Tables
    relations: Relations

    @classmethod
    def of(cls, task: Task) -> Searcher:
        """Lay out the arrays of a task."""
        return cls(task, words_of(task), tables(task), relations(task))

    def search(
        self, goal: int, *, states: Sequence[int] | None = None, without: int = 0, limit: int = LIMIT
    ) -> GreedyResult:
        """A plan from one of the states (the initial one) to ``goal`` without adders of ``without``."""
        starts = rows([self.task.init] if states is None else states, self.words)
        return self.search_rows(starts, row(goal, self.words), blocked(self.task, without), limit)

    def search_rows(self, seeds: Words, goal: Words, closed: Array, limit: int) -> GreedyResult:
        """The same on rows of words, for callers that hold them."""
        found = kernels.greedy(self.tables, self.relations, closed, seeds, goal, limit)
        states, parent, via, number, exhausted = found
        if number < 0:
            return GreedyResult(None, 0, states.shape[0], bool(exhausted))
        plan = []
        while via[number] >= 0:
            plan.append(int(via[number]))
            number = int(parent[number])
        seed = next(k for k in range(seeds.shape[0]) if np.array_equal(seeds[k], states[number]))
        return GreedyResult(plan[::-1], seed, states.shape[0], exhausted=False)


def goal_plan(task: Task, *, limit: int = LIMIT) -> list[int] | None:
    """A plan to the goal, or None when none was found among ``limit`` evaluated states."""
    return Searcher.of(task).search(task.goal, limit=limit).plan if task.goal_possible else None
