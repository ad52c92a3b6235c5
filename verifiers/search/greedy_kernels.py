"""The compiled inner loops of satisficing search: the FF heuristic, greedy best-first search, widening."""

from __future__ import annotations

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
)
from .relaxed_kernels import open_bits
from .tables import Array, Ints, Relations, Tables, Words

FAR = np.int32(1 << 29)
BUCKETS = 4096
BOOST = 1000


class Room(NamedTuple):
    """Buffers for ``relaxed_plan``: nothing in them survives from one call to the next."""

    cost: Ints
    adder: Ints
    """The cheapest adder of each fact, or -1."""
    settled: Array
    """By fact: whether its cost is known.  Afterwards: whether the relaxed plan needs it."""
    missing: Ints
    """By operator: open preconditions.  Afterwards: whether the relaxed plan has it."""
    total: Ints
    """By operator: the sum of the costs of its settled preconditions."""
    head: Ints
    """By cost: the last entry of its bucket, or -1."""
    after: Ints
    """By entry: the one before it in its bucket, or -1."""
    held: Ints
    """By entry: a fact."""
    plan: Ints


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
    for fact in range(cost.shape[0]):
        cost[fact], room.adder[fact], settled[fact] = FAR, -1, False
    for op in range(unmet.shape[0]):
        missing[op], total[op] = unmet[op], 0
    for level in range(BUCKETS):
        head[level] = -1
    wanted = 0
    for word in range(state.shape[0]):
        rest = goal[word]
        while rest != 0:
            rest &= rest - ONE
            wanted += 1
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
    """The length of a relaxed plan by cheapest adders, which is written to ``plan``; -1 if there is none.

    Hoffmann and Nebel, "The FF planning system", JAIR 14, 2001, with additive costs as in Keyder and
    Geffner, 2008.
    """
    if not settle(r, unmet, state, goal, room):
        return -1
    marked, taken, stack = room.settled, room.missing, room.held
    for op in range(taken.shape[0]):
        taken[op] = 0
    for fact in range(marked.shape[0]):
        marked[fact] = False
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


@compiled
def pop(queues: Any, after: Ints) -> Any:
    """Take the oldest entry of least value from the queue whose turn it is; -1 when both are empty.

    ``queues`` is (first entries, last entries, least value in use, turns taken), each for the queue of all
    operators and for that of preferred ones; entries of one value are linked by ``after``.
    """
    head, _, lowest, turns = queues
    for which in range(2):
        while lowest[which] < BUCKETS and head[which, lowest[which]] < 0:
            lowest[which] += 1
    if lowest[0] == BUCKETS and lowest[1] == BUCKETS:
        return -1
    which = 1 if lowest[0] == BUCKETS or (lowest[1] < BUCKETS and turns[1] <= turns[0]) else 0
    turns[which] += 1
    taken = head[which, lowest[which]]
    head[which, lowest[which]] = after[taken]
    return taken


@compiled
def push(queues: Any, which: int, value: int, after: Ints, new: int) -> None:
    """Append an entry to a queue."""
    head, tail, lowest, _ = queues
    after[new] = -1
    if head[which, value] < 0:
        head[which, value] = new
    else:
        after[tail[which, value]] = new
    tail[which, value] = new
    lowest[which] = min(lowest[which], value)


def greedy(t: Tables, r: Relations, blocked: Array, seeds: Words, goal: Words, limit: int) -> Any:
    """Lazy greedy best-first search with preferred operators; see ``greedy``.

    Returns (states, parent, via, number of the goal state or -1, whether everything reachable was seen).
    Two queues of (state, operator), by the heuristic value of the state, one for all operators and one
    for those of its relaxed plan, take turns; the second gains ``BOOST`` turns at each new best value.
    """
    states, table = np.empty((64, seeds.shape[1]), np.uint64), np.zeros(256, np.uint64)
    parent, via = np.empty(64, np.int32), np.empty(64, np.int32)
    unmet = r.pre_size.copy()
    for op in range(unmet.shape[0]):
        if blocked[op]:
            unmet[op] = FAR
    room = workspace(r)
    here, helpful = np.empty(blocked.shape[0], np.int32), np.zeros(blocked.shape[0], np.bool_)
    source, action, after = np.empty(1024, np.int32), np.empty(1024, np.int32), np.empty(1024, np.int32)
    heads, tails = np.full((2, BUCKETS), -1, np.int32), np.empty((2, BUCKETS), np.int32)
    queues = heads, tails, np.full(2, BUCKETS, np.int64), np.zeros(2, np.int64)
    count, entries, best, seed = 0, 0, BUCKETS, 0
    state = np.empty(seeds.shape[1], np.uint64)
    while True:
        origin, op = -1, -1
        if seed < seeds.shape[0]:
            put(state, seeds[seed])
            seed += 1
        else:
            taken = pop(queues, after)
            if taken < 0:
                return states[:count], parent[:count], via[:count], -1, True
            origin, op = source[taken], action[taken]
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
        put(states[count], state)
        parent[count], via[count] = origin, op
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
            queues[3][1] -= BOOST
        for k in range(size):
            helpful[room.plan[k]] = True
        found = applicable(t, blocked, state, here)
        if entries + 2 * found > source.shape[0]:
            more = 2 * (entries + 2 * found)
            source, action, after = grown(source, more), grown(action, more), grown(after, more)
        for k in range(found):
            for which in range(2 if helpful[here[k]] else 1):
                source[entries], action[entries] = count - 1, here[k]
                push(queues, which, value, after, entries)
                entries += 1
        for k in range(size):
            helpful[room.plan[k]] = False


