"""The compiled inner loops of trees of runs: how they grow, what they show, few nodes that show it all."""

from typing import Any

import numpy as np

from .compiling import compiled
from .kernels import ONE, advance, applicable, grown, lowest, more_room, put, store
from .relaxed_kernels import open_bits
from .tables import Array, Ints, Relations, Tables, Words


@compiled
def claims(t: Tables, states: Words, facts: Words, operators: Array) -> Any:
    """Which wanted facts hold and which wanted operators are applicable in each row, as (starts, claims).

    Fact ``f`` is claim ``f``; operator ``k`` is claim ``k`` plus the number of bits of a row.
    """
    starts = np.zeros(states.shape[0] + 1, np.int64)
    shown = np.empty(1024, np.int32)
    buffer_of_numbers = np.empty(operators.shape[0], np.int32)
    blocked = ~operators
    size = 0
    for number in range(states.shape[0]):
        count = applicable(t, blocked, states[number], buffer_of_numbers)
        room = size + count + 64 * states.shape[1]
        if room > shown.shape[0]:
            shown = grown(shown, 2 * room)
        for word in range(states.shape[1]):
            rest = states[number, word] & facts[word]
            while rest != 0:
                shown[size] = 64 * word + lowest(rest)
                rest &= rest - ONE
                size += 1
        for k in range(count):
            shown[size] = 64 * states.shape[1] + buffer_of_numbers[k]
            size += 1
        starts[number + 1] = size
    return starts, shown[:size]


@compiled
def cover(parents: Ints, starts: Array, shown: Ints, into: Array, rows: Ints, order: Array) -> Array:
    """Which nodes to keep, closed under parents, so that they show every claim that some node shows.

    Claims are served in the given order, each by the node that needs fewest new nodes above it (the first
    of these); at the end leaves go, the last first, all of whose claims another kept node shows.
    ``parents[0]`` is not read.
    """
    count = starts.shape[0] - 1
    times = np.zeros(order.shape[0], np.int64)
    kept = np.zeros(count, np.bool_)
    kept[0] = True
    for k in range(starts[0], starts[1]):
        times[shown[k]] += 1
    for claim in order:
        if times[claim] > 0 or into[claim] == into[claim + 1]:
            continue
        best, least = -1, count
        for k in range(into[claim], into[claim + 1]):
            node, steps = rows[k], 0
            while not kept[node] and steps < least:
                node = parents[node]
                steps += 1
            if steps < least:
                best, least = rows[k], steps
        while not kept[best]:
            kept[best] = True
            for k in range(starts[best], starts[best + 1]):
                times[shown[k]] += 1
            best = parents[best]
    children = np.zeros(count, np.int64)
    for node in range(1, count):
        if kept[node]:
            children[parents[node]] += 1
    for node in range(count - 1, 0, -1):
        if not kept[node] or children[node] > 0:
            continue
        needed = False
        for k in range(starts[node], starts[node + 1]):
            needed |= times[shown[k]] == 1
        if not needed:
            kept[node] = False
            children[parents[node]] -= 1
            for k in range(starts[node], starts[node + 1]):
                times[shown[k]] -= 1
    return kept


@compiled
def note(t: Tables, blocked: Array, state: Words, facts: Array, operators: Array, buffer: Ints) -> None:
    """Mark the facts that hold in a state and the operators that are applicable there."""
    count = open_bits(state, buffer)
    for k in range(count):
        facts[buffer[k]] = True
    count = applicable(t, blocked, state, buffer)
    for k in range(count):
        operators[buffer[k]] = True


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
    numbers = np.empty(max(blocked.shape[0], 64 * states.shape[1]), np.int32)
    buffer = np.empty(numbers.shape[0], np.int32)
    state = np.empty(states.shape[1], np.uint64)
    while head < count:
        fitting = applicable(t, blocked, states[head], numbers)
        for k in range(fitting):
            op = numbers[k]
            put(state, states[head])
            advance(t, state, op, ONE)
            if shows_more(t, r, blocked, states[head], state, op, seen):
                if count == states.shape[0]:
                    states, parent, via = more_room(states, parent, via, 2 * count)
                store((states, parent, via), count, state, head, op)
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
