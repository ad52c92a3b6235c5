"""A grounded task laid out as flat arrays, the form in which the compiled kernels read it.

A state is a row of 64-bit words, fact ``f`` being bit ``f % 64`` of word ``f // 64``.  An operator is
applicable in ``row`` when ``pre_mask & ~row[pre_word]`` is zero for each of its precondition words, and sends
``row[eff_word]`` to ``row[eff_word] & eff_keep | eff_add``.  It hangs on (*watches*) the precondition that is
seldomest true (``weights``, from a sample of states; else the one that fewest operators need), and only those
hanging on facts that are true are looked at.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...domains.planning.strips import Task

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]
Array = npt.NDArray[Any]
_CHUNK = 4096  # so many bitmasks are spread out to a byte a bit at a time


class Tables(NamedTuple):
    """Arrays of one task; ``*_start`` arrays delimit the rows of the lists that follow them."""

    watched: Words
    watch_start: Ints
    watchers: Ints
    pre_start: Ints
    pre_word: Ints
    pre_mask: Words
    eff_start: Ints
    eff_word: Ints
    eff_keep: Words
    eff_add: Words
    keys: Words  # one odd constant a word: the hash of a row is the sum of the products, mixed


class Relations(NamedTuple):
    """Who needs and who adds which fact: what delete relaxation reads."""

    pre_size: Ints
    pre_start: Ints
    pre_facts: Ints
    add_start: Ints
    add_facts: Ints
    user_start: Ints
    users: Ints
    adder_start: Ints
    adders: Ints


def words_of(task: Task) -> int:
    """How many 64-bit words a state of the task takes (at least one)."""
    return max(1, (len(task.facts) + 63) // 64)


def row(mask: int, words: int) -> Words:
    """A bitmask as a writable row of words."""
    return np.frombuffer(bytearray(mask.to_bytes(8 * words, "little")), dtype=np.uint64)


def mask(state: Words) -> int:
    """The bitmask of a row of words."""
    return int.from_bytes(np.ascontiguousarray(state).tobytes(), "little")


def bitset(flags: Array) -> int:
    """A vector of truth values as an integer, entry ``i`` being bit ``i``."""
    return int.from_bytes(np.packbits(flags.astype(np.bool_), bitorder="little").tobytes(), "little")


def blocked(task: Task, avoid: int) -> npt.NDArray[np.bool_]:
    """Which operators add a fact of ``avoid``."""
    return np.array([operator.add & avoid != 0 for operator in task.operators], dtype=np.bool_)


def rows(masks: Sequence[int], words: int) -> Words:
    """Bitmasks as writable rows of words."""
    joined = bytearray().join([mask.to_bytes(8 * words, "little") for mask in masks])
    return np.frombuffer(joined, dtype=np.uint64).reshape(len(masks), words)


def _ones(rows: Words) -> tuple[Ints, Ints]:
    """The positions of the ones of each row, as (start, flat)."""
    start, flat = np.zeros(rows.shape[0] + 1, np.int32), [np.empty(0, np.int32)]
    for first in range(0, rows.shape[0], _CHUNK):
        each = np.unpackbits(rows[first : first + _CHUNK].view(np.uint8), axis=1, bitorder="little")
        start[first + 1 : first + 1 + each.shape[0]] = each.sum(axis=1)
        flat.append(np.nonzero(each)[1].astype(np.int32))
    return np.cumsum(start, dtype=np.int32), np.concatenate(flat)


def _by_item(start: Ints, flat: Ints, items: int) -> tuple[Ints, Ints]:
    """For each of so many items the numbers of the rows that hold it, ascending, as (start, flat)."""
    numbers = np.repeat(np.arange(start.shape[0] - 1, dtype=np.int32), np.diff(start))
    into = np.zeros(items + 1, np.int32)
    np.cumsum(np.bincount(flat, minlength=items), out=into[1:])
    return into, numbers[np.argsort(flat, kind="stable")]


def _words_of_rows(rows: Words) -> tuple[Ints, Ints]:
    """Which words of each row are not zero, as (start, flat)."""
    start = np.zeros(rows.shape[0] + 1, np.int32)
    np.cumsum(np.count_nonzero(rows, axis=1), out=start[1:])
    return start, np.nonzero(rows)[1].astype(np.int32)


def _keys(words: int) -> Words:
    """Odd constants, one a word (splitmix64)."""
    values, state = [], 0
    for _ in range(words):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        values.append((mixed ^ mixed >> 31) | 1)
    return np.array(values, dtype=np.uint64)


def watch_lists(pre: Words, weights: Sequence[int] | None = None) -> tuple[Words, Ints, Ints]:
    """Each operator on the precondition of least weight; (watched facts, starts, operators).

    Operators without preconditions hang on a list of their own, behind those of the facts.
    """
    count, last = pre.shape[0], 64 * pre.shape[1]
    start, needs = _ones(pre)
    uses = np.bincount(needs, minlength=last)
    cost = uses if weights is None else np.resize(np.array(weights, np.int64), last)
    order = np.lexsort((uses, cost))
    rank = np.empty(last, np.int64)
    rank[order] = np.arange(last)
    hanging = np.full(count, last, np.int32)
    some = np.flatnonzero(np.diff(start))
    if some.size:
        hanging[some] = order[np.minimum.reduceat(rank[needs], start[some])]
    watched = np.zeros(last, np.uint8)
    watched[hanging[some]] = 1
    into, watchers = _by_item(np.arange(count + 1, dtype=np.int32), hanging, last + 1)
    return np.packbits(watched, bitorder="little").view(np.uint64), into, watchers


def tables(task: Task, weights: Sequence[int] | None = None) -> Tables:
    """The arrays of a task; ``weights`` says how often each fact is true (see ``watch_lists``)."""
    words = words_of(task)
    pre = rows([operator.pre for operator in task.operators], words)
    add = rows([operator.add for operator in task.operators], words)
    delete = rows([operator.delete for operator in task.operators], words) & ~add
    effect = add | delete
    needs, effects = _words_of_rows(pre), _words_of_rows(effect)
    keep, added = ~delete[effect != 0], add[effect != 0]
    return Tables(*watch_lists(pre, weights), *needs, pre[pre != 0], *effects, keep, added, _keys(words))


def relations(task: Task) -> Relations:
    """Preconditions and added facts of every operator, and the same seen from the facts."""
    words, facts = words_of(task), len(task.facts)
    pre = _ones(rows([operator.pre for operator in task.operators], words))
    add = _ones(rows([operator.add for operator in task.operators], words))
    size = np.diff(pre[0]).astype(np.int32)
    return Relations(size, *pre, *add, *_by_item(*pre, facts), *_by_item(*add, facts))
