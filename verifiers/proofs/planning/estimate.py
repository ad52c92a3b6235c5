"""The landmark-cut heuristic, an admissible estimate of the number of actions to the goal.

Helmert and Domshlak (Landmarks, critical paths and abstractions, ICAPS 2009).  While the goal's hmax value
is positive: let each action be supported by a precondition of the largest hmax value; the goal zone is what
reaches the goal over supported edges of cost 0; the cut is the actions on edges that lead into the zone
from what the state reaches outside it.  Every relaxed plan uses an action of the cut, so its cost (1) is
counted once and the actions in it are free from then on.  No action is counted twice; hence the sum is
admissible.  Plain Python serves small proofs; numba, where it can be imported, compiles the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from .landmark_cut import INFINITE, landmark_cut
from .model import Model, Move, ones

COMPILE_AFTER = 50_000
"""Plain Python serves until estimates times actions exceed this: loading numba costs about as much."""


class Estimate:
    """The landmark-cut value of states of a model whose goal lies inside the closure."""

    def __init__(self, model: Model, moves: Sequence[Move]):
        true, goal = len(model.facts), len(model.facts) + 1
        needed = [list(ones(move.pre)) or [true] for move in moves] + [list(ones(model.goal or 0)) or [true]]
        added = [list(ones(move.add & ~move.pre)) for move in moves] + [[goal]]
        rows = (needed, added, _inverse(needed, goal + 1), _inverse(added, goal + 1))
        self._tables: tuple[Any, ...] = tuple(table for row in rows for table in _flat(row))
        self._true, self._actions, self._work = true, len(moves), 0
        self._run: Callable[..., int] = landmark_cut
        self._array: Callable[[list[int]], Any] = list
        self._chosen = False

    def exceeds(self, state: int, limit: int) -> bool:
        """Whether the estimate of a state is above the limit."""
        self._work += self._actions
        if not self._chosen and (self._work > COMPILE_AFTER or _fast.cache_info().currsize):
            self._chosen, (self._run, self._array) = True, _fast()
            self._tables = tuple(self._array(table) for table in self._tables)
        facts = self._array([*ones(state), self._true])
        return self._run(facts, self._tables, min(limit, INFINITE - 2)) > limit


@lru_cache(maxsize=1)
def _fast() -> tuple[Callable[..., int], Callable[[list[int]], Any]]:
    """The procedure compiled, and what makes arrays for it; the plain one where numba is missing."""
    try:
        from ..compiled import as_array, compiled
    except ImportError:
        return landmark_cut, list
    return compiled(landmark_cut), as_array


def _inverse(rows: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """For every item the numbers of the rows that hold it."""
    holding: list[list[int]] = [[] for _ in range(size)]
    for number, row in enumerate(rows):
        for item in row:
            holding[item].append(number)
    return holding


def _flat(rows: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Rows one after the other: where each starts, and all items."""
    start, items = [0], list[int]()
    for row in rows:
        items.extend(row)
        start.append(len(items))
    return start, items
