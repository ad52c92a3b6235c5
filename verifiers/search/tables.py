"""A grounded task laid out as flat arrays, the form in which the compiled kernels read it.

A state is a row of 64-bit words, fact ``f`` being bit ``f % 64`` of word ``f // 64``.  An operator is
stored word by word: it is applicable in ``row`` when ``pre_mask & ~row[pre_word]`` is zero for each of
its precondition words, and sends ``row[eff_word]`` to ``row[eff_word] & eff_keep | eff_add``.

Successors are found by *watching*: every operator hangs on one of its preconditions, and only the operators
hanging on facts that are true in a state are looked at.  The cheapest fact to watch is the one that is
seldomest true; how often facts are true can be told from a sample of states (``weights``), and without one
the fact that fewest operators need is taken for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...domains.planning.strips import Task, bits

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]
Array = npt.NDArray[Any]


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
    keys: Words
    """One odd constant a word: the hash of a row is the sum of the products, mixed."""


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
    if not avoid:
        return np.zeros(len(task.operators), dtype=np.bool_)
    return np.fromiter(
        (operator.add & avoid != 0 for operator in task.operators), np.bool_, len(task.operators)
    )


def _lists(rows: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Rows of numbers as (start, flat)."""
    start = np.zeros(len(rows) + 1, dtype=np.int32)
    np.cumsum([len(part) for part in rows], out=start[1:])
    flat = np.fromiter((item for part in rows for item in part), np.int32, int(start[-1]))
    return start, flat


def _by_word(value: int) -> dict[int, int]:
    """The non-zero words of a bitmask."""
    parts: dict[int, int] = {}
    while value:
        word = ((value & -value).bit_length() - 1) // 64
        part = (value >> 64 * word) & (1 << 64) - 1
        parts[word] = part
        value ^= part << 64 * word
    return parts


def _unsigned(values: Iterable[int]) -> Words:
    return np.array(list(values), dtype=np.uint64)


def _keys(words: int) -> Words:
    """Odd constants, one a word (splitmix64)."""
    values, state = [], 0
    for _ in range(words):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        values.append((mixed ^ mixed >> 31) | 1)
    return _unsigned(values)


def watch_lists(task: Task, weights: Sequence[int] | None = None) -> tuple[Words, Ints, Ints]:
    """Each operator on the precondition of least weight; (watched facts, starts, operators).

    Operators without preconditions hang on a list of their own, behind those of the facts.
    """
    needs = [list(bits(operator.pre)) for operator in task.operators]
    uses = [0] * len(task.facts)
    for need in needs:
        for fact in need:
            uses[fact] += 1
    cost = uses if weights is None else weights
    words = words_of(task)
    hanging: list[list[int]] = [[] for _ in range(64 * words + 1)]
    watched = 0
    for number, need in enumerate(needs):
        fact = min(need, key=lambda f: (cost[f], uses[f], f), default=64 * words)
        hanging[fact].append(number)
        if need:
            watched |= 1 << fact
    start, flat = _lists(hanging)
    return row(watched, words), start, flat


def tables(task: Task, weights: Sequence[int] | None = None) -> Tables:
    """The arrays of a task; ``weights`` says how often each fact is true (see ``watch_lists``)."""
    pre = [_by_word(operator.pre) for operator in task.operators]
    add = [_by_word(operator.add) for operator in task.operators]
    delete = [_by_word(operator.delete & ~operator.add) for operator in task.operators]
    effect = [sorted(add[number].keys() | delete[number].keys()) for number in range(len(task.operators))]
    pre_start, pre_word = _lists([list(parts) for parts in pre])
    eff_start, eff_word = _lists(effect)
    every = (1 << 64) - 1
    return Tables(
        *watch_lists(task, weights),
        pre_start,
        pre_word,
        _unsigned(part for parts in pre for part in parts.values()),
        eff_start,
        eff_word,
        _unsigned(
            every ^ delete[number].get(word, 0) for number, parts in enumerate(effect) for word in parts
        ),
        _unsigned(add[number].get(word, 0) for number, parts in enumerate(effect) for word in parts),
        _keys(words_of(task)),
    )


def relations(task: Task) -> Relations:
    """Preconditions and added facts of every operator, and the same seen from the facts."""
    pre = [list(bits(operator.pre)) for operator in task.operators]
    add = [list(bits(operator.add)) for operator in task.operators]
    users: list[list[int]] = [[] for _ in task.facts]
    adders: list[list[int]] = [[] for _ in task.facts]
    for number in range(len(task.operators)):
        for fact in pre[number]:
            users[fact].append(number)
        for fact in add[number]:
            adders[fact].append(number)
    size = np.array([len(facts) for facts in pre], dtype=np.int32)
    return Relations(size, *_lists(pre), *_lists(add), *_lists(users), *_lists(adders))
