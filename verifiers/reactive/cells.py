"""Sets of cells: the one encoding of interventions, of literals and of everything computed from them.

A *cell* is an input at a step.  A set of cells is an integer (`Cells`): bit ``step * inputs + index``.  As an
intervention it says which values of the base trace are flipped, as a set of literals which of them are kept.
Names occur at the border only (``atoms.py``): an *atom* of a record is ``[step, "name", 0 or 1]``.

Families of minimal sets are antichains of such integers.  Their duals, the minimal hitting sets, are found by
Berge's multiplication (Berge, 1989): the sets are taken one by one, each partial hitting set that misses the
next is extended by each of its cells, and what is not minimal is dropped.

>>> list(by_step(0b10_00_11, 2)), members(0b101)
([(0, 3), (2, 2)], [0, 2])
>>> hitting_sets([0b011, 0b110], 10)
(2, 5)
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import groupby
from operator import or_

from ...domains.reactive.labels import members as members

Cells = int  # bit ``step * inputs + index`` stands for input ``index`` at ``step``


def by_step(cells: Cells, inputs: int) -> Iterator[tuple[int, int]]:
    """(step, mask of inputs) for each step that has a cell, in order."""
    for step, row in groupby(members(cells), lambda cell: cell // inputs):
        yield step, sum(1 << cell % inputs for cell in row)


def per_step(cells: Cells, inputs: int, steps: int) -> list[int]:
    """The mask of inputs of each of the first ``steps`` steps."""
    masks = dict(by_step(cells, inputs))
    return [masks.get(step, 0) for step in range(steps)]


def steps_of(cells: Cells, inputs: int) -> int:
    """The set of steps that have a cell, as an integer: bit ``step``."""
    return sum(1 << step for step, _ in by_step(cells, inputs))


def cost(cells: Cells, inputs: int) -> tuple[int, int]:
    """(timesteps, cells) of a set: what GF-01 calls Eff_t and Eff_a."""
    return steps_of(cells, inputs).bit_count(), cells.bit_count()


def everything(inputs: int, steps: int) -> Cells:
    """All cells of the first ``steps`` steps."""
    return (1 << inputs * steps) - 1


def union(sets: Iterable[Cells]) -> Cells:
    """The union of sets."""
    return reduce(or_, sets, 0)


@lru_cache(4096)
def submasks(mask: int) -> tuple[int, ...]:
    """All submasks, the largest number first.

    >>> submasks(0b101)
    (5, 4, 1, 0)
    """
    listed = [mask]
    while listed[-1]:
        listed.append((listed[-1] - 1) & mask)
    return tuple(listed)


@lru_cache(32)
def mask_order(inputs: int) -> tuple[int, ...]:
    """All masks, so that cells come as early as they can: at the lowest differing bit, the set one first.

    >>> mask_order(2)
    (3, 1, 2, 0)
    """
    backwards = [int(f"{mask:0{inputs}b}"[::-1], 2) if inputs else 0 for mask in range(1 << inputs)]
    return tuple(sorted(range(1 << inputs), key=lambda mask: -backwards[mask]))


def minimal(sets: Iterable[Cells]) -> list[Cells]:
    """The minimal ones among some sets, small ones first."""
    kept: list[Cells] = []
    for cells in sorted(set(sets), key=lambda cells: (cells.bit_count(), cells)):
        for other in kept:
            if other & cells == other:
                break
        else:
            kept.append(cells)
    return kept


def hitting_sets(family: Iterable[Cells], cap: int) -> tuple[Cells, ...] | None:
    """The minimal sets that meet every set of a family; None when more than ``cap`` are met on the way."""
    partial = [0]
    for cells in sorted(set(family), key=lambda cells: (cells.bit_count(), cells)):
        hit = [chosen for chosen in partial if chosen & cells]
        if len(hit) == len(partial):
            continue
        extended = [chosen | 1 << cell for chosen in partial if not chosen & cells for cell in members(cells)]
        if len(hit) + len(extended) > 8 * cap:
            return None
        partial = minimal([*hit, *extended])
        if len(partial) > cap:
            return None
    return tuple(partial)
