"""The landmark-cut heuristic, an admissible estimate of the number of actions to the goal.

Helmert and Domshlak (Landmarks, critical paths and abstractions, ICAPS 2009).  While the goal's hmax value
is positive: let each action be supported by a precondition of the largest hmax value; the goal zone is what
reaches the goal over supported edges of cost 0; the cut is the actions on edges that lead into the zone
from what the state reaches outside it.  Every relaxed plan uses an action of the cut, so its cost (1) is
counted once and the actions in it are free from then on.  No action is counted twice; hence the sum is
admissible.  Plain Python serves small proofs; numba compiles the same text for large ones.
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
        needed = [list(ones(move.pre)) or [true] for move in moves]
        added = [list(ones(move.add & ~move.pre)) for move in moves]
        needed.append(list(ones(model.goal or 0)) or [true])
        added.append([goal])
        rows = (needed, added, _inverse(needed, goal + 1), _inverse(added, goal + 1))
        self._tables: tuple[Any, ...] = tuple(table for row in rows for table in _flat(row))
        self._true, self._actions, self._work = true, len(moves), 0
        self._run: Callable[..., int] = landmark_cut

    def exceeds(self, state: int, limit: int) -> bool:
        """Whether the estimate of a state is above the limit."""
        facts: Any = [*ones(state), self._true]
        self._work += self._actions
        if self._work > COMPILE_AFTER or _compiled.cache_info().currsize:
            facts = self._array(facts)
        return self._run(facts, self._tables, min(limit, INFINITE - 2)) > limit

    def _array(self, facts: list[int]) -> Any:
        """The facts as the compiled procedure wants them; where numba is missing, as they are."""
        compiled = _compiled()
        if compiled is None:
            return facts
        import numpy

        if self._run is landmark_cut:
            self._run = compiled
            self._tables = tuple(numpy.array(table, dtype=numpy.int64) for table in self._tables)
        return numpy.array(facts, dtype=numpy.int64)


@lru_cache(maxsize=1)
def _compiled() -> Callable[..., int] | None:
    try:
        from .compiled import landmark_cut as compiled
    except ImportError:
        return None
    return compiled


def _inverse(rows: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """For every item the numbers of the rows that hold it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for number, row in enumerate(rows):
        for item in row:
            found[item].append(number)
    return found


def _flat(rows: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Rows one after the other: where each starts, and all items."""
    start, items = [0], list[int]()
    for row in rows:
        items.extend(row)
        start.append(len(items))
    return start, items
