"""The compiled inner loops of explicit search: successors, hash table, breadth first, distances.

States are rows of ``uint64``.  The hash table maps rows to their numbers by open addressing with linear
probing; an entry holds 32 bits of the hash above the number plus one, so that rows are compared only when the
tags agree.  The table is never more than half full.
"""

from typing import Any

import numpy as np

from . import plain
from .compiling import compiled
from .tables import Array, Ints, Tables, Words

ONE = np.uint64(1)
TAG = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
MIX = np.uint64(0xD6E8FEB86659FD93)
SHIFT = np.uint64(58)
DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)
POSITION = np.array(sorted(range(64), key=lambda bit: (0x03F79D71B4CB0A89 << bit) % 2**64 >> 58))


@compiled
def lowest(word: Any) -> Any:
    """The position of the lowest one of a word, by de Bruijn multiplication (Leiserson et al., 1998)."""
    return POSITION[((word & (~word + ONE)) * DEBRUIJN) >> SHIFT]


def put(target: Array, source: Array) -> None:
    """Copy a vector into another of its length."""
    for k in range(target.shape[0]):  # a slice assignment would take five seconds to compile
        target[k] = source[k]


put = compiled(put, plain=np.copyto)


@compiled
def grown(old: Array, size: int) -> Array:
    """A longer copy of a vector."""
    new = np.empty(size, old.dtype)
    for k in range(old.shape[0]):
        new[k] = old[k]
    return new


@compiled
def grown_rows(old: Words, size: int) -> Words:
    """A copy with room for more rows."""
    new = np.empty((size, old.shape[1]), old.dtype)
    for k in range(old.shape[0]):
        for word in range(old.shape[1]):
            new[k, word] = old[k, word]
    return new


@compiled
def applicable(t: Tables, blocked: Array, state: Words, out: Ints) -> int:
    """Write the numbers of the operators that are applicable and not blocked; return how many."""
    count = 0
    last = t.watch_start.shape[0] - 2
    for k in range(t.watch_start[last], t.watch_start[last + 1]):
        if not blocked[t.watchers[k]]:
            out[count] = t.watchers[k]
            count += 1
    for word in range(state.shape[0]):
        rest = state[word] & t.watched[word]
        while rest != 0:
            fact = 64 * word + lowest(rest)
            rest &= rest - ONE
            for k in range(t.watch_start[fact], t.watch_start[fact + 1]):
                op = t.watchers[k]
                for j in range(t.pre_start[op], t.pre_start[op + 1]):
                    if t.pre_mask[j] & ~state[t.pre_word[j]]:
                        break
                else:
                    if not blocked[op]:
                        out[count] = op
                        count += 1
    return count


@compiled
def linear(keys: Words, state: Words) -> Any:
    """The linear part of the hash of a row."""
    total = np.uint64(0)
    for word in range(state.shape[0]):
        total += keys[word] * state[word]
    return total


@compiled
def mixed(total: Any) -> Any:
    """Spread the linear part over all 64 bits."""
    total = (total ^ (total >> TAG)) * MIX
    total = (total ^ (total >> TAG)) * MIX
    return total ^ (total >> TAG)


@compiled
def lookup(table: Words, states: Words, state: Words, code: Any) -> Any:
    """The number of a row, or ``-1 - slot`` where it would be entered."""
    last = np.uint64(table.shape[0] - 1)
    slot = code & last
    tag = code >> TAG
    while table[slot] != 0:
        if table[slot] >> TAG == tag:
            number = np.int64(table[slot] & LOW) - 1
            for word in range(state.shape[0]):
                if states[number, word] != state[word]:
                    break
            else:
                return number
        slot = (slot + ONE) & last
    return -1 - np.int64(slot)


@compiled
def entry(code: Any, number: int) -> Any:
    """What the table holds for a row."""
    return ((code >> TAG) << TAG) | np.uint64(number + 1)


@compiled
def rehashed(keys: Words, states: Words, count: int, size: int) -> Words:
    """A table of ``size`` slots (a power of two) that knows the first ``count`` rows."""
    table = np.zeros(size, np.uint64)
    last = np.uint64(size - 1)
    for number in range(count):
        code = mixed(linear(keys, states[number]))
        slot = code & last
        while table[slot] != 0:
            slot = (slot + ONE) & last
        table[slot] = entry(code, number)
    return table


@compiled
def more_room(states: Words, parent: Ints, via: Ints, size: int) -> Any:
    """Copies with room for more states."""
    return grown_rows(states, size), grown(parent, size), grown(via, size)


@compiled
def roomy_table(table: Words, keys: Words, states: Words, count: int, more: int) -> Words:
    """The table, or a larger one when ``more`` entries would fill more than half of it."""
    size = table.shape[0]
    if 2 * (count + more) <= size:
        return table
    while 2 * (count + more) > size:
        size *= 2
    return rehashed(keys, states, count, size)


