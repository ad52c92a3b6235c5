"""Families of minimal sets, as antichains of integers, and their duals.

The minimal hitting sets of an antichain are found by Berge's multiplication (Berge, 1989): the sets are taken
one by one, each partial hitting set that misses the next is extended by each of its elements, and what is
not minimal is dropped.  Families that grow beyond a stated count are given up (None).

>>> hitting_sets([0b011, 0b110], 10)
(2, 5)
"""

from __future__ import annotations

from collections.abc import Iterable


def minimal(masks: Iterable[int]) -> list[int]:
    """The minimal ones among some sets, small ones first."""
    kept: list[int] = []
    for mask in sorted(set(masks), key=lambda one: (one.bit_count(), one)):
        for other in kept:
            if other & mask == other:
                break
        else:
            kept.append(mask)
    return kept


def hitting_sets(family: Iterable[int], cap: int) -> tuple[int, ...] | None:
    """The minimal sets that meet every set of a family; None when more than ``cap`` are met on the way.

    The hitting sets of a family with the empty set are none at all, those of the empty family one, empty.
    """
    found = [0]
    for mask in sorted(set(family), key=lambda one: (one.bit_count(), one)):
        hit = [one for one in found if one & mask]
        missed = [one for one in found if not one & mask]
        if not missed:
            continue
        extended = [one | 1 << bit for one in missed for bit in _bits(mask)]
        if len(hit) + len(extended) > 8 * cap:
            return None
        found = minimal([*hit, *extended])
        if len(found) > cap:
            return None
    return tuple(found)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
