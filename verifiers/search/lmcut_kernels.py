"""The compiled LM-cut heuristic, over the relations of a task with two added facts (``relaxed.relaxation``).

A lower bound on plan length from disjoint disjunctive action landmarks (Helmert and Domshlak, ICAPS 2009,
section 4), for unit costs: compute h_max (Bonet and Geffner, AIJ 2001), take for every operator its dearest
precondition, cut the operators that lead into the zone from which the goal is free, count one, make the cut
free, and repeat while the goal costs anything.

Last but one comes a fact that always holds, last the goal's; the last operator adds that one and is free.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import compiled
from .kernels import put
from .relaxed_kernels import open_bits
from .tables import Ints, Relations, Words

DEAD_END = 1 << 20  # the value of a state from which the goal is unreachable even in the delete relaxation

UNCUT = np.int16(-1)
BEHIND, BEFORE = np.int8(1), np.int8(2)  # zones: the goal is free from here; reached without entering that


class Work(NamedTuple):
    """Scratch arrays of one exploration; contents do not outlive a call, except ``cut``."""

    cost: Ints  # by fact: its h_max value
    missing: Ints  # by operator: preconditions not reached yet
    supporter: Ints  # by operator: its dearest precondition
    level: Ints  # by operator: the h_max value of its supporter
    cut: npt.NDArray[np.int16]  # by operator: the number of its landmark (it is free then), or -1
    zone: npt.NDArray[np.int8]  # by fact
    given: Ints  # the facts of the state
    stack: Ints
    found: Ints  # the operators of the cut at hand
    head: Ints  # by level: the last entry of its bucket, or -1; all are -1 between calls
    entry: Ints  # by entry: a fact
    before: Ints  # by entry: the one before it in the bucket, or -1


def workspace(r: Relations) -> Work:
    """Scratch arrays that fit a task."""
    facts, operators = len(r.adder_start) - 1, len(r.pre_size)
    entries = int(np.sum(np.diff(r.add_start) * (r.pre_size + 1))) + facts
    by_fact, by_operator = np.zeros(facts, np.int32), np.zeros(operators, np.int32)
    return Work(
        cost=by_fact,
        missing=by_operator,
        supporter=by_operator.copy(),
        level=by_operator.copy(),
        cut=np.full(operators, UNCUT, np.int16),
        zone=np.zeros(facts, np.int8),
        given=by_fact.copy(),
        stack=by_fact.copy(),
        found=by_operator.copy(),
        head=np.full(facts + 2, -1, np.int32),
        entry=np.zeros(entries, np.int32),
        before=np.zeros(entries, np.int32),
    )


@compiled
def forget(work: Work) -> None:
    """Give every operator its cost back; the goal operator stays free."""
    work.cut[:] = UNCUT
    work.cut[-1] = 0


@compiled
def lower_effects(r: Relations, work: Work, operator: int, target: int, size: int) -> int:
    """Let an operator reach its effects at a level; the number of entries after those it made."""
    for k in range(r.add_start[operator], r.add_start[operator + 1]):
        added = r.add_facts[k]
        if work.cost[added] > target:
            work.cost[added] = target
            work.entry[size] = added
            work.before[size] = work.head[target]
            work.head[target] = size
            size += 1
    return size


@compiled
def explore(r: Relations, work: Work, given: int) -> int:
    """h_max of the goal, operators in cuts being free; ``given`` facts of the state are in ``work``."""
    cost, missing, head = work.cost, work.missing, work.head
    cost[:] = DEAD_END
    put(missing, r.pre_size)
    for k in range(given):
        cost[work.given[k]] = 0
        work.entry[k] = work.given[k]
        work.before[k] = k - 1
    head[0] = given - 1
    size, level = given, 0
    while head[level] >= 0:
        while head[level] >= 0:
            fact = work.entry[head[level]]
            head[level] = work.before[head[level]]
            if cost[fact] != level:
                continue
            for k in range(r.user_start[fact], r.user_start[fact + 1]):
                operator = r.users[k]
                missing[operator] -= 1
                if missing[operator] == 0:
                    work.supporter[operator] = fact
                    work.level[operator] = level
                    size = lower_effects(r, work, operator, level + (work.cut[operator] < 0), size)
        level += 1
    return int(cost[-1])


@compiled
def mark_goal_zone(r: Relations, work: Work) -> None:
    """Mark the facts from which free operators lead to the goal, along supporters."""
    zone, stack = work.zone, work.stack
    zone[:] = 0
    stack[0] = len(zone) - 1
    zone[stack[0]] = BEHIND
    size = 1
    while size:
        size -= 1
        fact = stack[size]
        for k in range(r.adder_start[fact], r.adder_start[fact + 1]):
            operator = r.adders[k]
            if work.cut[operator] >= 0 and work.missing[operator] == 0:
                supporter = work.supporter[operator]
                if zone[supporter] == 0:
                    zone[supporter] = BEHIND
                    stack[size] = supporter
                    size += 1


@compiled
def find_cut(r: Relations, work: Work, given: int) -> int:
    """Collect the operators that lead into the goal zone from before it; their number."""
    zone, stack = work.zone, work.stack
    for k in range(given):
        stack[k] = work.given[k]
        zone[stack[k]] = BEFORE
    size, count = given, 0
    while size:
        size -= 1
        fact = stack[size]
        for k in range(r.user_start[fact], r.user_start[fact + 1]):
            operator = r.users[k]
            if work.missing[operator] or work.supporter[operator] != fact:
                continue
            start, end = r.add_start[operator], r.add_start[operator + 1]
            enters = False
            for j in range(start, end):
                enters |= zone[r.add_facts[j]] == BEHIND
            if enters:
                work.found[count] = operator
                count += 1
                continue
            for j in range(start, end):
                added = r.add_facts[j]
                if zone[added] == 0:
                    zone[added] = BEFORE
                    stack[size] = added
                    size += 1
    return count


@compiled
def cut_around(r: Relations, work: Work, number: int) -> int:
    """Cut all operators that lead into the goal zone from outside, as landmark ``number``; how many they are.

    ``find_cut`` leaves out those whose supporter is reached through the zone only.  They make a landmark
    larger and no less true, and nothing but the zone is looked at.
    """
    zone, count = work.zone, 0
    for fact in range(zone.shape[0]):
        if zone[fact] != BEHIND:
            continue
        for k in range(r.adder_start[fact], r.adder_start[fact + 1]):
            operator = r.adders[k]
            reached = work.cut[operator] < 0 and work.missing[operator] == 0
            if reached and zone[work.supporter[operator]] != BEHIND:
                work.cut[operator] = number
                work.found[count] = operator
                count += 1
    return count


@compiled
def make_free(r: Relations, work: Work, count: int, number: int) -> int:
    """Make the operators of the cut free, as landmark ``number``; the new h_max of the goal."""
    cost, head = work.cost, work.head
    size, low, high = 0, len(cost), 0
    for k in range(count):
        operator = work.found[k]
        work.cut[operator] = number
        low, high = min(low, work.level[operator]), max(high, work.level[operator])
        size = lower_effects(r, work, operator, work.level[operator], size)
    while low <= high:
        while head[low] >= 0:
            fact = work.entry[head[low]]
            head[low] = work.before[head[low]]
            if cost[fact] != low:
                continue
            for k in range(r.user_start[fact], r.user_start[fact + 1]):
                operator = r.users[k]
                if work.supporter[operator] == fact and not work.missing[operator]:
                    level = dearest(r, work, operator)
                    if level < work.level[operator]:
                        work.level[operator] = level
                        target = level + (work.cut[operator] < 0)
                        high = max(high, target)
                        size = lower_effects(r, work, operator, target, size)
        low += 1
    return int(cost[-1])


@compiled
def dearest(r: Relations, work: Work, operator: int) -> int:
    """Bring the supporter of an operator up to date, keeping it while none is dearer; its h_max value."""
    supporter = work.supporter[operator]
    level = int(work.cost[supporter])
    for k in range(r.pre_start[operator], r.pre_start[operator + 1]):
        if work.cost[r.pre_facts[k]] > level:
            supporter = r.pre_facts[k]
            level = int(work.cost[supporter])
    work.supporter[operator] = supporter
    return level


@compiled
def landmarks(r: Relations, work: Work, state: Words, first: int, lean: bool) -> int:
    """The number of landmarks beside those in ``work.cut``, or DEAD_END; they are numbered from ``first``.

    In a ``lean`` search they are cut around the zone, which takes half the time.
    """
    work.given[0] = len(work.cost) - 2
    given = 1 + open_bits(state, work.given[1:])
    goal = explore(r, work, given)
    number = first
    while 0 < goal < DEAD_END:
        mark_goal_zone(r, work)
        size = cut_around(r, work, number) if lean else find_cut(r, work, given)
        goal = make_free(r, work, size, number)
        number += 1
    return DEAD_END if goal == DEAD_END else number - first
