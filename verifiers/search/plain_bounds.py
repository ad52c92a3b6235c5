"""Depth-bounded search with LM-cut in plain Python: what small questions about bounds are answered by.

``PlainBounds.refute`` does what the kernel of its name does, state by state, facts and supporters in the same
order, so that limits end both in the same place.  A state takes some twenty times as long as compiled.
"""

from functools import cached_property

import numpy as np

from ...domains.planning.strips import bits
from .bound_kernels import FOUND, LIMIT, REFUTED, Memo, Model
from .compiling import tick
from .lmcut_kernels import DEAD_END
from .plain import OperatorTable, lists
from .symmetry import Symmetry
from .tables import Relations, rows

UNCUT = -1


class Cuts:
    """LM-cut over the relations of a task: see ``lmcut_kernels``, whose functions these are."""

    def __init__(self, r: Relations, lean: bool) -> None:
        self.lean = lean
        self.size = r.pre_size.tolist()
        self.pre = lists(r.pre_start, r.pre_facts)
        self.add = lists(r.add_start, r.add_facts)
        self.added = [sum(1 << fact for fact in facts) for facts in self.add]
        self.users = lists(r.user_start, r.users)
        self.adders = lists(r.adder_start, r.adders)
        self.facts = len(self.users)
        self.buckets: list[list[int]] = [[] for _ in range(self.facts + 2)]
        self.cost, self.level, self.supporter = list[int](), list[int](), list[int]()
        self.uncut = [UNCUT] * (len(self.size) - 1) + [0]

    def landmarks(self, state: int, cut: list[int], first: int) -> int:
        """The number of landmarks beside those in ``cut``, or DEAD_END; they are numbered from ``first``."""
        tick()
        given = [self.facts - 2, *bits(state)]
        goal, number = self.explore(given, cut), first
        while 0 < goal < DEAD_END:
            zone = self.goal_zone(cut)
            found = self.cut_around(zone, cut) if self.lean else self.find_cut(given, zone)
            goal = self.make_free(found, cut, number)
            number += 1
        return DEAD_END if goal == DEAD_END else number - first

    def explore(self, given: list[int], cut: list[int]) -> int:
        """h_max of the goal, operators in cuts being free."""
        cost, supporter, level_of = [DEAD_END] * self.facts, [-1] * len(cut), [0] * len(cut)
        self.cost, self.supporter, self.level = cost, supporter, level_of
        missing, users, add = self.size.copy(), self.users, self.add
        for fact in given:
            cost[fact] = 0
        waiting, level = given.copy(), 0
        while waiting:
            later = list[int]()
            while waiting:
                fact = waiting.pop()
                if cost[fact] != level:
                    continue
                for op in users[fact]:
                    missing[op] -= 1
                    if missing[op]:
                        continue
                    supporter[op], level_of[op] = fact, level
                    target, reached = (level + 1, later) if cut[op] < 0 else (level, waiting)
                    for new in add[op]:
                        if cost[new] > target:
                            cost[new] = target
                            reached.append(new)
            waiting, level = later, level + 1
        return cost[-1]

    def goal_zone(self, cut: list[int]) -> int:
        """The facts, as a bitmask, from which free operators lead to the goal, along supporters."""
        supporter, stack = self.supporter, [self.facts - 1]
        zone = 1 << self.facts - 1
        while stack:
            for op in self.adders[stack.pop()]:
                if cut[op] >= 0 and supporter[op] >= 0 and not zone >> supporter[op] & 1:
                    zone |= 1 << supporter[op]
                    stack.append(supporter[op])
        return zone

    def find_cut(self, given: list[int], behind: int) -> list[int]:
        """The operators that lead into the goal zone from before it."""
        supporter, users, added = self.supporter, self.users, self.added
        stack, cut, known = given.copy(), list[int](), behind
        for fact in given:
            known |= 1 << fact
        while stack:
            fact = stack.pop()
            for op in users[fact]:
                if supporter[op] != fact:
                    continue
                if added[op] & behind:
                    cut.append(op)
                elif added[op] & ~known:
                    stack += [new for new in self.add[op] if not known >> new & 1]
                    known |= added[op]
        return cut

    def cut_around(self, zone: int, cut: list[int]) -> list[int]:
        """All operators that lead into the goal zone from outside."""
        supporter, found = self.supporter, dict[int, None]()
        for fact in bits(zone):
            for op in self.adders[fact]:
                if cut[op] < 0 <= supporter[op] and not zone >> supporter[op] & 1:
                    found[op] = None
        return list(found)

    def make_free(self, operators: list[int], cut: list[int], number: int) -> int:
        """Make the operators of a cut free, as landmark ``number``; the new h_max of the goal."""
        cost, supporter, level_of, buckets = self.cost, self.supporter, self.level, self.buckets
        users, add, high = self.users, self.add, 0
        low = min([level_of[op] for op in operators], default=self.facts)
        for op in operators:
            cut[op], target = number, level_of[op]
            high = max(high, target)
            for new in add[op]:
                if cost[new] > target:
                    cost[new] = target
                    buckets[target].append(new)
        for level in range(low, self.facts + 2):
            if level > high:
                break
            waiting = buckets[level]
            while waiting:
                fact = waiting.pop()
                if cost[fact] != level:
                    continue
                for op in users[fact]:
                    if supporter[op] != fact:
                        continue
                    dearest = self.dearest(op)
                    if dearest < level_of[op]:
                        level_of[op] = dearest
                        target = dearest + 1 if cut[op] < 0 else dearest
                        high = max(high, target)
                        for new in add[op]:
                            if cost[new] > target:
                                cost[new] = target
                                buckets[target].append(new)
        return cost[-1]

    def dearest(self, op: int) -> int:
        """Bring the supporter of an operator up to date, keeping it while none is dearer; its h_max value."""
        cost, supporter = self.cost, self.supporter[op]
        level = cost[supporter]
        for fact in self.pre[op]:
            if cost[fact] > level:
                supporter, level = fact, cost[fact]
        self.supporter[op] = supporter
        return level


