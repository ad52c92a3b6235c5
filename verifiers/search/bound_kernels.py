"""The compiled parts of ``symmetry`` (normal forms) and ``lower_bound`` (depth-bounded search)."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import Kernel, compiled
from .kernels import (
    ONE,
    advance,
    applicable,
    entry,
    grown,
    grown_rows,
    linear,
    lookup,
    lowest,
    mixed,
    put,
    roomy_table,
)
from .lmcut_kernels import DEAD_END, UNCUT, Work, forget, landmarks
from .tables import Ints, Relations, Tables, Words

REFUTED, FOUND, LIMIT = 0, 1, 2  # verdicts: no plan within the budget; a plan; neither, the limit was reached

PLAIN_SECONDS = 16.0  # processor time for searches uncompiled; compiling one takes some twenty seconds


class Exchanges(NamedTuple):
    """Exchanges of two objects, as they act on facts."""

    image: Ints  # shape (exchanges, facts): the fact that each fact becomes, -1 for one outside the task
    moved: Words  # shape (exchanges, words): the facts that an exchange does not leave alone
    applied: Ints  # scratch: the numbers of the exchanges applied; its length bounds them


class Memo(NamedTuple):
    """Lower bounds on plan length by state."""

    states: Words  # rows of states in normal form
    bounds: Ints
    table: Words  # the hash table of the rows (see ``kernels``)
    filled: Ints  # one number: how many rows are filled


class Model(NamedTuple):
    """What a search reads of a task, and its scratch arrays."""

    tables: Tables
    relations: Relations
    work: Work
    exchanges: Exchanges
    here: Ints  # scratch, by operator
    blocked: npt.NDArray[np.bool_]  # by operator: all False
    state: Words
    after: Words
    image: Words  # ``after`` in normal form
    cut: npt.NDArray[np.int16]  # by operator: the landmark of the state at hand that it is in
    lean: bool  # see ``lower_bound.LowerBounds``


class Stack(NamedTuple):
    """The path of a depth-first search, by depth, and the children on it still to be entered."""

    node: Ints
    via: Ints  # the operator that leads on
    best: Ints  # the least bound on plan length over the children done or pruned, plus one
    first: Ints  # where the children of a depth begin in ``child``
    child: Ints
    by: Ints  # the operators that lead to the children


@compiled
def canonicalise(state: Words, exchanges: Exchanges) -> int:
    """Bring a state into normal form, in place; the number of exchanges applied, listed in ``applied``."""
    if exchanges.image.shape[0] == 0:
        return 0
    other = np.empty_like(state)
    count = unchanged = number = 0
    while unchanged < exchanges.image.shape[0] and count < exchanges.applied.shape[0]:
        unchanged += 1
        if exchange(state, exchanges, number, other) and smaller(other, state):
            put(state, other)
            exchanges.applied[count] = number
            count += 1
            unchanged = 0
        number = number + 1 if number + 1 < exchanges.image.shape[0] else 0
    return count


@compiled
def exchange(state: Words, exchanges: Exchanges, number: int, other: Words) -> bool:
    """Write the image of the state; False when that is the state itself or lies outside the task."""
    touched = False
    for word in range(state.shape[0]):
        shifted = state[word] & exchanges.moved[number, word]
        other[word] = state[word] ^ shifted
        touched |= shifted != 0
    if not touched:
        return False
    for word in range(state.shape[0]):
        rest = state[word] & exchanges.moved[number, word]
        while rest != 0:
            to = exchanges.image[number, 64 * word + lowest(rest)]
            if to < 0:
                return False
            other[to >> 6] |= ONE << np.uint64(to & 63)
            rest &= rest - ONE
    return True


@compiled
def smaller(left: Words, right: Words) -> bool:
    """Whether a row is smaller as a number."""
    for word in range(left.shape[0] - 1, -1, -1):
        if left[word] != right[word]:
            return bool(left[word] < right[word])
    return False


@compiled
def with_room(keys: Words, memo: Memo, more: int) -> Memo:
    """The memo with room for more states."""
    states, bounds, count = memo.states, memo.bounds, memo.filled[0]
    if count + more > states.shape[0]:
        size = max(2 * states.shape[0], count + more)
        states, bounds = grown_rows(states, size), grown(bounds, size)
    return Memo(states, bounds, roomy_table(memo.table, keys, states, count, more), memo.filled)


@compiled
def enter(m: Model, memo: Memo, code: int, number: int) -> int:
    """A row for ``image``, which has none: ``lookup`` gave ``number`` for its hash code."""
    row = memo.filled[0]
    memo.filled[0] += 1
    memo.table[-1 - number] = entry(code, row)
    put(memo.states[row], m.image)
    return int(row)


@compiled
def estimate(m: Model, state: Words) -> int:
    """The LM-cut value of a state; its landmarks are left in ``cut``."""
    forget(m.work)
    count = landmarks(m.relations, m.work, state, 1, m.lean)
    put(m.cut, m.work.cut)
    return int(count)


@compiled
def estimate_after(m: Model, operator: int, count: int) -> int:
    """A bound for ``after``: the ``count`` landmarks in ``cut`` without the operator, and new ones."""
    used, kept = m.cut[operator], count
    put(m.work.cut, m.cut)
    if used > 0:
        kept -= 1
        for k in range(m.cut.shape[0]):
            if m.cut[k] == used:
                m.work.cut[k] = UNCUT
    more = landmarks(m.relations, m.work, m.after, count + 1, m.lean)
    return DEAD_END if more == DEAD_END else int(kept + more)


@compiled
def expand(m: Model, memo: Memo, stack: Stack, depth: int, left: int) -> Any:
    """Put the children of the node at a depth on the stack that may lead to a plan of ``left`` steps.

    They are sorted so that the one with the least bound is taken first; in a ``lean`` search one that the
    landmarks left of the node refute already is not entered.  Returns (memo, stack, whether a child is a goal
    state: then ``via`` leads there).
    """
    row = stack.node[depth]
    put(m.state, memo.states[row])
    fitting = applicable(m.tables, m.blocked, m.state, m.here)
    memo = with_room(m.tables.keys, memo, fitting)
    child, by, first = stack.child, stack.by, stack.first[depth]
    top, best, count = first, DEAD_END, -1
    if top + fitting > child.shape[0]:
        child, by = grown(child, 2 * (top + fitting)), grown(by, 2 * (top + fitting))
    goal = False
    for k in range(fitting):
        put(m.after, m.state)
        changed, _ = advance(m.tables, m.after, m.here[k], ONE)
        if not changed:
            continue
        put(m.image, m.after)
        canonicalise(m.image, m.exchanges)
        code = mixed(linear(m.tables.keys, m.image))
        successor = lookup(memo.table, memo.states, m.image, code)
        if successor < 0:
            count = estimate(m, m.state) if count < 0 else count
            kept = count - 1 if m.cut[m.here[k]] > 0 else count
            if m.lean and kept >= left:
                best = min(best, kept + 1)
                continue
            successor = enter(m, memo, code, successor)
            memo.bounds[successor] = max(estimate_after(m, m.here[k], count), memo.bounds[row] - 1)
        bound = memo.bounds[successor]
        if bound == 0:
            stack.via[depth] = m.here[k]
            goal = True
            break
        if bound >= left:
            best = min(best, bound + 1)
            continue
        at = top
        while at > first and memo.bounds[child[at - 1]] < bound:
            child[at], by[at] = child[at - 1], by[at - 1]
            at -= 1
        child[at], by[at] = successor, m.here[k]
        top += 1
    stack.best[depth], stack.first[depth + 1] = best, top
    return memo, Stack(stack.node, stack.via, stack.best, stack.first, child, by), goal


@compiled
def look_up(m: Model, memo: Memo, state: Words) -> Any:
    """The row of a state, which is estimated if it is new; (row, memo)."""
    memo = with_room(m.tables.keys, memo, 1)
    put(m.image, state)
    canonicalise(m.image, m.exchanges)
    code = mixed(linear(m.tables.keys, m.image))
    row = lookup(memo.table, memo.states, m.image, code)
    if row < 0:
        row = enter(m, memo, code, row)
        memo.bounds[row] = estimate(m, state)
    return row, memo


@partial(Kernel, plain_seconds=PLAIN_SECONDS)
def refute(m: Model, memo: Memo, start: Words, budget: int, limit: int) -> Any:
    """Depth-first search for a plan of at most ``budget`` steps.

    Returns (verdict, states entered, operators of the plan found from the normal form of ``start``, the bound
    known of ``start`` now, memo).
    """
    known = memo.filled[0]
    node, via, best, first = np.zeros((4, budget + 3), np.int32)
    stack = Stack(node, via, best, first, np.zeros(64, np.int32), np.zeros(64, np.int32))
    root, memo = look_up(m, memo, start)
    stack.node[0], bound = root, memo.bounds[root]
    expanded, depth = 0, -1 if bound > budget else 0
    fresh = True
    while depth >= 0:
        if bound == 0 or expanded + memo.filled[0] - known >= limit:
            break
        if fresh:
            memo, stack, goal = expand(m, memo, stack, depth, budget - depth)
            expanded += 1
            if goal:
                depth, bound = depth + 1, 0
                break
        fresh = False
        if stack.first[depth + 1] > stack.first[depth]:
            stack.first[depth + 1] -= 1
            last = stack.first[depth + 1]
            row = stack.child[last]
            if memo.bounds[row] >= budget - depth:
                stack.best[depth] = min(stack.best[depth], memo.bounds[row] + 1)
                continue
            stack.via[depth] = stack.by[last]
            depth += 1
            stack.node[depth] = row
            fresh = True
            continue
        row = stack.node[depth]
        memo.bounds[row] = max(memo.bounds[row], min(stack.best[depth], DEAD_END))
        depth -= 1
        if depth >= 0:
            stack.best[depth] = min(stack.best[depth], memo.bounds[row] + 1)
    verdict = FOUND if bound == 0 else REFUTED if depth < 0 else LIMIT
    entered = expanded + memo.filled[0] - known
    return verdict, entered, stack.via[: max(depth, 0)], memo.bounds[root], memo
