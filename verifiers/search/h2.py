"""Pairs of facts that never hold together: the h2 fixpoint of Haslum and Geffner (AIPS 2000, section 3).

A pair is reachable when it holds initially, or when an operator whose preconditions are pairwise reachable
adds both, or adds one while the other is kept and reachable beside every precondition.  The complement of the
least fixpoint is an inductive invariant.  Rows of pairs are Python integers.

>>> from certwright.domains.planning.strips import Operator, Task
>>> move = Operator("(move)", pre=0b01, add=0b10, delete=0b01)
>>> mutexes = h2(Task(("(at a)", "(at b)"), (move,), init=0b01, goal=0b10))
>>> mutexes.excludes(0b11), mutexes.excludes(0b10)
(True, False)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...domains.planning.strips import Operator, Task, bits


@dataclass(frozen=True, slots=True)
class Mutexes:
    """Facts that never hold, and pairs of the others that never hold together."""

    pair_rows: tuple[int, ...]
    """``pair_rows[i]``: the reachable facts that are mutex with fact ``i``; 0 for an unreachable ``i``."""
    unreachable: int  # the facts that never hold

    def excludes(self, mask: int) -> bool:
        """Whether no reachable state contains all facts of the mask, as far as pairs can tell."""
        if mask & self.unreachable:
            return True
        rows = self.pair_rows
        return any(rows[bit] & mask for bit in bits(mask))

    def cubes(self) -> Iterator[int]:
        """The invariant as cubes: unreachable facts first, then pairs, both in bit order."""
        for bit in bits(self.unreachable):
            yield 1 << bit
        for low, row in enumerate(self.pair_rows):
            for high in bits(row >> (low + 1)):
                yield 1 << low | 1 << (low + 1 + high)


def h2(task: Task, *, without: int = 0) -> Mutexes:
    """The h2 mutexes of the states reachable from ``task.init`` without the adders of ``without``."""
    operators = [operator for operator in task.operators if not operator.add & without]
    reached = _pairs(len(task.facts), operators, task.init)
    every = 0
    for bit, row in enumerate(reached):
        if row:
            every |= 1 << bit
    pair_rows = tuple(every & ~row if row else 0 for row in reached)
    return Mutexes(pair_rows, ((1 << len(task.facts)) - 1) & ~every)


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
    waiting = bytearray(b"\x01" * len(operators))
    todo = list(range(len(operators)))
    while todo:
        changed = 0
        for number in todo:
            waiting[number] = 0
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
        todo = _affected(changed, needed_by, conditions, waiting)
    return reached


def _affected(
    changed: int, needed_by: list[list[int]], conditions: list[tuple[int, ...]], waiting: bytearray
) -> list[int]:
    """The operators to look at again: those with a precondition whose row grew, and those without any."""
    if not changed:
        return []
    for bit in bits(changed):
        for number in needed_by[bit]:
            waiting[number] = 1
    for number, condition in enumerate(conditions):
        if not condition:
            waiting[number] = 1
    return [number for number, flag in enumerate(waiting) if flag]
