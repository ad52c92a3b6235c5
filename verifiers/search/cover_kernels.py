"""The compiled inner loops of trees of runs: what the nodes show, and few nodes that show it all."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiling import compiled
from .kernels import ONE, applicable, grown, lowest
from .tables import Array, Ints, Tables, Words


@compiled
def claims(t: Tables, states: Words, facts: Words, operators: Array) -> Any:
    """Which wanted facts hold and which wanted operators are applicable in each row, as (starts, claims).

    Fact ``f`` is claim ``f``; operator ``k`` is claim ``k`` plus the number of bits of a row.
    """
    starts = np.zeros(states.shape[0] + 1, np.int64)
    shown = np.empty(1024, np.int32)
    here = np.empty(operators.shape[0], np.int32)
    blocked = ~operators
    size = 0
    for number in range(states.shape[0]):
        found = applicable(t, blocked, states[number], here)
        room = size + found + 64 * states.shape[1]
        if room > shown.shape[0]:
            shown = grown(shown, 2 * room)
        for word in range(states.shape[1]):
            rest = states[number, word] & facts[word]
            while rest != 0:
                shown[size] = 64 * word + lowest(rest)
                rest &= rest - ONE
                size += 1
        for k in range(found):
            shown[size] = 64 * states.shape[1] + here[k]
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