greedy = compiled(greedy, plain=plain.greedy)


@compiled
def note(t: Tables, blocked: Array, state: Words, facts: Array, operators: Array, here: Ints) -> None:
    """Mark the facts that hold in a state and the operators that are applicable there."""
    found = open_bits(state, here)
    for k in range(found):
        facts[here[k]] = True
    found = applicable(t, blocked, state, here)
    for k in range(found):
        operators[here[k]] = True


@compiled
def shows_more(t: Tables, r: Relations, blocked: Array, old: Words, new: Words, op: int, seen: Any) -> bool:
    """Whether the successor of ``old`` by ``op`` has a fact or an applicable operator not seen before."""
    facts, operators = seen
    for k in range(r.add_start[op], r.add_start[op + 1]):
        fact = r.add_facts[k]
        if old[fact >> 6] >> np.uint64(fact & 63) & ONE:
            continue
        if not facts[fact]:
            return True
        for j in range(r.user_start[fact], r.user_start[fact + 1]):
            user = r.users[j]
            if operators[user] or blocked[user]:
                continue
            for p in range(t.pre_start[user], t.pre_start[user + 1]):
                if t.pre_mask[p] & ~new[t.pre_word[p]]:
                    break
            else:
                return True
    return False


@compiled
def widen(t: Tables, r: Relations, tree: Any, count: int, head: int, seen: Any) -> Any:
    """Expand the nodes from ``head`` on; keep each successor that shows a fact or operator not seen before.

    ``tree`` is (states, parent, via, blocked) and ``seen`` (facts, operators).  Returns (states, parent,
    via, count, head), the last two being equal.
    """
    states, parent, via, blocked = tree
    facts, operators = seen
    here = np.empty(max(blocked.shape[0], 64 * states.shape[1]), np.int32)
    buffer = np.empty(here.shape[0], np.int32)
    state = np.empty(states.shape[1], np.uint64)
    while head < count:
        found = applicable(t, blocked, states[head], here)
        for k in range(found):
            op = here[k]
            put(state, states[head])
            advance(t, state, op, ONE)
            if shows_more(t, r, blocked, states[head], state, op, seen):
                if count == states.shape[0]:
                    states, parent, via = more_room(states, parent, via, 2 * count)
                put(states[count], state)
                parent[count], via[count] = head, op
                note(t, blocked, state, facts, operators, buffer)
                count += 1
        head += 1
    return states, parent, via, count, head


@compiled
def nearest(states: Words, count: int, goals: Words, room: int) -> Ints:
    """The rows that miss fewest facts of one of the goals: at most ``room``, best first, later ones first."""
    best = np.full(room, -1, np.int32)
    cost = np.full(room, 1 << 30, np.int64)
    for number in range(count):
        least = np.int64(1 << 30)
        for k in range(goals.shape[0]):
            missing = np.int64(0)
            for word in range(states.shape[1]):
                rest = goals[k, word] & ~states[number, word]
                while rest != 0:
                    rest &= rest - ONE
                    missing += 1
            least = min(least, missing)
        if least > cost[room - 1]:
            continue
        place = room - 1
        while place > 0 and cost[place - 1] >= least:
            best[place], cost[place] = best[place - 1], cost[place - 1]
            place -= 1
        best[place], cost[place] = number, least
    return best[: min(room, count)]
