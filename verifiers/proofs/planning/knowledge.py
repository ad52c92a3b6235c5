"""What the certificates of one question establish, and the questions that this answers.

Each rule enters facts of one sort with the name of its certificate; the tasks ask, once all are replayed. An
answer is True (proven), False (refuted) or None (nothing decides it), and the certificate that decides.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from ..fields import constant, exactly, string
from ..pddl import read_domain, read_problem
from ..record import Record
from ..refused import clip, refuse
from ..search import Entering, explore
from ..tasks import OPEN, Answer
from .model import Model, Move, Moves, build, ones
from .world import World

NO_PLAN = 1 << 30  # a length below which no plan is, where there is none
MAX_EFFORT = 20_000_000  # the most states that all certificates of one question may ask the checker to search
_RENAMED = """alfred alfworld, blocks blocksworld, blocksworld-4ops blocksworld, depots depot, rover rovers,
 floor-tile floortile, gold-miner goldminer, gold-miner-typed goldminer, grid-visit-all visitall,
 gripper grippers, gripper-strips grippers, logistics-strips logistics"""
_NAMES = dict(pair.split() for pair in _RENAMED.split(","))
"""What records call domains whose PDDL bears another name; of all others they take the name, made safe."""
_PAIR = {"kind": constant("pddl"), "domain": string(4_000_000), "problem": string(4_000_000)}
_WORLD, _WORDED = exactly(**_PAIR), exactly(**_PAIR, wording=string(4_000_000))
"""A world; with the wording of a domain of somebody's own, which says nothing of what is true in it."""


@lru_cache(maxsize=2)
def _world(domain: str, problem: str) -> World:
    return World(read_problem(problem, read_domain(domain)))


_model = lru_cache(maxsize=2)(build)


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
        leasts = (self._by_least[1 << bit] for bit in ones(facts & self._leasts))
        return next((cube for cubes in leasts for cube in cubes if not cube & ~facts), None)


class Space(NamedTuple):
    """All states that some moves reach, and the edges that enter each, if they were asked for."""

    states: list[int]
    entering: Entering
    applied: set[str]  # the moves that are applicable in one of them
    seen: int  # the facts that are true in one of them
    name: str


