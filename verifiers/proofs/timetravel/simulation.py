"""One step of a level, and breadth-first search of all situations that play can reach.

A situation is a pair: the facts that hold, and the ages of the unstable ones.  A step with a valid action:
its effect; then the rules, all of them, over and over until none changes anything; then, unless the goal
holds, every unstable fact that held before and still does grows older by one, and one older than the window
ends the episode.  The rules fire in the order of their names and then, from the same facts, in the opposite
order; a level where the two end differently is refused, since its outcome would depend on who goes first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from ..pddl_tree import Fact
from ..refused import RefusedError
from .grounding import goal_facts, instances, possible
from .world import World

MAX_STATES = 1_500_000
"""The largest space that the checker explores."""
Situation = tuple[int, tuple[int, ...]]


class Move(NamedTuple):
    """A ground action or rule; the sets of facts are bit masks."""

    name: str
    needs: int
    forbids: int
    adds: int
    deletes: int


class Game:
    """A level, ready to be played."""

    def __init__(self, world: World):
        """RefusedError for a level whose rules do not settle or fire at the start, or that is too large."""
        schemas = [*world.actions, *world.rules.values()]
        moves, facts = possible(world, [move for schema in schemas for move in instances(world, schema)])
        bit = {fact: 1 << place for place, fact in enumerate(sorted(facts))}

        def mask(some: frozenset[Fact] | set[Fact]) -> int:
            return sum(bit[fact] for fact in some if fact in bit)

        made = [
            Move(move.name, mask(move.needs), mask(move.forbids), mask(move.adds), mask(move.deletes))
            for move in sorted(moves)
        ]
        happens = {move.name for move in made if move.name[1:-1].split(" ")[0] in world.rules}
        self.rules = [move for move in made if move.name in happens]
        self.moves = [move for move in made if move.name not in happens]
        self.named = {move.name: move for move in self.moves}
        self._ends: dict[int, int] = {}
        self._groups = _grouped(self.moves)
        for fact in world.milestones:
            if any(move.deletes & bit.get(fact, 0) for move in made):
                raise RefusedError(f"world.level.milestones: {' '.join(fact)} can be taken back")
        goal = goal_facts(world)
        self.solvable = goal is not None and goal[0] <= facts
        self._goal, self._not_goal = (mask(goal[0]), mask(goal[1])) if goal is not None else (0, 0)
        self.unstable = [bit[fact] for fact in sorted(facts) if fact[0] in world.unstable]
        self._unstable, self.window = sum(self.unstable), world.window
        start = mask(world.init & facts)
        self.initial: Situation = (start, (0,) * len(self.unstable))
        if self._settled(start) != start:
            raise RefusedError("world: a rule fires in the initial state")

    def solved(self, facts: int) -> bool:
        """Whether the goal holds."""
        return self.solvable and not self._goal & ~facts and not self._not_goal & facts

    def _settled(self, facts: int) -> int:
        """The facts when all rules have fired; RefusedError when that does not end, or not in one way."""
        end = self._ends.get(facts)
        if end is None:
            end = self._fired(facts, self.rules)
            if end != self._fired(facts, self.rules[::-1]):
                raise RefusedError("world: the outcome depends on which rule fires first")
            self._ends[facts] = end
        return end

    def _fired(self, facts: int, rules: list[Move]) -> int:
        for _ in range(facts.bit_length() + len(rules) + len(self.unstable) + 64):
            before = facts
            for rule in rules:
                if not rule.needs & ~facts and not rule.forbids & facts:
                    facts = facts & ~rule.deletes | rule.adds
            if facts == before:
                return facts
        raise RefusedError("world: the rules do not settle")

    def after(self, situation: Situation, move: Move) -> Situation | None:
        """The situation after a valid action; None when something decays."""
        before, ages = situation
        facts = self._settled(before & ~move.deletes | move.adds)
        held = before & facts
        if not held & self._unstable:
            return facts, self.initial[1]
        grown = tuple([age + 1 if held & fact else 0 for fact, age in zip(self.unstable, ages, strict=True)])
        if max(grown) > self.window and not self.solved(facts):
            return None
        return facts, grown

    def successors(self, situation: Situation) -> Iterator[Situation | None]:
        """What each valid action leads to, None for a decay; nothing follows where the goal holds."""
        facts = situation[0]
        if self.solved(facts):
            return
        for watched, moves in self._groups:
            if not watched & ~facts:
                for move in moves:
                    if not move.needs & ~facts and not move.forbids & facts:
                        yield self.after(situation, move)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _grouped(moves: list[Move]) -> list[tuple[int, list[Move]]]:
    """The moves, each under the fact among those that it needs that the fewest moves need."""
    uses: dict[int, int] = {}
    for move in moves:
        for place in _bits(move.needs):
            uses[place] = uses.get(place, 0) + 1
    groups: dict[int, list[Move]] = {}
    for move in moves:
        rarest = min(_bits(move.needs), key=lambda place: (uses[place], place), default=None)
        groups.setdefault(0 if rarest is None else 1 << rarest, []).append(move)
    return sorted(groups.items())


class Count(NamedTuple):
    """What an exhaustive search finds: how far the goal is, and how many situations lie at each distance."""

    length: int | None
    states: int
    layers: list[int]
    dead_ends: int
    expiries: int


def count(game: Game, limit: int) -> Count:
    """Every situation by its distance to the goal; RefusedError as soon as there are more than ``limit``."""
    if limit > MAX_STATES:
        raise RefusedError(f"distances: {limit} states are stated, the checker explores at most {MAX_STATES}")
    number, situations = {game.initial: 0}, [game.initial]
    sources, targets, expiries = array("i"), array("i"), 0
    for source, situation in enumerate(situations):
        for after in game.successors(situation):
            if after is None:
                expiries += 1
                continue
            target = number.setdefault(after, len(situations))
            if target == len(situations):
                if target >= limit:
                    raise RefusedError(f"distances: more than the stated {limit} states are reachable")
                situations.append(after)
            sources.append(source)
            targets.append(target)
    layers = _layers(
        [place for place, (facts, _) in enumerate(situations) if game.solved(facts)], sources, targets
    )
    distance = next((depth for depth, layer in enumerate(layers) if 0 in layer), None)
    sizes = [len(layer) for layer in layers]
    return Count(distance, len(situations), sizes, len(situations) - sum(sizes), expiries)


def _layers(solved: list[int], sources: array[int], targets: array[int]) -> list[set[int]]:
    """The situations at distance 0, 1, 2, ... from the goal, by repeated steps against the edges."""
    entering: dict[int, list[int]] = {}
    for source, target in zip(sources, targets, strict=True):
        entering.setdefault(target, []).append(source)
    layer = set(solved)
    seen, layers = set(layer), list[set[int]]()
    while layer:
        layers.append(layer)
        layer = {source for target in layer for source in entering.get(target, ())} - seen
        seen |= layer
    return layers


def shortest(game: Game, limit: int) -> int | None:
    """The length of a shortest plan, None if there is none; RefusedError beyond ``limit`` situations."""
    if not game.solvable:
        return None
    seen, layer, depth = {game.initial}, [game.initial], 0
    while layer:
        if any(game.solved(facts) for facts, _ in layer):
            return depth
        fresh = {
            after: None
            for situation in layer
            for after in game.successors(situation)
            if after is not None and after not in seen
        }
        seen.update(fresh)
        if len(seen) > limit:
            raise RefusedError(f"necessity: more than {limit} states are reachable")
        layer, depth = list(fresh), depth + 1
    return None
