"""Explicit and greedy search in plain Python, on integers as bitmasks: what small tasks are searched by.

``explore`` and ``greedy`` read the arrays that the kernels of their names read and return the same, number
by number; they cost no compilation, and some twenty times less than the text of the kernels uncompiled.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...domains.planning.strips import bits
from .compiling import tick
from .tables import Array, Ints, Relations, Tables, Words, mask, rows

FAR = 1 << 29
BUCKETS = 4096
BOOST = 1000


class OperatorTable:
    """The operators of a task that are not blocked, as bitmasks, each hanging on the fact it watches."""

    def __init__(self, t: Tables, blocked: Array) -> None:
        self.words = int(t.keys.shape[0])
        self.watched = mask(t.watched)
        every = (1 << 64) - 1
        pre = _masks(t.pre_start, t.pre_word, t.pre_mask.tolist())
        self.add = _masks(t.eff_start, t.eff_word, t.eff_add.tolist())
        self.delete = _masks(t.eff_start, t.eff_word, [every ^ keep for keep in t.eff_keep.tolist()])
        closed, watchers, start = blocked.tolist(), t.watchers.tolist(), t.watch_start.tolist()
        parts = (watchers[begin:end] for begin, end in pairwise(start))
        lists = [[(op, pre[op]) for op in part if not closed[op]] for part in parts]
        self.always = [op for op, _ in lists.pop()]
        self.hanging = {1 << fact: listed for fact, listed in enumerate(lists)}

    def applicable(self, state: int) -> list[int]:
        """The operators that are applicable, in the order of the kernel of this name."""
        operators, rest = self.always.copy(), state & self.watched
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            operators += [op for op, pre in self.hanging[lowest] if not pre & ~state]
        return operators


def _masks(start: Ints, word: Ints, parts: list[int]) -> list[int]:
    bounds, words = start.tolist(), word.tolist()
    whole = []
    for begin, end in pairwise(bounds):
        total = 0
        for k in range(begin, end):
            total |= parts[k] << 64 * words[k]
        whole.append(total)
    return whole


def explore(t: Tables, blocked: Array, init: Words, limit: int) -> Any:
    """Breadth-first search: see ``kernels.explore``."""
    steps = OperatorTable(t, blocked)
    add, delete = steps.add, steps.delete
    states = [mask(init)]
    numbers = {states[0]: 0}
    parent, via, edges, starts = [-1], [-1], list[int](), [0]
    first = [-1] * len(add)
    number, complete = 0, True
    while number < len(states):
        tick()
        state = states[number]
        for op in steps.applicable(state):
            if first[op] < 0:
                first[op] = number
            if not complete:
                continue
            new = state & ~delete[op] | add[op]
            if new == state:
                continue
            target = numbers.get(new)
            if target is not None:
                edges.append(target)
            elif len(states) == limit:
                complete = False
            else:
                edges.append(len(states))
                numbers[new] = len(states)
                states.append(new)
                parent.append(number)
                via.append(op)
        starts.append(len(edges))
        number += 1
    arrays = (np.array(listed, np.int32) for listed in (parent, via))
    ends = np.array(starts, np.int64), np.array(edges, np.int32), np.array(first, np.int32)
    return (rows(states, steps.words), *arrays, *ends, complete)


class Relaxed(NamedTuple):
    """Delete relaxation as lists: preconditions and added facts by operator, users by fact."""

    unmet: list[int]
    pre: list[list[int]]
    add: list[list[int]]
    users: list[list[int]]
    goal: list[int]

    @classmethod
    def of(cls, r: Relations, blocked: Array, goal: int) -> Relaxed:
        """The lists of a task; the preconditions of a blocked operator are never met."""
        pairs = zip(r.pre_size.tolist(), blocked.tolist(), strict=True)
        unmet = [FAR if closed else size for size, closed in pairs]
        pre, add = lists(r.pre_start, r.pre_facts), lists(r.add_start, r.add_facts)
        return cls(unmet, pre, add, lists(r.user_start, r.users), list(bits(goal)))

    def adders(self, state: int) -> list[int] | None:
        """The cheapest adder of each fact as far as the goal needs it (-1: none); None out of its reach.

        Facts are settled in the order of ``greedy_kernels.settle``: by cost, of one cost the latest first.
        """
        cost, adder = [FAR] * len(self.users), [-1] * len(self.users)
        settled, missing, total = [False] * len(cost), self.unmet.copy(), [0] * len(self.unmet)
        held, goal, level, last = list(bits(state)), set(self.goal), 0, 0
        for fact in held:
            cost[fact] = 0
        buckets: dict[int, list[int]] = {0: held}
        ready = [op for op, size in enumerate(missing) if size == 0]
        while goal and level <= last:
            for op in ready:
                reach = min(total[op] + 1, FAR - 1)
                for new in self.add[op]:
                    if reach < cost[new] and not settled[new]:
                        cost[new], adder[new], place = reach, op, min(reach, BUCKETS - 1)
                        buckets.setdefault(place, []).append(new)
                        last = max(last, place)
            ready = []
            bucket = buckets.get(level)
            if not bucket:
                level += 1
                continue
            fact = bucket.pop()
            if settled[fact]:
                continue
            settled[fact] = True
            goal.discard(fact)
            price = cost[fact]
            for op in self.users[fact] if goal else ():
                total[op] += price
                missing[op] -= 1
                if missing[op] == 0:
                    ready.append(op)
        return None if goal else adder

    def plan(self, state: int) -> list[int] | None:
        """The operators of a relaxed plan: see ``greedy_kernels.relaxed_plan``; None if there is none."""
        adder = self.adders(state)
        if adder is None:
            return None
        stack, marked, plan = self.goal.copy(), set(self.goal), dict[int, None]()
        while stack:
            op = adder[stack.pop()]
            if op < 0 or op in plan:
                continue
            plan[op] = None
            for fact in self.pre[op]:
                if fact not in marked:
                    marked.add(fact)
                    stack.append(fact)
        return list(plan)


def lists(start: Ints, flat: Ints) -> list[list[int]]:
    """The rows of ``flat`` that ``start`` delimits."""
    bounds, items = start.tolist(), flat.tolist()
    return [items[begin:end] for begin, end in pairwise(bounds)]


class Queues:
    """The queue of all operators and that of preferred ones, by value: see ``greedy_kernels.pop``."""

    def __init__(self) -> None:
        self._heaps: tuple[list[tuple[int, int, int, int]], ...] = ([], [])
        self._pushed, self.turns = 0, [0, 0]

    def push(self, which: int, value: int, origin: int, op: int) -> None:
        """Append an operator in the state numbered ``origin``."""
        self._pushed += 1
        heappush(self._heaps[which], (value, self._pushed, origin, op))

    def pop(self) -> tuple[int, int] | None:
        """Take the oldest entry of least value from the queue whose turn it is; None when both are empty."""
        (every, preferred), turns = self._heaps, self.turns
        if not every and not preferred:
            return None
        which = int(not every or (bool(preferred) and turns[1] <= turns[0]))
        turns[which] += 1
        return heappop(self._heaps[which])[2:]


def greedy(t: Tables, r: Relations, blocked: Array, seeds: Words, goal: Words, limit: int) -> Any:
    """Lazy greedy best-first search with preferred operators: see ``greedy_kernels.greedy``."""
    steps, wanted = OperatorTable(t, blocked), mask(goal)
    relaxed, queues = Relaxed.of(r, blocked, wanted), Queues()
    states, parent, via, best = list[int](), list[int](), list[int](), BUCKETS
    seen, waiting = set[int](), deque(mask(seed) for seed in seeds)

    def result(number: int, exhausted: bool) -> Any:
        lists = (np.array(listed, np.int32) for listed in (parent, via))
        return (rows(states, steps.words), *lists, number, exhausted)

    while True:
        tick()
        origin, op = -1, -1
        if waiting:
            state = waiting.popleft()
        else:
            entry = queues.pop()
            if entry is None:
                return result(-1, True)
            origin, op = entry
            state = states[origin] & ~steps.delete[op] | steps.add[op]
        if state in seen:
            continue
        if len(states) == limit:
            return result(-1, False)
        seen.add(state)
        states.append(state)
        parent.append(origin)
        via.append(op)
        if not wanted & ~state:
            return result(len(states) - 1, False)
        plan = relaxed.plan(state)
        if plan is None:
            continue
        value = min(len(plan), BUCKETS - 1)
        if value < best:
            best = value
            queues.turns[1] -= BOOST
        helpful = set(plan)
        for op in steps.applicable(state):
            for which in range(2 if op in helpful else 1):
                queues.push(which, value, len(states) - 1, op)
