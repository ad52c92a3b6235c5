"""Sets of conjunctions of facts, and when no state that can be reached contains one (``rules.invariant``)."""

from ..refused import refuse
from .model import Move, ones


class Cubes(dict[int, str]):
    """Conjunctions of facts as masks, filed under the least fact of each; every cube has a name."""

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

    def refuse_unless_inductive(self, init: int, moves: list[Move]) -> None:
        """RefusedError when a cube holds initially, or a move can make one true where none was.

        The cubes lie in the closure of the given moves.
        """
        adders: dict[int, list[Move]] = {}
        for move in moves:
            for bit in ones(move.add):
                adders.setdefault(bit, []).append(move)
        closed: set[int] = set()
        for cube, place in self.items():
            refuse(not cube & ~init, f"{place} holds in the initial state")
            for bit in ones(cube):
                for move in adders.get(bit, ()):
                    regressed = cube & ~move.add | move.pre
                    if not move.delete & cube and regressed not in closed:
                        escapes = self.within(regressed) is None
                        refuse(escapes, f"{place} is not inductive: {move.name} can make it true")
                        closed.add(regressed)
