"""Sets of conjunctions of facts (cubes), filed under the least fact of each; every cube has a name."""

from __future__ import annotations

from .model import ones


class Cubes(dict[int, str]):
    """Cubes as masks with their names."""

    def __init__(self) -> None:
        super().__init__()
        self._by_least: dict[int, list[int]] = {}
        self._leasts = 0

    def enter(self, cube: int, name: str) -> None:
        """Add a cube; one that is there keeps its name."""
        if cube not in self:
            self[cube] = name
            self._by_least.setdefault(cube & -cube, []).append(cube)
            self._leasts |= cube & -cube

    def within(self, facts: int) -> int | None:
        """A cube of the set among the facts, or None."""
        if 0 in self:
            return 0
        for bit in ones(facts & self._leasts):
            for cube in self._by_least[1 << bit]:
                if not cube & ~facts:
                    return cube
        return None
