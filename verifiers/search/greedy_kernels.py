"""The compiled inner loops of satisficing search: the FF heuristic, greedy best-first search."""

from typing import Any, NamedTuple

import numpy as np

from . import plain
from .compiling import compiled
from .kernels import (
    ONE,
    advance,
    applicable,
    entry,
    grown,
    linear,
    lookup,
    mixed,
    more_room,
    put,
    roomy_table,
    store,
)
from .relaxed_kernels import open_bits
from .tables import Array, Ints, Relations, Tables, Words

FAR = np.int32(1 << 29)
BUCKETS = 4096
BOOST = 1000


class Room(NamedTuple):
    """Buffers of one search; contents do not outlive a call, except ``plan``."""

    cost: Ints
    adder: Ints  # the cheapest adder of each fact, or -1
    settled: Array  # by fact: whether its cost is known.  Afterwards: whether the relaxed plan needs it.
    missing: Ints  # by operator: open preconditions.  Afterwards: whether the relaxed plan has it.
    total: Ints  # by operator: the sum of the costs of its settled preconditions
    head: Ints  # by cost: the last entry of its bucket, or -1
    after: Ints  # by entry: the one before it in its bucket, or -1
    held: Ints  # by entry: a fact
    plan: Ints  # the operators of the relaxed plan
    preferred: Array  # by operator; all False between calls
    applicable: Ints  # the operators that are applicable in a state


@compiled
def workspace(r: Relations) -> Room:
    """Buffers that fit a task."""
    facts, operators = r.user_start.shape[0] - 1, r.pre_size.shape[0]
    entries = r.add_facts.shape[0] + facts + 1
    return Room(
        np.empty(facts, np.int32),
        np.empty(facts, np.int32),
        np.empty(facts, np.bool_),
        np.empty(operators, np.int32),
        np.empty(operators, np.int32),
        np.empty(BUCKETS, np.int32),
        np.empty(entries, np.int32),
        np.empty(entries, np.int32),
        np.empty(operators, np.int32),
        np.zeros(operators, np.bool_),
        np.empty(operators, np.int32),
    )


@compiled
def offer(r: Relations, room: Room, op: int, price: int, count: int) -> int:
    """Let an operator add its facts at a price where that is cheaper; how many entries there are then."""
    place = min(price, BUCKETS - 1)
    for k in range(r.add_start[op], r.add_start[op + 1]):
        fact = r.add_facts[k]
        if price < room.cost[fact] and not room.settled[fact]:
            room.cost[fact], room.adder[fact] = price, op
            room.held[count], room.after[count], room.head[place] = fact, room.head[place], count
            count += 1
    return count


@compiled
def settle(r: Relations, unmet: Ints, state: Words, goal: Words, room: Room) -> bool:
    """Additive costs of the facts (Bonet and Geffner, 2001) until the goal is settled; whether it is.

    Dijkstra's order by buckets; costs beyond the last bucket share it.  A settled fact keeps its adder,
    so that adders never form a cycle.
    """
    cost, settled, missing, total, head = room.cost, room.settled, room.missing, room.total, room.head
    put(missing, unmet)
    total[:] = 0
    cost[:] = FAR
    room.adder[:] = -1
    settled[:] = False
    head[:] = -1
    wanted = open_bits(goal, room.held)
    count = open_bits(state, room.held)
    for k in range(count):
        cost[room.held[k]] = 0
        room.after[k] = k - 1
    head[0] = count - 1
    for op in range(missing.shape[0]):
        if missing[op] == 0:
            count = offer(r, room, op, 1, count)
    if wanted == 0:
        return True
    level = 0
    while level < BUCKETS:
        if head[level] < 0:
            level += 1
            continue
        fact = room.held[head[level]]
        head[level] = room.after[head[level]]
        if settled[fact]:
            continue
        settled[fact] = True
        if goal[fact >> 6] >> np.uint64(fact & 63) & ONE:
            wanted -= 1
            if wanted == 0:
                return True
        for k in range(r.user_start[fact], r.user_start[fact + 1]):
            op = r.users[k]
            total[op] = min(total[op] + cost[fact], FAR)
            missing[op] -= 1
            if missing[op] == 0:
                count = offer(r, room, op, min(total[op] + 1, FAR - 1), count)
    return False


@compiled
def relaxed_plan(r: Relations, unmet: Ints, state: Words, goal: Words, room: Room) -> int:
    """The length of ``plan``, or -1: Hoffmann and Nebel, 2001; by costs as in Keyder and Geffner, 2008."""
    if not settle(r, unmet, state, goal, room):
        return -1
    marked, taken, stack = room.settled, room.missing, room.held
    taken[:] = 0
    marked[:] = False
    size, top = 0, open_bits(goal, stack)
    for k in range(top):
        marked[stack[k]] = True
    while top > 0:
        top -= 1
        op = room.adder[stack[top]]
        if op < 0 or taken[op] == 1:
            continue
        taken[op] = 1
        room.plan[size] = op
        size += 1
        for k in range(r.pre_start[op], r.pre_start[op + 1]):
            fact = r.pre_facts[k]
            if not marked[fact]:
                marked[fact] = True
                stack[top] = fact
                top += 1
    return size


