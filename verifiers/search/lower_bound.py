"""Proofs that no plan is shorter than a bound, by depth-bounded search with LM-cut, and shortest plans.

A state with ``k`` steps left is refuted when its proven bound exceeds ``k``: the number of landmarks found by
LM-cut (Helmert and Domshlak, ICAPS 2009), one less than the bound of the state before, or one more than the
least bound among its successors.  A landmark of a state is one of its successor by an operator that is not in
it (Pommerening and Helmert, ICAPS 2013).  Bounds are kept for all questions about a task, and states are
taken up to interchanging objects (``symmetry``).

>>> step = Operator("(step)", pre=0b001, add=0b010, delete=0b001)
>>> jump = Operator("(jump)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(a)", "(b)", "(c)"), (jump, step), init=0b001, goal=0b100)
>>> bounds = LowerBounds(None, task)
>>> bounds.estimate(task.init), bounds.shortest_plan(task.init, limit=100)
(2, [1, 0])
"""

from dataclasses import dataclass
from typing import cast

import numpy as np

from ...domains.planning.strips import Operator, Task
from ...domains.planning.tree import Problem
from ...instances.errors import EnginesDisagreeError, LimitError
from .bound_kernels import FOUND, LIMIT, Memo, Model, refute
from .lmcut_kernels import DEAD_END, workspace
from .plain_bounds import PlainBounds
from .relaxed_kernels import relaxation
from .symmetry import Symmetry, rename, symmetry
from .tables import row, tables, words_of

SMALL_ROUND = 100  # a round of so many states or fewer tells nothing of the next one


@dataclass(frozen=True, slots=True)
class Bounded:
    """Whether every plan from a state has at least as many steps as was asked."""

    holds: bool | None  # None: undecided within the limit
    plan: list[int] | None  # numbers of operators: a shorter plan, when ``holds`` is False
    nodes: int  # states entered: estimated or expanded


class LowerBounds:
    """Lower bounds on the length of plans of one task, for states reachable from ``task.init``.

    A ``lean`` search does not enter a state that the landmarks of the state before refute, and cuts landmarks
    faster: it enters a third fewer states, each in less time, and what it proves is the same.
    """

    def __init__(self, problem: Problem | None, task: Task, *, lean: bool = True):
        self.task = task
        self.symmetry = symmetry(problem, task) if problem else Symmetry(task, ())
        self.nodes = 0  # states entered in all questions so far
        self._rounds: dict[tuple[int, int], int] = {}
        """Those entered to find a shortest plan of a state, by the state and the bound."""
        relations, state = relaxation(task), row(0, words_of(task))
        count, read = len(task.operators), (tables(task), relations, workspace(relations))
        states, here = (state, state.copy(), state.copy()), np.zeros(count, np.int32)
        free, cut = np.zeros(count, np.bool_), np.zeros(count + 1, np.int16)
        self._model = Model(*read, self.symmetry.exchanges, here, free, *states, cut, lean)
        self._plain = PlainBounds(self._model, self.symmetry)
        self._memo: Memo | None = None  # what is known once compiled searches take over from ``_plain``

    def estimate(self, state: int) -> int:
        """The bound known of a state so far; at least its LM-cut value; DEAD_END when it has no plan."""
        return self._refute(state, -1, 0)[3]

    def prove(self, state: int, bound: int, *, limit: int) -> Bounded:
        """Whether every plan from the state has at least ``bound`` steps; undecided beyond ``limit`` states.

        Plans found are replayed (else EnginesDisagreeError).  LimitError for bounds beyond DEAD_END.
        """
        if bound <= 0:
            return Bounded(True, None, 0)
        if bound > DEAD_END:
            raise LimitError(f"plans of {bound} steps are longer than any bound proven here")
        verdict, entered, path, _ = self._refute(state, bound - 1, limit)
        self.nodes += entered
        if verdict != FOUND:
            return Bounded(None if verdict == LIMIT else True, None, entered)
        return Bounded(False, self._plan(state, [self.task.operators[number] for number in path]), entered)

    def shortest_plan(self, state: int, *, limit: int, forecast: bool = False) -> list[int] | None:
        """Operator numbers of a shortest plan from a state; None where none is found within ``limit`` states.

        Iterative deepening A* (Korf, AIJ 1985); what was refuted stays proven.  By ``forecast`` no round is
        begun that would, growing as the last one did, not end within the limit.
        """
        bound, left = self.estimate(state) + 1, limit
        while bound < DEAD_END and left > 0:
            if forecast and self._foreseen(state, bound) > left:
                return None
            answer = self.prove(state, bound, limit=left)
            if answer.plan is not None:
                return answer.plan
            left -= answer.nodes
            self._rounds[state, bound] = self._rounds.get((state, bound), 0) + answer.nodes
            bound = max(bound + 1, self.estimate(state) + 1)
        return None

    def _foreseen(self, state: int, bound: int) -> float:
        """The states that a round has still to enter growing as the last one did, 0 where that is open."""
        here, last, before = (self._rounds.get((state, bound - back), 0) for back in range(3))
        return last**2 / before - here if before and last > SMALL_ROUND else 0.0

    def _refute(self, state: int, budget: int, limit: int) -> tuple[int, int, list[int], int]:
        """See ``bound_kernels.refute``, without the memo."""
        if self._memo is None:
            answer = refute.attempt(lambda: self._plain.refute(state, budget, limit))
            if answer is not None:
                return cast("tuple[int, int, list[int], int]", answer)
            self._memo = self._plain.memo()
        start = row(state, words_of(self.task))
        verdict, entered, path, bound, self._memo = refute.compiled(
            self._model, self._memo, start, budget, limit
        )
        return verdict, entered, path.tolist(), int(bound)

    def _plan(self, state: int, path: list[Operator]) -> list[int]:
        """The plan from the state itself for one from its normal form, replayed."""
        original = {name: name for members in self.symmetry.classes for name in members}
        plan: list[int] = []
        known = self._traced(state, original)
        for operator in path:
            image = operator.apply(known)
            after = self.task.mask(rename(name, original) for name in self.task.names(image))
            numbered = enumerate(self.task.operators)
            ways = (number for number, own in numbered if own.applicable(state) and own.apply(state) == after)
            if (step := next(ways, None)) is None:
                raise EnginesDisagreeError(f"the image of a plan has no step for {operator.name}")
            plan.append(step)
            state, known = after, self._traced(image, original)
        if not self.task.satisfied(state):
            raise EnginesDisagreeError("a plan found by depth-bounded search does not reach the goal")
        return plan

    def _traced(self, state: int, original: dict[str, str]) -> int:
        """The normal form of a state; ``original`` follows what its objects were called at first."""
        known, exchanges = self.symmetry.normal_form(state)
        for first, second in (self.symmetry.pairs[number] for number in exchanges):
            original[first], original[second] = original[second], original[first]
        return known