class PlainBounds:
    """Bounds on the length of plans of one task, by state."""

    def __init__(self, model: Model, symmetry: Symmetry) -> None:
        self._model, self._symmetry = model, symmetry
        self._rows, self._states, self._bounds = dict[int, int](), list[int](), list[int]()

    @cached_property
    def _steps(self) -> OperatorTable:
        return OperatorTable(self._model.tables, self._model.blocked)

    @cached_property
    def _cuts(self) -> Cuts:
        return Cuts(self._model.relations, self._model.lean)

    def refute(self, start: int, budget: int, limit: int) -> tuple[int, int, list[int], int]:
        """See ``bound_kernels.refute``; a search that is given up half way leaves nothing behind."""
        known, before = len(self._states), self._bounds.copy()
        try:
            return self._refuted(start, budget, limit)
        except BaseException:
            for state in self._states[known:]:
                del self._rows[state]
            del self._states[known:]
            self._bounds = before
            raise

    def _refuted(self, start: int, budget: int, limit: int) -> tuple[int, int, list[int], int]:
        known, expanded, root = len(self._states), 0, self._looked_up(start)
        bounds, node, verdict = self._bounds, [root], REFUTED
        via, best, children = list[int](), list[int](), list[list[tuple[int, int]]]()
        if bounds[root] == 0:
            verdict = FOUND
        if bounds[root] == 0 or bounds[root] > budget:
            node = []
        while node:
            if expanded + len(self._states) - known >= limit:
                verdict = LIMIT
                break
            left = budget - len(node) + 1
            if len(children) < len(node):
                goal, least, below = self._expand(node[-1], left)
                expanded += 1
                if goal >= 0:
                    verdict = FOUND
                    via.append(goal)
                    break
                best.append(least)
                children.append(below)
            if children[-1]:
                row, op = children[-1].pop()
                if bounds[row] >= left:
                    best[-1] = min(best[-1], bounds[row] + 1)
                else:
                    via.append(op)
                    node.append(row)
                continue
            row, least = node.pop(), best.pop()
            children.pop()
            bounds[row] = max(bounds[row], min(least, DEAD_END))
            if node:
                via.pop()
                best[-1] = min(best[-1], bounds[row] + 1)
        return verdict, expanded + len(self._states) - known, via, bounds[root]

    def _expand(self, row: int, left: int) -> tuple[int, int, list[tuple[int, int]]]:
        """What the children of a node are, for plans of ``left`` steps: see ``bound_kernels.expand``.

        Returns (an operator to a goal state or -1, the least bound on plan length by way of children that are
        left out, the others as (row, operator)); the child with the least bound comes last.
        """
        state, bounds, steps, cuts = self._states[row], self._bounds, self._steps, self._cuts
        best, count, cut, children = DEAD_END, -1, list[int](), list[tuple[int, int]]()
        for op in steps.applicable(state):
            after = state & ~steps.delete[op] | steps.add[op]
            if after == state:
                continue
            image, _ = self._symmetry.normal_form(after)
            successor = self._rows.get(image)
            if successor is None:
                if count < 0:
                    cut = cuts.uncut.copy()
                    count = cuts.landmarks(state, cut, 1)
                kept = count - 1 if cut[op] > 0 else count
                if self._model.lean and kept >= left:
                    best = min(best, kept + 1)
                    continue
                bound = max(self._after(after, cut, op, count), bounds[row] - 1)
                successor = self._entered(image, bound)
            bound = bounds[successor]
            if bound == 0:
                return op, best, children
            if bound >= left:
                best = min(best, bound + 1)
            else:
                children.append((successor, op))
        children.sort(key=lambda child: -bounds[child[0]])
        return -1, best, children

    def _after(self, after: int, cut: list[int], op: int, count: int) -> int:
        """A bound for a successor: the ``count`` landmarks in ``cut`` without the operator, and new ones."""
        used, kept = cut[op], count
        if used > 0:
            kept -= 1
            still = [UNCUT if number == used else number for number in cut]
        else:
            still = cut.copy()
        more = self._cuts.landmarks(after, still, count + 1)
        return DEAD_END if more == DEAD_END else kept + more

    def _looked_up(self, state: int) -> int:
        image, _ = self._symmetry.normal_form(state)
        row = self._rows.get(image)
        if row is not None:
            return row
        return self._entered(image, self._cuts.landmarks(state, self._cuts.uncut.copy(), 1))

    def _entered(self, image: int, bound: int) -> int:
        self._rows[image] = len(self._states)
        self._states.append(image)
        self._bounds.append(bound)
        return self._rows[image]

    def memo(self) -> Memo:
        """What is known, for the kernels, which make the table of states themselves where it is too small."""
        states, bounds = rows(self._states, self._steps.words), np.array(self._bounds, np.int32)
        return Memo(states, bounds, np.zeros(1, np.uint64), np.array([len(bounds)], np.int32))
