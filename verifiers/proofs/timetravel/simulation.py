"""Levels as the checker simulates them: the rules of the game once more, without the kernel.

The PDDL is grounded by the checker's own closure (``proofs.model``), events beside actions.  A situation is
a pair of the facts that hold and the ages of the unstable ones.  A step with a valid action: its effect;
then the rules, all of them, last name first, over and over until none changes anything; then, unless the
goal holds, every unstable fact that held before and still does grows older by one, and one older than the
window ends the episode.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import NamedTuple

from ....domains.planning.tree import Problem
from ....domains.timetravel.level import Level
from ....instances.errors import CertificateError
from ..model import Model, Move, build
from ..search import MAX_STATES, grouped
from ..world import World

Situation = tuple[int, tuple[int, ...]]


class Game(World):
    """The actions and events of a level as rules of one world."""

    def __init__(self, problem: Problem):
        domain = problem.domain
        schemas = {**domain.schemas, **{name: event.schema for name, event in domain.events.items()}}
        self.problem = problem = replace(problem, domain=replace(domain, schemas=schemas, events={}))
        self.fluents = domain.fluents
        self.static = frozenset(fact for fact in problem.init if fact[0] not in self.fluents)
        self.init = frozenset(fact for fact in problem.init if fact[0] in self.fluents)
        self.goal = frozenset(fact for fact in problem.goal if fact[0] in self.fluents)
        self.forbidden_goal = frozenset(fact for fact in problem.negative_goal if fact[0] in self.fluents)
        self.rules = {name: self._rule(schema) for name, schema in sorted(schemas.items())}


class Simulation:
    """A level's rules, step by step."""

    def __init__(self, level: Level):
        events, decay = level.problem.domain.events, level.about.decay
        model: Model = build(Game(level.problem))
        self.goal = model.goal
        self.moves: list[Move] = []
        self.rules: list[Move] = []
        for move in model.moves:
            happens = move.name[1:-1].split(" ")[0] in events
            (self.rules if happens else self.moves).append(move)
        self.rules.reverse()
        self.named = {move.name: move for move in self.moves}
        unstable = decay.unstable if decay else ()
        self.unstable = [1 << bit for name, bit in model.bit.items() if name[1:-1].split(" ")[0] in unstable]
        self.window = decay.window if decay else 0
        self.rounds = len(model.facts) + 1
        self.initial: Situation = (model.init, (0,) * len(self.unstable))
        if self.settle(model.init) != model.init:
            raise CertificateError("world: a rule fires in the initial state")

    def solved(self, facts: int) -> bool:
        """Whether the goal holds."""
        return self.goal is not None and not self.goal & ~facts

    def settle(self, facts: int) -> int:
        """Fire rules until none changes anything; CertificateError when that does not end."""
        for _ in range(self.rounds):
            before = facts
            for rule in self.rules:
                if not rule.pre & ~facts:
                    facts = facts & ~rule.delete | rule.add
            if facts == before:
                return facts
        raise CertificateError("world: the rules do not settle")

    def after(self, situation: Situation, keep: int, add: int) -> Situation | None:
        """The situation after an action (the facts that it keeps and adds); None when something decays."""
        before, ages = situation
        facts = self.settle(before & keep | add)
        if not self.unstable:
            return facts, ()
        grown = tuple(
            [age + 1 if before & facts & bit else 0 for bit, age in zip(self.unstable, ages, strict=True)]
        )
        if max(grown) > self.window and not self.solved(facts):
            return None
        return facts, grown


class Count(NamedTuple):
    """What an exhaustive count of a level finds."""

    length: int | None
    states: int
    layers: list[int]
    dead_ends: int
    expiries: int


@dataclass
class _Space:
    situations: list[Situation]
    sources: array[int]
    targets: array[int]
    expiries: int


def count(game: Simulation, limit: int) -> Count:
    """Count every situation of a level by its distance to the goal.

    CertificateError as soon as there are more than ``limit``.
    """
    if limit > MAX_STATES:
        raise CertificateError(
            f"distances: {limit} states are stated, the checker explores at most {MAX_STATES}"
        )
    space = _explore(game, limit)
    layers = _layers(game, space)
    distance = next((depth for depth, layer in enumerate(layers) if 0 in layer), None)
    sizes = [len(layer) for layer in layers]
    total = len(space.situations)
    return Count(distance, total, sizes, total - sum(sizes), space.expiries)


def shortest(game: Simulation, limit: int) -> int | None:
    """The length of a shortest plan, None if there is none; CertificateError beyond ``limit`` states."""
    groups = grouped(game.moves)
    seen, layer, depth = {game.initial}, [game.initial], 0
    while layer:
        if any(game.solved(facts) for facts, _ in layer):
            return depth
        fresh: dict[Situation, None] = {}
        for situation in layer:
            for watched, members in groups:
                if watched & ~situation[0]:
                    continue
                for pre, keep, add, _ in members:
                    after = None if pre & ~situation[0] else game.after(situation, keep, add)
                    if after is not None and after not in seen:
                        fresh[after] = None
        seen.update(fresh)
        if len(seen) > limit:
            raise CertificateError(f"necessity: more than {limit} states are reachable")
        layer, depth = list(fresh), depth + 1
    return None


def _explore(game: Simulation, limit: int) -> _Space:
    """Breadth-first; solved situations and decays are ends."""
    groups = grouped(game.moves)
    number, situations = {game.initial: 0}, [game.initial]
    space = _Space(situations, array("i"), array("i"), 0)
    for source, situation in enumerate(situations):
        facts = situation[0]
        if game.solved(facts):
            continue
        for watched, members in groups:
            if watched & ~facts:
                continue
            for pre, keep, add, _ in members:
                if pre & ~facts:
                    continue
                after = game.after(situation, keep, add)
                if after is None:
                    space.expiries += 1
                    continue
                target = number.setdefault(after, len(situations))
                if target == len(situations):
                    if target >= limit:
                        raise CertificateError(
                            f"distances: more than the stated {limit} states are reachable"
                        )
                    situations.append(after)
                space.sources.append(source)
                space.targets.append(target)
    return space


def _layers(game: Simulation, space: _Space) -> list[set[int]]:
    """The situations at distance 0, 1, 2, ... from the goal, by repeated steps against the edges."""
    entering: dict[int, list[int]] = {}
    for source, target in zip(space.sources, space.targets, strict=True):
        entering.setdefault(target, []).append(source)
    layer = {number for number, (facts, _) in enumerate(space.situations) if game.solved(facts)}
    seen, layers = set(layer), []
    while layer:
        layers.append(layer)
        layer = {source for target in layer for source in entering.get(target, ())} - seen
        seen |= layer
    return layers
