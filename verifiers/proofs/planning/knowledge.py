"""What the certificates of one question establish, and the questions that this answers.

Each rule enters facts of one sort with the name of its certificate; the tasks ask, once all are replayed. An
answer is True (proven), False (refuted) or None (nothing decides it), and the certificate that decides.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

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
_NAMES = dict(pair.split() for pair in _RENAMED.split(","))  # PDDL's name, and that of records if it differs
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
        self._by_least: dict[int, list[int]] = defaultdict(list)

    def enter(self, cube: int, name: str) -> None:
        """Add a cube; one that is there keeps its name."""
        if cube not in self:
            self[cube] = name
            self._by_least[cube & -cube].append(cube)

    def within(self, facts: int) -> int | None:
        """A cube of the set among the facts, or None."""
        leasts = (self._by_least.get(least, ()) for least in (0, *(1 << bit for bit in ones(facts))))
        return next((cube for cubes in leasts for cube in cubes if not cube & ~facts), None)


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
        self.closed = ""  # a certificate of the closure: what lies outside never holds
        self.explored = ""  # a certificate of the whole space: what holds in none of ``reached`` never holds
        self.reached: dict[int, str] = {}  # states that runs, plans and explorations visit, in the order met
        self.applied: dict[str, str] = {}  # moves that one of them applies
        self.cubes = Cubes()  # conjunctions that hold in no reachable state
        self.landmarks: dict[int, str] = {}  # facts, false initially, that every plan makes true
        self.paths: dict[int, str] = {}  # for each plan, the facts that are true somewhere along it
        self.upper = defaultdict[str, tuple[int, str]](lambda: (NO_PLAN, ""))
        self.lower = defaultdict[str, tuple[int, str]](lambda: (0, ""))
        """After an action (now: ""), a length of which there is a plan, and one below which there is none."""

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

    def apply(self, place: str, actions: list[str], action: int, state: int) -> int:
        """The successor by an action, which is then known to be applied; RefusedError if it cannot be."""
        refuse(action >= len(actions), f"{place}: there is no action {action}")
        name = actions[action]
        moves = self.model.move.get(name, [])
        refuse(not moves, f"{place}: {name} is applicable in no reachable state")
        move = next((case for case in moves if not case.pre & ~state), moves[0])
        if lacking := move.pre & ~state:
            refuse(True, f"{place}: {name} is not applicable: {self.model.first(lacking)} is false")
        self.applied.setdefault(name, place.split(" step ")[0])
        return move.after(state)

    def explore(self, name: str, states: int, avoided: int, edges: bool) -> tuple[list[int], Entering]:
        """The space without moves that add an avoided fact; RefusedError unless it is as large as stated."""
        moves = Moves(move for move in self.model.moves if not move.add & avoided)

        def after(state: int) -> Iterator[int]:
            for move in moves.applicable(state):
                self.applied.setdefault(move.name, name)
                yield move.after(state)

        found, entering = explore(name, self.model.init, after, states, edges=edges)
        fewer = len(found) != states
        refuse(fewer, f"{name}: {states} states are stated, {len(found)} are reachable")
        self.spend(name, states)
        for state in found:
            self.reached.setdefault(state, name)
        self.explored = self.explored if avoided else name
        return found, entering

    def at_most(self, action: str, length: int, name: str) -> None:
        """Enter that there is a plan of so many actions after an action."""
        self.upper[action] = min(self.upper[action], (length, name))

    def at_least(self, action: str, length: int, name: str) -> None:
        """Enter that there is no plan of fewer actions after an action."""
        self.lower[action] = max(self.lower[action], (length, name))

    def outside(self) -> Answer:
        """Whether things outside the closure can ever hold or be applied: no, once it is established."""
        by = self.closed or self.explored
        return (False, by) if by else OPEN

    def can_hold(self, mask: int) -> Answer:
        """Whether some reachable state contains all the facts."""
        for state, name in self.reached.items():
            if not mask & ~state:
                return True, name
        cube = self.cubes.within(mask)
        if cube is not None:
            return False, self.cubes[cube]
        return (False, self.explored) if self.explored else OPEN

    def can_apply(self, action: str) -> Answer:
        """Whether an action of the closure is applicable in some reachable state: in one of its cases."""
        if action in self.applied:
            return True, self.applied[action]
        cases = self.model.move[action]
        answers = [self.can_hold(case.pre) if case.pre else (True, "evaluation") for case in cases]
        first = {answer[0]: answer for answer in reversed(answers)}
        return first.get(True) or first.get(None) or answers[-1]

    def solvable(self) -> Answer:
        """Whether there is a plan."""
        if self.upper[""][1]:
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
        (low, below), (high, above) = self.lower[""], self.upper[""]
        if low > h or high < h:
            return False, below if low > h else above
        return (True, " and ".join(dict.fromkeys((above, below)))) if low == high else OPEN

    def closer(self, h: int, action: str) -> Answer:
        """Whether a shortest plan after an action has h - 1 actions, given that it has h now."""
        (low, below), (high, above) = self.lower[action], self.upper[action]
        return (False, below) if low >= h else (True, above) if high < h else OPEN
