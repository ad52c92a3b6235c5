"""Exhaustive search of a level: the distance to the goal of every state that play can reach.

Breadth-first from the initial state, then backwards from all solved states.  Solved states and decays end an
episode; ages are part of a state.  The distance of a state is the least number of valid actions to the goal,
None at a *dead end*.  The *regret* of an action is 1 + distance after - distance before.  What each part of a
level is good for shows in the optimum of the level without it, where only the length is asked for.

>>> from certwright.domains.timetravel.kernel import World
>>> from certwright.domains.timetravel.level import shipped
>>> found = solve(World(shipped("L01")))
>>> found.length, found.plan[0]
(4, '(take brann lens yard-past)')
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from ...domains.planning.strips import Operator
from ...domains.timetravel.kernel import State, World
from ...domains.timetravel.level import Level, parts, without
from ...instances.errors import LimitError

MAX_STATES = 2_000_000  # states that a search stores unless told otherwise


@dataclass(frozen=True, eq=False)
class Optimum:
    """The whole reachable space of a level with its distances."""

    world: World
    states: dict[State, int] = field(repr=False)
    """Every reachable state with its number, in the order of discovery; decays are no states."""
    distances: array[int] = field(repr=False)  # the distance of each state by number; -1 at dead ends
    expiries: int  # how many pairs of a state and a valid action end in a decay

    @property
    def length(self) -> int | None:
        """The length of a shortest plan; None when the level is unsolvable."""
        return self.distance(self.world.initial)

    def distance(self, state: State) -> int | None:
        """The distance of a reachable state to the goal; None at a dead end.  KeyError for another state."""
        distance = self.distances[self.states[state]]
        return None if distance < 0 else distance

    def after(self, state: State, operator: Operator) -> int | None:
        """The distance after a valid action; None when it decays or leads to a dead end."""
        successor = self.world.successor(state, operator)
        return None if successor is None else self.distance(successor)

    def regret(self, state: State, operator: Operator) -> int | None:
        """By how much a valid action lengthens the shortest solution; None where it makes it impossible."""
        before, after = self.distance(state), self.after(state, operator)
        if before is None:
            return 0
        return None if after is None else 1 + after - before

    def best(self, state: State) -> list[Operator]:
        """The valid actions without regret, in name order; none in solved states and at dead ends."""
        if not self.distance(state):
            return []
        return [each for each in self.world.applicable(state) if self.regret(state, each) == 0]

    @cached_property
    def plan(self) -> tuple[str, ...]:
        """The shortest plan that is first in name order; empty when the level is unsolvable (or solved)."""
        state, names = self.world.initial, []
        while best := self.best(state):
            names.append(best[0].name)
            state = self.world.step(state, best[0]).state
        return tuple(names)

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """How many states lie at each distance from the goal, from 0 on; dead ends are left out."""
        counts = Counter(self.distances)
        return tuple(counts[distance] for distance in range(max(counts) + 1))

    @property
    def dead_ends(self) -> int:
        """How many reachable states are dead ends."""
        return len(self.states) - sum(self.layers)


def solve(world: World, *, limit: int = MAX_STATES) -> Optimum:
    """Search a level exhaustively; LimitError when it has more than ``limit`` states."""
    states = {world.initial: 0}
    queue = [world.initial]
    sources, targets, expiries = array("i"), array("i"), 0
    successor, applicable, goal = world.successor, world.applicable, world.goal
    solved = array("i")
    for number, state in enumerate(queue):
        if goal(state):
            solved.append(number)
            continue
        for operator in applicable(state):
            if (after := successor(state, operator)) is None:
                expiries += 1
                continue
            target = states.setdefault(after, len(queue))
            if target == len(queue):
                if target >= limit:
                    raise LimitError(f"{world.level.name}: more than {limit} states are reachable")
                queue.append(after)
            sources.append(number)
            targets.append(target)
    return Optimum(world, states, _distances(len(queue), sources, targets, solved), expiries)


def _distances(count: int, sources: array[int], targets: array[int], solved: array[int]) -> array[int]:
    """Breadth-first against the edges; the edges into a state form a linked list."""
    entering = array("i", [-1]) * count
    following = array("i")
    for edge, target in enumerate(targets):
        following.append(entering[target])
        entering[target] = edge
    distances = array("i", [-1]) * count
    for number in solved:
        distances[number] = 0
    for target in (queue := list(solved)):
        edge = entering[target]
        while edge >= 0:
            source = sources[edge]
            if distances[source] < 0:
                distances[source] = distances[target] + 1
                queue.append(source)
            edge = following[edge]
    return distances


def shortest_length(world: World, *, limit: int = MAX_STATES) -> int | None:
    """The length of a shortest plan, None when there is none; LimitError beyond ``limit`` states."""
    if world.goal(world.initial):
        return 0
    if not world.solvable:
        return None
    seen, layer, depth = {world.initial}, [world.initial], 0
    while layer:
        depth += 1
        fresh = []
        for state in layer:
            for operator in world.applicable(state):
                after = world.successor(state, operator)
                if after is None or after in seen:
                    continue
                if world.goal(after):
                    return depth
                seen.add(after)
                fresh.append(after)
        if len(seen) > limit:
            raise LimitError(f"{world.level.name}: more than {limit} states")
        layer = fresh
    return None


def lengths_without(level: Level, *, limit: int = MAX_STATES) -> dict[str, int | None]:
    """For each part of a level the optimum of the level without it; LimitError as ``shortest_length``."""
    return {part: shortest_length(World(without(level, part)), limit=limit) for part in sorted(parts(level))}


def load_bearing(length: int | None, lengths: dict[str, int | None]) -> bool:
    """Whether the optimum changes with every part that is taken away."""
    return all(other != length for other in lengths.values())