class Knowledge:
    """The established facts about the world of one record."""

    def __init__(self, record: Record, plain: bool = False):
        stated = (_WORDED if "wording" in record.world else _WORLD)("world", record.world)
        self.world = _world(stated.domain, stated.problem)
        name = self.world.domain.name
        key = _NAMES.get(name) or re.sub(r"[^a-z0-9_-]+", "-", name)[:64]
        other = record.domain != key
        refuse(other, f"domain: the record says {clip(record.domain)}, the world is of {clip(key)}")
        self._effort = 0
        self.evaluated = ""  # a certificate that says: evaluate the definition in the state
        self.closed = ""
        """A certificate whose closure is the one recomputed here: whatever lies outside is unreachable."""
        self.reached: dict[int, str] = {}  # states that runs and plans visit, in the order met
        self.applied: dict[str, str] = {}  # moves that some run or plan applies
        self.cubes = Cubes()  # conjunctions that hold in no reachable state
        self.space: Space | None = None  # the whole reachable state space, when it has been explored
        self.landmarks: dict[int, str] = {}  # facts, false initially, that every plan makes true
        self.paths: dict[int, str] = {}  # for each plan, the facts that are true somewhere along it
        self.upper: dict[str, tuple[int, str]] = {}
        """After an action (now: ""), a length of which there is a plan."""
        self.lower: dict[str, tuple[int, str]] = {}
        """After an action (now: ""), a length below which there is none."""

    @cached_property
    def model(self) -> Model:
        """The closure of the initial state, recomputed when first needed."""
        return _model(self.world)

    @cached_property
    def applicable_now(self) -> dict[str, Move]:
        """The moves applicable in the initial state, in name order."""
        return {move.name: move for move in self.model.moves if not move.pre & ~self.model.init}

    def spend(self, name: str, states: int) -> None:
        """Count states that a certificate makes the checker search; RefusedError beyond all bounds."""
        self._effort += states
        much = f"{name}: the certificates ask for a search of more than {MAX_EFFORT} states"
        refuse(self._effort > MAX_EFFORT, much)

    def apply(self, name: str, action: str, state: int) -> int:
        """The successor by an action, which is then known to be applied; RefusedError if it cannot be."""
        moves = self.model.move.get(action, [])
        refuse(not moves, f"{name}: {action} is applicable in no reachable state")
        move = next((case for case in moves if not case.pre & ~state), moves[0])
        if lacking := move.pre & ~state:
            refuse(True, f"{name}: {action} is not applicable: {self.model.first(lacking)} is false")
        self.applied.setdefault(action, name.split(" step ")[0])
        return move.after(state)

    def explore(self, name: str, states: int, avoided: int = 0, *, edges: bool = False) -> Space:
        """The space without moves that add an avoided fact; RefusedError unless it is as large as stated."""
        moves, applied = Moves(move for move in self.model.moves if not move.add & avoided), set[str]()

        def after(state: int) -> Iterator[int]:
            for move in moves.applicable(state):
                applied.add(move.name)
                yield move.after(state)

        found, entering = explore(name, self.model.init, after, states, edges=edges)
        fewer = len(found) != states
        refuse(fewer, f"{name}: {states} states are stated, {len(found)} are reachable")
        self.spend(name, states)
        space = Space(found, entering, applied, reduce(or_, found), name)
        self.space = self.space if avoided else space
        return space

    def at_most(self, action: str, length: int, name: str) -> None:
        """Enter that there is a plan of so many actions after an action."""
        self.upper[action] = min(self.upper.get(action, (length, name)), (length, name))

    def at_least(self, action: str, length: int, name: str) -> None:
        """Enter that there is no plan of fewer actions after an action."""
        self.lower[action] = max(self.lower.get(action, (length, name)), (length, name))

    def outside(self) -> Answer:
        """Whether things outside the closure can ever hold or be applied: no, once it is established."""
        by = self.closed or (self.space.name if self.space else "")
        return (False, by) if by else OPEN

    def can_hold(self, mask: int) -> Answer:
        """Whether some reachable state contains all the facts."""
        for state, name in self.reached.items():
            if not mask & ~state:
                return True, name
        cube = self.cubes.within(mask)
        if cube is not None:
            return False, self.cubes[cube]
        if self.space is not None:
            possible = not mask & ~self.space.seen and any(not mask & ~state for state in self.space.states)
            return possible, self.space.name
        return OPEN

    def can_apply(self, action: str) -> Answer:
        """Whether an action of the closure is applicable in some reachable state: in one of its cases."""
        if action in self.applied:
            return True, self.applied[action]
        if self.space is not None:
            return action in self.space.applied, self.space.name
        cases = self.model.move[action]
        answers = [self.can_hold(case.pre) if case.pre else (True, "evaluation") for case in cases]
        first = {answer[0]: answer for answer in reversed(answers)}
        return first.get(True) or first.get(None) or answers[-1]

    def solvable(self) -> Answer:
        """Whether there is a plan."""
        if "" in self.upper:
            return True, self.upper[""][1]
        return self.outside() if self.model.goal is None else self.can_hold(self.model.goal)

    def landmark(self, bit: int) -> Answer:
        """Whether every plan makes a fact of the closure true at some time, the initial state included.

        An answer presupposes that there is a plan.
        """
        if bit & (self.model.init | (self.model.goal or 0)):
            return True, "evaluation"
        if bit in self.landmarks:
            return True, self.landmarks[bit]
        return next(((False, name) for path, name in self.paths.items() if not bit & path), OPEN)

    def optimal(self, h: int) -> Answer:
        """Whether a shortest plan has h actions."""
        (low, below), (high, above) = self.lengths("")
        if low > h or high < h:
            return False, below if low > h else above
        return (True, " and ".join(dict.fromkeys((above, below)))) if low == high else OPEN

    def closer(self, h: int, action: str) -> Answer:
        """Whether a shortest plan after an action has h - 1 actions, given that it has h now."""
        (low, below), (high, above) = self.lengths(action)
        return (False, below) if low >= h else (True, above) if high < h else OPEN

    def lengths(self, action: str) -> tuple[tuple[int, str], tuple[int, str]]:
        """A length below which there is no plan after an action, and one of which there is a plan."""
        return self.lower.get(action, (0, "")), self.upper.get(action, (NO_PLAN, ""))
