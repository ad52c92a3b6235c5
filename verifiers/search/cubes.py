"""Inductive invariants of positive STRIPS as sets of positive cubes: pairs of facts, and sets made small.

A cube is a bitmask of facts that never all hold.  A set of cubes is inductive when none holds initially and,
for every cube and operator that can complete it, the regression of the cube contains a cube of the set (Suda,
"Property Directed Reachability for Automated Planning", JAIR 2014, section 3).

The pairs are those of the h2 fixpoint (Haslum and Geffner, AIPS 2000, section 3).  A pair is reachable when
it holds initially, or when an operator whose preconditions are pairwise reachable adds both, or adds one
while the other is kept and reachable beside every precondition.  The complement of the least fixpoint is an
inductive invariant.  Rows of pairs are Python integers.

>>> move = Operator("(move)", pre=0b01, add=0b10, delete=0b01)
>>> mutexes = h2(Task(("(at a)", "(at b)"), (move,), init=0b01, goal=0b10))
>>> mutexes.excludes(0b11), mutexes.excludes(0b10)
(True, False)
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from ...domains.planning.strips import Operator, Task, bits
from ...instances.errors import CertificateError


class CubeSet:
    """Cubes, looked up by what they are contained in."""

    def __init__(self, cubes: Iterable[int] = ()):
        self.singles = 0
        self.rows: dict[int, int] = {}  # ``rows[i]``: the facts ``j`` such that {i, j} is a cube
        self.longer: dict[int, list[int]] = {}  # cubes of three facts and more, by their lowest bit
        for cube in cubes:
            self.add(cube)

    def add(self, cube: int) -> None:
        """Put a cube in; the caller does not add the same cube twice."""
        size = cube.bit_count()
        low = (cube & -cube).bit_length() - 1
        if size == 1:
            self.singles |= cube
        elif size == 2:
            high = cube.bit_length() - 1
            self.rows[low] = self.rows.get(low, 0) | 1 << high
            self.rows[high] = self.rows.get(high, 0) | 1 << low
        else:
            self.longer.setdefault(low, []).append(cube)

    def excludes(self, mask: int) -> bool:
        """Whether a cube of the set is contained in the mask."""
        if mask & self.singles:
            return True
        rows, longer = self.rows, self.longer
        outside = ~mask
        for bit in bits(mask):
            if bit in rows and rows[bit] & mask:
                return True
            if bit in longer and any(not cube & outside for cube in longer[bit]):
                return True
        return False

    def contained(self, mask: int) -> Iterator[int]:
        """The cubes of the set that the mask contains: single facts, then by lowest bit."""
        for bit in bits(mask & self.singles):
            yield 1 << bit
        for bit in bits(mask):
            row = self.rows.get(bit, 0) & mask
            for high in bits(row >> (bit + 1) << (bit + 1)):
                yield 1 << bit | 1 << high
            for cube in self.longer.get(bit, ()):
                if not cube & ~mask:
                    yield cube

    def cubes(self) -> Iterator[int]:
        """All cubes of the set: single facts, then by lowest bit."""
        pairs = (1 << bit | row for bit, row in self.rows.items())
        return self.contained(reduce(or_, [*pairs, *chain(*self.longer.values())], self.singles))


class Regression:
    """What must hold before an operator so that a cube holds after it."""

    def __init__(self, task: Task, without: int = 0):
        self.adders: list[list[tuple[int, Operator]]] = [[] for _ in task.facts]
        for number, operator in enumerate(task.operators):
            if not operator.add & without:
                for bit in bits(operator.add):
                    self.adders[bit].append((number, operator))

    def steps(self, cube: int) -> Iterator[tuple[int, int]]:
        """Each operator that adds part of the cube and deletes nothing of it, with the regressed cube."""
        for bit in bits(cube):
            below = (1 << bit) - 1
            for number, operator in self.adders[bit]:
                if not (operator.delete & cube or operator.add & cube & below):
                    yield number, cube & ~operator.add | operator.pre


def minimise(task: Task, cubes: Iterable[int], bad: Iterable[int], *, without: int = 0) -> list[int]:
    """A small inductive subset of the cubes that excludes all of ``bad``, sorted; or CertificateError."""
    regression = Regression(task, without)
    bad = list(bad)
    kept = _needed(regression, list(cubes), bad)
    while True:
        again = _needed(regression, kept, bad)
        if len(again) >= len(kept):
            break
        kept = again
    kept = _thinned(regression, kept, bad)
    return sorted(kept, key=lambda cube: (cube.bit_count(), list(bits(cube))))


def _needed(regression: Regression, cubes: Sequence[int], bad: Sequence[int]) -> list[int]:
    """The closure of the blockers of ``bad``: blockers already chosen first, then those that block most."""
    source = CubeSet(cubes)
    chosen = CubeSet()
    order: list[int] = []
    pending = sorted(set(bad))
    while pending:
        fresh = _cover(source, [mask for mask in pending if not chosen.excludes(mask)])
        for cube in fresh:
            chosen.add(cube)
        order.extend(fresh)
        pending = sorted({regressed for cube in fresh for _, regressed in regression.steps(cube)})
    return order


def _cover(source: CubeSet, masks: Sequence[int]) -> list[int]:
    """Greedy set cover: cubes of the source such that every mask contains one."""
    blocked: dict[int, list[int]] = {}
    choices: list[list[int]] = []
    for number, mask in enumerate(masks):
        choices.append(list(source.contained(mask)))
        if not choices[-1]:
            raise CertificateError("the cubes are not inductive: nothing blocks a regressed cube")
        for cube in choices[-1]:
            blocked.setdefault(cube, []).append(number)
    left = {cube: len(numbers) for cube, numbers in blocked.items()}
    buckets: list[list[int]] = [[] for _ in range(max(left.values(), default=0) + 1)]
    for cube in sorted(left, key=lambda cube: (cube.bit_count(), cube), reverse=True):
        buckets[left[cube]].append(cube)
    done = bytearray(len(masks))
    picked: list[int] = []
    for gain in range(len(buckets) - 1, 0, -1):
        while buckets[gain]:
            cube = buckets[gain].pop()
            if left[cube] < gain:
                buckets[left[cube]].append(cube)
                continue
            picked.append(cube)
            for number in blocked[cube]:
                if not done[number]:
                    done[number] = 1
                    for other in choices[number]:
                        left[other] -= 1
    return picked


def _thinned(regression: Regression, cubes: Sequence[int], bad: Sequence[int]) -> list[int]:
    """Drop cubes, the longest first, whose every duty another kept cube can do; close over what is needed."""
    index = CubeSet(cubes)
    duties = [(mask, 0) for mask in bad]
    duties += [(mask, cube) for cube in cubes for _, mask in regression.steps(cube)]
    able: list[int] = []  # for each duty, how many kept cubes can do it; 0 once its own cube is gone
    duties_of: dict[int, list[int]] = {cube: [] for cube in cubes}
    raised_by: dict[int, list[int]] = {cube: [] for cube in cubes}
    for number, (mask, source) in enumerate(duties):
        blockers = list(index.contained(mask))
        able.append(len(blockers))
        for cube in blockers:
            duties_of[cube].append(number)
        if source:
            raised_by[source].append(number)
    kept = set(cubes)
    for cube in sorted(cubes, key=lambda cube: (cube.bit_count(), cube), reverse=True):
        own = set(raised_by[cube])
        if any(able[number] == 1 and number not in own for number in duties_of[cube]):
            continue
        kept.discard(cube)
        for number in duties_of[cube]:
            able[number] -= 1 if able[number] else 0
        for number in own:
            able[number] = 0
    return _needed(regression, [cube for cube in cubes if cube in kept], bad)


def h2(task: Task, *, without: int = 0) -> CubeSet:
    """Facts that never hold, and pairs of others that never hold together, without adders of ``without``."""
    operators = [operator for operator in task.operators if not operator.add & without]
    reached = _pairs(len(task.facts), operators, task.init)
    every = sum(1 << bit for bit, row in enumerate(reached) if row)
    mutexes = CubeSet()
    mutexes.singles = ((1 << len(task.facts)) - 1) & ~every
    mutexes.rows = {bit: every & ~row for bit, row in enumerate(reached) if row and every & ~row}
    return mutexes


def _pairs(size: int, operators: list[Operator], init: int) -> list[int]:
    """The least fixpoint: row ``i`` holds the facts reachable beside fact ``i``, itself included."""
    reached = [0] * size
    for bit in bits(init):
        reached[bit] = init
    every = init
    conditions = [tuple(bits(operator.pre)) for operator in operators]
    effects = [tuple(bits(operator.add)) for operator in operators]
    needed_by: list[list[int]] = [[] for _ in range(size)]
    for number, condition in enumerate(conditions):
        for bit in condition:
            needed_by[bit].append(number)
    always = {number for number, condition in enumerate(conditions) if not condition}
    todo, changed = list(range(len(operators))), 1
    while changed:
        changed = 0
        for number in todo:
            operator = operators[number]
            beside = every
            for bit in conditions[number]:
                beside &= reached[bit]
            if operator.pre & ~beside:
                continue
            keeps = beside & ~operator.delete | operator.add
            for bit in effects[number]:
                fresh = keeps & ~reached[bit]
                if fresh:
                    reached[bit] |= fresh
                    every |= 1 << bit
                    changed |= fresh | 1 << bit
                    for other in bits(fresh):
                        reached[other] |= 1 << bit
        # again those with a precondition whose row grew, and those without any
        todo = sorted(always.union(*(needed_by[bit] for bit in bits(changed))))
    return reached
