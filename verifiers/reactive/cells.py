"""Cells and sets of cells: which input at which step keeps or changes its value.

A *cell* is a pair (step, index of an input).  A set of cells is an integer: bit ``step * inputs + index``.
A *literal* is a cell with the value that it has on the base trace; as an *atom* of a record it is written
``[step, "name", 0 or 1]``, in text ``a@3`` or ``!b@0``.

>>> cells_of(mask_of([(1, 0), (0, 1)], 2), 2)
((0, 1), (1, 0))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

Cell = tuple[int, int]


def mask_of(cells: Iterable[Cell], inputs: int) -> int:
    """The set of these cells."""
    mask = 0
    for step, index in cells:
        mask |= 1 << step * inputs + index
    return mask


def cells_of(mask: int, inputs: int) -> tuple[Cell, ...]:
    """The cells of a set, by step, then by index."""
    found = []
    while mask:
        low = mask & -mask
        found.append(divmod(low.bit_length() - 1, inputs))
        mask ^= low
    return tuple(found)


def by_step(mask: int, inputs: int, steps: int) -> tuple[int, ...]:
    """The set as one mask of inputs for each of the first ``steps`` steps."""
    row = (1 << inputs) - 1
    return tuple(mask >> step * inputs & row for step in range(steps))


def everything(inputs: int, steps: int) -> int:
    """All cells of the first ``steps`` steps."""
    return (1 << inputs * steps) - 1


def steps_of(mask: int, inputs: int) -> int:
    """How many steps have a cell in the set."""
    row, count = (1 << inputs) - 1, 0
    while mask:
        count += mask & row != 0
        mask >>= inputs
    return count


@lru_cache(4096)
def submasks(mask: int) -> tuple[int, ...]:
    """All submasks, the small ones first.

    >>> submasks(0b101)
    (0, 1, 4, 5)
    """
    found, sub = [0], mask
    while sub:
        found.append(sub)
        sub = (sub - 1) & mask
    return tuple(sorted(found, key=lambda one: (one.bit_count(), one)))


def literals(mask: int, names: Sequence[str], base: Sequence[int]) -> list[list[Any]]:
    """The cells of a set as atoms with the values of the base trace, ``[step, "name", 0 or 1]``."""
    return [[step, names[index], base[step] >> index & 1] for step, index in cells_of(mask, len(names))]


def atom_text(atom: Sequence[Any]) -> str:
    """An atom as text.

    >>> atom_text([3, "a", 1]), atom_text([0, "b", 0])
    ('a@3', '!b@0')
    """
    step, name, value = atom
    return f"{'' if value else '!'}{name}@{step}"