@compiled
def advance(t: Tables, state: Words, op: int, total: Any) -> Any:
    """Apply an operator in place; whether anything changed, and ``total``, the linear hash or none, kept."""
    changed = False
    for j in range(t.eff_start[op], t.eff_start[op + 1]):
        word = t.eff_word[j]
        new = (state[word] & t.eff_keep[j]) | t.eff_add[j]
        if new != state[word]:
            total += t.keys[word] * (new - state[word])
            state[word] = new
            changed = True
    return changed, total


@compiled
def store(tree: Any, number: int, state: Words, origin: int, op: int) -> None:
    """Enter a state with a number in a search tree, which is (states, parents, operators from these)."""
    states, parent, via = tree
    put(states[number], state)
    parent[number], via[number] = origin, op


def explore(t: Tables, blocked: Array, init: Words, limit: int) -> Any:
    """Breadth-first search (see ``explicit.explore``): the states in the order in which they are met.

    Returns (states, parent, via, edge starts, edges, first state of each operator, complete).  Edges lead
    from state ``i`` to each state other than ``i`` that an operator makes of it.  Once ``limit`` states are
    stored and another one turns up, the others are only asked which operators are applicable.
    """
    states, starts = grown_rows(init.reshape((1, init.shape[0])), 256), np.zeros(257, np.int64)
    parent, via = np.full(256, -1, np.int32), np.full(256, -1, np.int32)
    edges, edge_count = np.empty(1024, np.int32), 0
    first, numbers = np.full(blocked.shape[0], -1, np.int32), np.empty(blocked.shape[0], np.int32)
    table = rehashed(t.keys, states, 1, 1024)
    state, number, count, complete = init.copy(), 0, 1, True
    while number < count:
        put(state, states[number])
        base = linear(t.keys, state)
        expanded = applicable(t, blocked, state, numbers)
        if edge_count + expanded > edges.shape[0]:
            edges = grown(edges, 2 * (edge_count + expanded))
        if count + expanded > states.shape[0] and states.shape[0] < limit:
            size = min(limit, 2 * (count + expanded))
            states, parent, via = more_room(states, parent, via, size)
            starts = grown(starts, size + 1)
        table = roomy_table(table, t.keys, states, count, min(expanded, limit - count))
        for k in range(expanded):
            op = numbers[k]
            if first[op] < 0:
                first[op] = number
            if not complete:
                continue
            changed, total = advance(t, state, op, base)
            if not changed:
                continue
            code = mixed(total)
            target = lookup(table, states, state, code)
            if target < 0 and count == limit:
                complete = False
            elif target < 0:
                store((states, parent, via), count, state, number, op)
                table[-1 - target] = entry(code, count)
                target, count = count, count + 1
            if target >= 0:
                edges[edge_count] = target
                edge_count += 1
            for j in range(t.eff_start[op], t.eff_start[op + 1]):
                state[t.eff_word[j]] = states[number, t.eff_word[j]]
        number += 1
        starts[number] = edge_count
    found_parts = states[:count], parent[:count], via[:count], starts[: count + 1], edges[:edge_count]
    return (*found_parts, first, complete)


explore = compiled(explore, plain=plain.explore, plain_seconds=4.0)


@compiled
def depths(parent: Ints) -> Ints:
    """The depth of every state in the tree of parents."""
    depth = np.zeros(parent.shape[0], np.int32)
    for number in range(1, parent.shape[0]):
        depth[number] = depth[parent[number]] + 1
    return depth


@compiled
def occurrences(states: Words) -> Any:
    """For each bit, the number of rows where it is one."""
    counts = np.zeros(64 * states.shape[1], np.int64)
    for number in range(states.shape[0]):
        for word in range(states.shape[1]):
            rest = states[number, word]
            while rest != 0:
                counts[64 * word + lowest(rest)] += 1
                rest &= rest - ONE
    return counts


@compiled
def inverted(starts: Array, items: Ints, kinds: int) -> Any:
    """For each item the rows ``items[starts[row]:starts[row + 1]]`` that have it, as (starts, rows)."""
    into = np.zeros(kinds + 1, np.int64)
    for k in range(items.shape[0]):
        into[items[k] + 1] += 1
    for item in range(kinds):
        into[item + 1] += into[item]
    at = into[:-1].copy()
    rows = np.empty(items.shape[0], np.int32)
    for number in range(starts.shape[0] - 1):
        for k in range(starts[number], starts[number + 1]):
            rows[at[items[k]]] = number
            at[items[k]] += 1
    return into, rows


@compiled
def backward_distances(starts: Array, edges: Ints, goal: Array) -> Ints:
    """Steps to the nearest goal state along the edges, or -1: breadth first over the reversed edges."""
    count = goal.shape[0]
    into, sources = inverted(starts, edges, count)
    distance = np.full(count, -1, np.int32)
    queue = np.empty(count, np.int32)
    tail = 0
    for number in range(count):
        if goal[number]:
            distance[number] = 0
            queue[tail] = number
            tail += 1
    head = 0
    while head < tail:
        number = queue[head]
        head += 1
        for k in range(into[number], into[number + 1]):
            source = sources[k]
            if distance[source] < 0:
                distance[source] = distance[number] + 1
                queue[tail] = source
                tail += 1
    return distance
