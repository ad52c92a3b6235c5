"""What the certificates of one question establish, and the questions that this answers.

Each certificate kind adds facts of one sort here after its rule has been checked; the obligations of a
truth record ask, once all of them are replayed.  Every answer is True (proven), False (refuted) or None
(nothing here decides it).
"""

from __future__ import annotations

from functools import cached_property

from ...instances.errors import CertificateError
from .cubes import Cubes
from .model import Model, Move, build, columns, ones
from .search import Space
from .world import World

MAX_EFFORT = 20_000_000
"""The most states that all certificates of one question may ask the checker to search."""


class Knowledge:
    """The established facts about one world."""

    def __init__(self, world: World):
        self.world = world
        self._effort = 0
        self.evaluated = False
        """An `evaluation` certificate says that the definition is to be evaluated in the state."""
        self.closed = False
        """The stated closure is the one recomputed here: whatever lies outside is unreachable."""
        self.reached: dict[int, None] = {}
        """States that runs and plans visit, in the order found."""
        self.applied: set[str] = set()
        """Moves that some run or plan applies."""
        self.cubes: list[int] = []
        """Conjunctions that hold in no reachable state."""
        self.landmarks = 0
        """Facts, false initially, that every plan makes true."""
        self.paths: list[int] = []
        """For each plan, the facts that are true somewhere along it."""
        self.cost: int | None = None
        """The length of the shortest plan given."""
        self.cost_after: dict[str, int] = {}
        """For actions that start a given plan, the shortest length of the rest of one."""
        self.bound = 0
        """No plan is shorter than this."""
        self.bound_after: dict[str, int] = {}
        """After these actions no plan is shorter than this; see `lower_bound`."""
        self.space: Space | None = None
        """The whole reachable state space, when it has been explored."""
        self.exact: tuple[int | None, dict[str, int | None]] | None = None
        """The optimal cost now and after each applicable action (None: no plan), from a distance table."""

    @cached_property
    def model(self) -> Model:
        """The closure of the initial state, recomputed when first needed."""
        return build(self.world)

    @cached_property
    def applicable_now(self) -> list[Move]:
        """The moves applicable in the initial state, in name order."""
        return [move for move in self.model.moves if not move.pre & ~self.model.init]

    def spend(self, what: str, states: int) -> None:
        """Count states that a certificate makes the checker search; CertificateError beyond all bounds."""
        self._effort += states
        if self._effort > MAX_EFFORT:
            raise CertificateError(
                f"{what}: the certificates ask for a search of more than {MAX_EFFORT} states"
            )

    def visit(self, state: int) -> None:
        """Record a state as reachable."""
        self.reached[state] = None

    def outside(self) -> bool | None:
        """What is known of the reachability of things outside the closure: False once it is established."""
        return False if self.closed or self.space is not None else None

    def can_hold(self, mask: int) -> bool | None:
        """Whether some reachable state contains all the facts."""
        if self._visited(mask):
            return True
        if self._excluded.contained(mask):
            return False
        if self.space is not None:
            return not mask & ~self.space.seen and any(not mask & ~state for state in self.space.states)
        return None

    @cached_property
    def _holding(self) -> list[int]:
        """For each fact the set of visited states where it holds."""
        return [int(column, 2) for column in columns(list(self.reached), len(self.model.facts)) if column]

    @cached_property
    def _excluded(self) -> Cubes:
        return Cubes(self.cubes)

    def _visited(self, mask: int) -> bool:
        """Whether some visited state contains all the facts."""
        common = (1 << len(self.reached)) - 1
        for bit in ones(mask):
            common &= self._holding[bit] if common else 0
        return common != 0

    def move_reachable(self, move: Move) -> bool | None:
        """Whether a move is applicable in some reachable state."""
        if move.name in self.applied or not move.pre:
            return True
        if self.space is not None:
            return move.name in self.space.applied
        return self.can_hold(move.pre)

    def solvable(self) -> bool | None:
        """Whether there is a plan."""
        if self.cost is not None:
            return True
        goal = self.model.goal
        return self.outside() if goal is None else self.can_hold(goal)

    def landmark(self, bit: int) -> bool | None:
        """Whether every plan makes a fact of the closure true at some time, the initial state included."""
        goal = self.model.goal
        if bit & (self.model.init | self.landmarks | (goal or 0)):
            return True
        return False if any(not bit & path for path in self.paths) else None
