"""Breadth-first search over all states of a task, as far as a bound on their number allows.

When the bound is not met, what holds in no stored state is unreachable; ``path`` says how any is reached.
States are numbered by discovery from 0, an order that depends on the task alone.  Memory: 8 bytes a word and
16 of bookkeeping a state, 4 an edge; 16 of table a state while it searches (``kernels``).

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> exploration = explore(task, limit=10)
>>> exploration.complete, exploration.count, exploration.layers
(True, 3, (1, 1, 1))
>>> [task.operators[number].name for number in exploration.path(2)]
['(move a b)', '(fall b c)']
>>> exploration.distances.tolist(), exploration.shortest_plan()
([2, 1, 0], [1, 0])
"""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...domains.planning.strips import Task
from ...instances.errors import LimitError
from . import kernels
from .tables import Ints, Words, bitset, blocked, mask, row, tables, words_of

SAMPLE = 500  # states of the first search, which only tells how often facts are true
MOST_STATES = 1 << 30


@dataclass(frozen=True, eq=False)
class ExploredStates:
    """The states found, with the edges between them."""

    task: Task
    avoid: int
    complete: bool  # whether these are all reachable states (by operators that add no fact of ``avoid``)
    states: Words = field(repr=False)
    parent: Ints = field(repr=False)
    via: Ints = field(repr=False)  # the operator that led from ``parent`` to the state; -1 for state 0
    edge_start: npt.NDArray[np.int64] = field(repr=False)
    edges: Ints = field(repr=False)  # those of state ``i`` are ``edge_start[i]:edge_start[i + 1]``; no loops
    first_applicable: Ints = field(repr=False)  # by operator: the first state where it is applicable, or -1
    layers: tuple[int, ...]  # states at each distance from state 0; the last is partial when not complete

    @property
    def count(self) -> int:
        """How many states were found."""
        return int(self.states.shape[0])

    @cached_property
    def fact_counts(self) -> npt.NDArray[np.int64]:
        """For each fact, in how many of the states it holds."""
        return kernels.occurrences(self.states)[: len(self.task.facts)]  # type: ignore[no-any-return]

    @cached_property
    def reached(self) -> int:
        """The bitmask of the facts that hold in some state."""
        return bitset(self.fact_counts > 0)

    @cached_property
    def applicable(self) -> int:
        """The bitset of the operators (by number) that are applicable in some state."""
        return bitset(self.first_applicable >= 0)

    def state(self, number: int) -> int:
        """A state as a bitmask."""
        return mask(self.states[number])

    def holding(self, facts: int) -> npt.NDArray[np.bool_]:
        """For each state whether all facts of the bitmask hold."""
        holds = np.ones(self.count, dtype=np.bool_)
        for word, part in enumerate(row(facts, self.states.shape[1])):
            if part:
                holds &= self.states[:, word] & part == part
        return holds

    def find(self, facts: int) -> int | None:
        """The least number of a state in which all facts of the bitmask hold, None when there is none."""
        holds = self.holding(facts)
        number = int(holds.argmax())
        return number if holds[number] else None

    @cached_property
    def distances(self) -> npt.NDArray[np.int32]:
        """For each state the number of steps of a shortest plan from it, -1 at dead ends.

        Breadth first from all goal states against the edges.  Raises LimitError when the exploration is not
        complete: a shorter way may lead through states that are not stored.
        """
        if not self.complete:
            raise LimitError(f"distances need all states; the search stopped at {self.count}")
        goals = self.holding(self.task.goal) & np.bool_(self.task.goal_possible)
        return kernels.backward_distances(self.edge_start, self.edges, goals)

    def path(self, number: int) -> list[int]:
        """The operators that lead from state 0 to a state: as few as possible when the search began there."""
        operators = []
        while number > 0:
            operators.append(int(self.via[number]))
            number = int(self.parent[number])
        return operators[::-1]

    def successors(self, number: int) -> dict[int, int]:
        """The states that one operator leads to, and the state itself, with their numbers."""
        edges = self.edges[self.edge_start[number] : self.edge_start[number + 1]].tolist()
        return {self.state(target): target for target in (number, *edges)}

    def shortest_plan(self, number: int = 0) -> list[int] | None:
        """A shortest plan, by step the first in name order; None from a dead end; or LimitError."""
        far = self.distances
        if far[number] < 0:
            return None
        plan: list[int] = []
        while far[number]:
            state, known = self.state(number), self.successors(number)
            for k, operator in enumerate(self.task.operators):
                if operator.add & self.avoid or not operator.applicable(state):
                    continue
                after = known[operator.apply(state)]
                if far[after] == far[number] - 1:
                    plan.append(k)
                    number = after
                    break
        return plan

    def digest(self) -> str:
        """The sha256 of one line "fact count" a fact, as certificates of kind ``exploration`` carry it."""
        lines = sorted(zip(self.task.facts, self.fact_counts.tolist(), strict=True))
        return hashlib.sha256("\n".join(f"{fact} {count}" for fact, count in lines).encode()).hexdigest()


def explore(task: Task, *, limit: int, avoid: int = 0, state: int | None = None) -> ExploredStates:
    """Store the states that can be reached from ``state`` (the initial one), at most ``limit`` of them.

    Operators that add a fact of the bitmask ``avoid`` are left out.  Raises LimitError for a limit below
    1 or above 2**30.
    """
    if not 1 <= limit <= MOST_STATES:
        raise LimitError(f"a search can store 1 to {MOST_STATES} states, not {limit}")
    start = row(task.init if state is None else state, words_of(task))
    closed = blocked(task, avoid)
    layout = tables(task)
    result = kernels.explore(layout, closed, start, min(limit, SAMPLE))
    if not result[-1] and limit > SAMPLE:
        layout = tables(task, weights=kernels.occurrences(result[0]).tolist())
        result = kernels.explore(layout, closed, start, limit)
    states, parent, via, starts, edges, first, complete = result
    layers = tuple(np.bincount(kernels.depths(parent)).tolist())
    return ExploredStates(task, avoid, bool(complete), states, parent, via, starts, edges, first, layers)