@compiled
def contains(state: Words, part: Words) -> bool:
    """Whether all facts of ``part`` hold."""
    for word in range(state.shape[0]):  # noqa: SIM110
        if part[word] & ~state[word] != 0:
            return False
    return True


class Queues(NamedTuple):
    """Operators to be tried, by the value of the state: queue 0 of all of them, queue 1 of preferred ones."""

    source: Ints  # by entry: the number of the state
    action: Ints  # by entry: the operator
    after: Ints  # by entry: the next one of its value, or -1
    head: Ints  # by queue and value: the first entry, or -1
    tail: Ints  # by queue and value: the last entry
    lowest: Array  # by queue: no entry has a value below this
    turns: Array  # by queue: the turns taken
    filled: Array  # one number: how many entries are filled


@compiled
def no_entries() -> Queues:
    """Two empty queues."""
    empty = np.empty(1024, np.int32)
    heads, tails = np.full((2, BUCKETS), -1, np.int32), np.empty((2, BUCKETS), np.int32)
    lowest, turns = np.full(2, BUCKETS, np.int64), np.zeros(2, np.int64)
    return Queues(empty, empty.copy(), empty.copy(), heads, tails, lowest, turns, np.zeros(1, np.int64))


@compiled
def pop(q: Queues) -> int:
    """Take the oldest entry of least value from the queue whose turn it is; -1 when both are empty."""
    for which in range(2):
        while q.lowest[which] < BUCKETS and q.head[which, q.lowest[which]] < 0:
            q.lowest[which] += 1
    if q.lowest[0] == BUCKETS and q.lowest[1] == BUCKETS:
        return -1
    preferred = q.lowest[1] < BUCKETS and q.turns[1] <= q.turns[0]
    which = 1 if q.lowest[0] == BUCKETS or preferred else 0
    q.turns[which] += 1
    taken = q.head[which, q.lowest[which]]
    q.head[which, q.lowest[which]] = q.after[taken]
    return int(taken)


@compiled
def push(q: Queues, which: int, value: int, source: int, op: int) -> None:
    """Append an operator in a state to a queue."""
    new = q.filled[0]
    q.filled[0] += 1
    q.source[new], q.action[new], q.after[new] = source, op, -1
    if q.head[which, value] < 0:
        q.head[which, value] = new
    else:
        q.after[q.tail[which, value]] = new
    q.tail[which, value] = new
    q.lowest[which] = min(q.lowest[which], value)


@compiled
def push_all(q: Queues, room: Room, size: int, value: int, source: int, count: int) -> Queues:
    """Append the ``count`` applicable operators of a state; preferred are ``size`` of its relaxed plan."""
    for k in range(size):
        room.preferred[room.plan[k]] = True
    needed = q.filled[0] + 2 * count
    if needed > q.source.shape[0]:
        listed = grown(q.source, 2 * needed), grown(q.action, 2 * needed), grown(q.after, 2 * needed)
        q = Queues(listed[0], listed[1], listed[2], q.head, q.tail, q.lowest, q.turns, q.filled)
    for k in range(count):
        for which in range(2 if room.preferred[room.applicable[k]] else 1):
            push(q, which, value, source, room.applicable[k])
    for k in range(size):
        room.preferred[room.plan[k]] = False
    return q


def greedy(t: Tables, r: Relations, blocked: Array, seeds: Words, goal: Words, limit: int) -> Any:
    """Lazy greedy best-first search with preferred operators; see ``greedy``.

    Returns (states, parent, via, number of the goal state or -1, whether everything reachable was seen).
    The queue of all operators and that of those in a relaxed plan take turns; the second gains ``BOOST``
    turns at each new best value.
    """
    states, table = np.empty((64, seeds.shape[1]), np.uint64), np.zeros(256, np.uint64)
    parent, via = np.empty(64, np.int32), np.empty(64, np.int32)
    unmet, room = np.where(blocked, FAR, r.pre_size), workspace(r)
    queues, state = no_entries(), np.empty(seeds.shape[1], np.uint64)
    count, best, seed = 0, BUCKETS, 0
    while True:
        origin, op = -1, -1
        if seed < seeds.shape[0]:
            put(state, seeds[seed])
            seed += 1
        else:
            taken = pop(queues)
            if taken < 0:
                return states[:count], parent[:count], via[:count], -1, True
            origin, op = queues.source[taken], queues.action[taken]
            put(state, states[origin])
            advance(t, state, op, ONE)
        code = mixed(linear(t.keys, state))
        target = lookup(table, states, state, code)
        if target >= 0:
            continue
        if count == limit:
            return states[:count], parent[:count], via[:count], -1, False
        if count == states.shape[0]:
            states, parent, via = more_room(states, parent, via, 2 * count)
        store((states, parent, via), count, state, origin, op)
        table[-1 - target] = entry(code, count)
        count += 1
        table = roomy_table(table, t.keys, states, count, 1)
        if contains(state, goal):
            return states[:count], parent[:count], via[:count], count - 1, False
        size = relaxed_plan(r, unmet, state, goal, room)
        if size < 0:
            continue
        value = min(size, BUCKETS - 1)
        if value < best:
            best = value
            queues.turns[1] -= BOOST
        fitting = applicable(t, blocked, state, room.applicable)
        queues = push_all(queues, room, size, value, count - 1, fitting)


greedy = compiled(greedy, plain=plain.greedy, plain_seconds=6.0)
