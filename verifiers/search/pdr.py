"""Property directed reachability for positive STRIPS, on bitmasks and without a SAT solver.

Suda (JAIR 2014), in the direction from the goal: an obligation is a positive cube to be shown unreachable
within ``k`` steps, its regressions are the obligations at ``k - 1``.  A cube all of whose regressions are
blocked is generalised and blocked itself; a chain that reaches the initial state is a plan.  Cubes blocked at
every step from some level on form an inductive invariant.  The h2 mutexes are blocked at every level.
"""

import heapq
from dataclasses import dataclass
from itertools import chain

from ...domains.planning.strips import Task, bits
from .cubes import CubeSet, Regression, h2, minimise


@dataclass(frozen=True, slots=True)
class Invariant:
    """No state reachable from ``task.init`` contains the claim: the cubes are inductive and exclude it."""

    cubes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlanFound:
    """Operator indices that lead from ``task.init`` to a state containing the claim; replayed."""

    operators: tuple[int, ...]


def pdr(
    task: Task, bad: int, *, without: int = 0, mutexes: CubeSet | None = None, limit: int = 20_000
) -> Invariant | PlanFound | None:
    """Whether a state containing all facts of ``bad`` can be reached, with the proof.

    Operators that add a fact of ``without`` are left out.  ``mutexes`` may hand over ``h2(task,
    without=without)`` when it is known; None, undecided, after ``limit`` obligations.
    """
    if not bad & ~task.init:
        return PlanFound(())
    seeds = mutexes or h2(task, without=without)
    if seeds.excludes(bad):
        return Invariant(tuple(minimise(task, seeds.cubes(), [bad], without=without)))
    return _Run(task, bad, without, seeds).solve(limit)


class _Frames:
    """Blocked cubes by level; a cube at level ``k`` is unreachable within ``k`` steps (and fewer)."""

    def __init__(self, seeds: CubeSet, init: int):
        self.seeds = seeds
        self.init = init
        self.delta: list[dict[int, list[int]]] = [{}, {}]

    def blocks(self, mask: int, level: int) -> bool:
        """Whether the mask is known to be unreachable within ``level`` steps."""
        if level == 0:
            return mask & ~self.init != 0
        if mask & self.seeds.singles:
            return True
        outside, rows, facts = ~mask, self.seeds.rows, []
        for bit in bits(mask):
            if bit in rows and rows[bit] & mask:
                return True
            facts.append(bit)
        for frame in self.delta[level:]:
            for bit in facts:
                if bit in frame and any(not cube & outside for cube in frame[bit]):
                    return True
        return False

    def add(self, cube: int, level: int) -> None:
        """Block a cube at a level; cubes of lower or equal levels that it subsumes are dropped."""
        for lower in range(1, level + 1):
            self.drop(cube, lower)
        self.delta[level].setdefault((cube & -cube).bit_length() - 1, []).append(cube)

    def drop(self, cube: int, level: int) -> None:
        """Drop the cubes of a level that contain this one, itself included."""
        frame = self.delta[level]
        for bit in list(frame):
            kept = [other for other in frame[bit] if cube & ~other]
            if kept:
                frame[bit] = kept
            else:
                del frame[bit]

    def cubes(self, level: int) -> list[int]:
        """The cubes whose highest level this is."""
        frame = self.delta[level]
        return [cube for bit in sorted(frame) for cube in frame[bit]]


