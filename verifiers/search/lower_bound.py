"""Proofs that no plan is shorter than a bound, by depth-bounded search with LM-cut.

A state with ``k`` steps left is refuted when its proven bound exceeds ``k``: the number of landmarks found by
LM-cut (Helmert and Domshlak, ICAPS 2009), one less than the bound of the state before it, or what an earlier
search showed, which is one more than the least bound among its successors.  A landmark of a state is one of
its successor by an operator that is not in it, so only missing ones are computed (Pommerening and Helmert,
ICAPS 2013).  Bounds are kept by state for all questions about a task, and states are taken up to
interchanging objects (see ``symmetry``).  A search that ends at a goal gives a plan shorter than the bound
instead, which is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...domains.planning.strips import Operator, Task
from ...domains.planning.tree import Problem
from ...instances.errors import EnginesDisagreeError, LimitError
from .symmetry import Symmetry, rename, symmetry


@dataclass(frozen=True, slots=True)
class Bounded:
    """Whether every plan from a state has at least as many steps as was asked."""

    holds: bool | None
    """None: undecided within the limit."""
    plan: list[int] | None
    """Numbers of operators: a shorter plan, when ``holds`` is False."""
    nodes: int
    """States entered: estimated or expanded."""


class LowerBounds:
    """Lower bounds on the length of plans of one task, for states reachable from ``task.init``.

    Objects are exchanged that the problem, or its symmetry, says are alike.
    """

    def __init__(self, world: Problem | Symmetry | None, task: Task):
        import numpy as np

        from .bound_kernels import Memo, Model, with_room
        from .lmcut import relaxation
        from .lmcut_kernels import DEAD_END, workspace
        from .tables import row, tables, words_of

        self.task = task
        self.symmetry = _symmetry(world, task)
        self.dead_end = DEAD_END
        self.nodes = 0
        """States entered in all questions so far."""
        relations, state = relaxation(task), row(0, words_of(task))
        self._model = Model(
            tables(task),
            relations,
            workspace(relations),
            self.symmetry.exchanges,
            np.zeros(len(task.operators), np.int32),
            np.zeros(len(task.operators), np.bool_),
            state,
            state.copy(),
            state.copy(),
            np.zeros(len(task.operators) + 1, np.int16),
        )
        empty = Memo(
            np.zeros((0, len(state)), np.uint64),
            np.zeros(0, np.int32),
            np.zeros(1024, np.uint64),
            np.zeros(1, np.int32),
        )
        self._memo = with_room(self._model.tables.keys, empty, 256)

    def estimate(self, state: int) -> int:
        """The bound known of a state so far; at least its LM-cut value; ``dead_end`` when it has no plan."""
        from .bound_kernels import look_up
        from .tables import row, words_of

        known, self._memo = look_up(self._model, self._memo, row(state, words_of(self.task)))
        return int(self._memo.bounds[known])

    def prove(self, state: int, bound: int, *, limit: int) -> Bounded:
        """Whether every plan from the state has at least ``bound`` steps.

        Undecided when ``limit`` states have been entered.  Plans found are replayed (EnginesDisagreeError
        when that fails).  Raises LimitError for bounds beyond ``dead_end``.
        """
        from .bound_kernels import FOUND, LIMIT, refute
        from .tables import row, words_of

        if bound <= 0:
            return Bounded(True, None, 0)
        if bound > self.dead_end:
            raise LimitError(f"plans of {bound} steps are longer than any bound proven here")
        start = row(state, words_of(self.task))
        verdict, entered, path, self._memo = refute(self._model, self._memo, start, bound - 1, limit)
        self.nodes += entered
        if verdict != FOUND:
            return Bounded(None if verdict == LIMIT else True, None, entered)
        return Bounded(False, self._plan(state, [self.task.operators[number] for number in path]), entered)

    def _plan(self, state: int, path: list[Operator]) -> list[int]:
        """The plan from the state itself for one from its normal form, replayed."""
        numbers = {id(operator): number for number, operator in enumerate(self.task.operators)}
        original = {name: name for members in self.symmetry.classes for name in members}
        plan: list[int] = []
        known = self._traced(state, original)
        for operator in path:
            image = operator.apply(known)
            after = self.task.mask(rename(name, original) for name in self.task.names(image))
            step = next((own for own in self.task.applicable(state) if own.apply(state) == after), None)
            if step is None:
                raise EnginesDisagreeError(f"the image of a plan has no step for {operator.name}")
            plan.append(numbers[id(step)])
            state, known = after, self._traced(image, original)
        if not self.task.satisfied(state):
            raise EnginesDisagreeError("a plan found by depth-bounded search does not reach the goal")
        return plan

    def _traced(self, state: int, original: dict[str, str]) -> int:
        """The normal form of a state; ``original`` follows what its objects were called at first."""
        known, exchanges = self.symmetry.trace(state)
        for first, second in exchanges:
            original[first], original[second] = original[second], original[first]
        return known


def _symmetry(world: Problem | Symmetry | None, task: Task) -> Symmetry:
    if isinstance(world, Problem):
        return symmetry(world, task)
    return world or Symmetry(task, ())


@dataclass(frozen=True, slots=True)
class LowerBound:
    """The answers for several states, in the order asked."""

    proven: list[bool | None]
    plans: list[list[int] | None]
    """A shorter plan, where one was found."""
    nodes: int
    """States entered."""


def prove(
    task: Task, states: Sequence[int], bound: int, *, limit: int, symmetry: Symmetry | None = None
) -> LowerBound:
    """Whether every plan from each state has at least ``bound`` steps.

    At most ``limit`` states are entered for each; proofs share what they find.
    """
    bounds = LowerBounds(symmetry, task)
    answers = [bounds.prove(state, bound, limit=limit) for state in states]
    return LowerBound([answer.holds for answer in answers], [answer.plan for answer in answers], bounds.nodes)
