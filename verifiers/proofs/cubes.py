"""Sets of conjunctions (cubes) of facts, as bitmasks, filed under the least fact of each."""

from __future__ import annotations

from collections.abc import Iterable


class Cubes:
    """A set of cubes that answers whether one of them lies in a given set of facts."""

    def __init__(self, masks: Iterable[int]):
        self._by_least: dict[int, list[int]] = {}
        self._least = 0
        for mask in masks:
            least = mask & -mask
            self._by_least.setdefault(least, []).append(mask)
            self._least |= least

    def contained(self, facts: int) -> bool:
        """Whether some cube is a subset of the facts."""
        candidates = facts & self._least
        while candidates:
            least = candidates & -candidates
            for cube in self._by_least[least]:
                if not cube & ~facts:
                    return True
            candidates ^= least
        return 0 in self._by_least