class _Run:
    def __init__(self, task: Task, bad: int, without: int, seeds: CubeSet):
        self.task, self.bad, self.without, self.seeds = task, bad, without, seeds
        self.regression = Regression(task, without)
        self.frames = _Frames(seeds, task.init)
        self.distance = _additive(task, without)
        self.parents: dict[int, tuple[int, int]] = {}
        """For each obligation: the operator and the cube that it was regressed from."""

    def solve(self, limit: int) -> Invariant | PlanFound | None:
        """Deepen level by level until a plan, an invariant or the limit."""
        count = 0
        level = 1
        while True:
            heap = [(level, 0, self.bad)]
            while heap:
                if count >= limit:
                    return None
                count += 1
                at, rank, cube = heapq.heappop(heap)
                step = self._unblocked(cube, at)
                if step is None:
                    if not self.frames.blocks(cube, at):
                        self._block(cube, at, level)
                    if at < level:
                        heapq.heappush(heap, (at + 1, rank, cube))
                    continue
                number, regressed = step
                if regressed != self.bad:
                    self.parents.setdefault(regressed, (number, cube))
                if not regressed & ~self.task.init:
                    return PlanFound(self._replayed(regressed))
                heapq.heappush(heap, (at, rank, cube))
                heapq.heappush(heap, (at - 1, rank - 1, regressed))
            proof = self._propagate(level)
            if proof is not None:
                return Invariant(tuple(minimise(self.task, proof, [self.bad], without=self.without)))
            level += 1
            self.frames.delta.append({})

    def _unblocked(self, cube: int, level: int) -> tuple[int, int] | None:
        """The operator whose regression of the cube is closest to the initial state and not blocked."""
        if self.frames.blocks(cube, level):
            return None
        best: tuple[int, int, int] | None = None
        for number, regressed in self.regression.steps(cube):
            far = sum(self.distance[bit] for bit in bits(regressed & ~self.task.init))
            if (best is None or (far, number) < best[:2]) and not self.frames.blocks(regressed, level - 1):
                best = (far, number, regressed)
        return None if best is None else best[1:]

    def _block(self, cube: int, level: int, deepest: int) -> None:
        """Generalise a cube that ``level`` steps cannot reach, and block it as high as that goes."""
        for bit in sorted(bits(cube), key=lambda bit: (self.distance[bit], bit)):
            smaller = cube & ~(1 << bit)
            if smaller & ~self.task.init and self._inductive(smaller, level - 1):
                cube = smaller
        while level < deepest and self._inductive(cube, level):
            level += 1
        self.frames.add(cube, level)

    def _inductive(self, cube: int, level: int) -> bool:
        """Whether all regressions of the cube are blocked at a level, given that the cube itself is."""
        regressed = (before for _, before in self.regression.steps(cube))
        return all(not cube & ~before or self.frames.blocks(before, level) for before in regressed)

    def _propagate(self, deepest: int) -> list[int] | None:
        """Push cubes to higher levels; an emptied level closes the proof, and its cubes come back."""
        for level in range(1, deepest):
            for cube in self.frames.cubes(level):
                if self.frames.blocks(cube, level + 1):
                    self.frames.drop(cube, level)
                elif self._inductive(cube, level):
                    self.frames.add(cube, level + 1)
            if not self.frames.delta[level]:
                higher = (self.frames.cubes(upper) for upper in range(level + 1, deepest + 1))
                return [*self.seeds.cubes(), *chain.from_iterable(higher)]
        return None

    def _replayed(self, cube: int) -> tuple[int, ...]:
        """The plan along the chain of regressions, executed from the initial state."""
        plan: list[int] = []
        while cube != self.bad:
            number, cube = self.parents[cube]
            plan.append(number)
        state = self.task.init
        for number in plan:
            operator = self.task.operators[number]
            assert operator.applicable(state) and not operator.add & self.without
            state = operator.apply(state)
        assert not self.bad & ~state
        return tuple(plan)


def _additive(task: Task, without: int) -> list[int]:
    """The additive heuristic cost of every fact from the initial state (Bonet and Geffner, AIJ 2001)."""
    far = len(task.facts) * len(task.facts) + 1
    cost = [0 if task.init >> bit & 1 else far for bit in range(len(task.facts))]
    allowed = (operator for operator in task.operators if not operator.add & without)
    operators = [(tuple(bits(operator.pre)), tuple(bits(operator.add))) for operator in allowed]
    changed = True
    while changed:
        changed = False
        for condition, effect in operators:
            total = 1 + sum(cost[bit] for bit in condition)
            for bit in effect:
                if total < cost[bit]:
                    cost[bit] = total
                    changed = True
    return cost
