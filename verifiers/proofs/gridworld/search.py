"""Searches layer by layer: every state, every action, every way in which draws turn out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from ..refused import RefusedError
from .world import Layer, Move, Partial, World, agrees, within


def least_steps(world: World, seed: int, goal: Partial, bound: int, chance: bool) -> int | None:
    """The least number of steps after which the goal may show; None where it never does.

    ``chance``: whether steps may be random.  The initial frame does not count.
    """
    layer = world.start(seed)
    met, steps = set(layer), 0
    while layer:
        steps += 1
        found: Layer = {}
        for key, state in layer.items():
            for move in world.moves(key, state):
                _enter(move, found, chance)
        if world.showing(found, goal):
            return steps
        layer = {key: state for key, state in found.items() if key not in met}
        met.update(layer)
        within(len(met), bound)
    return None


def least_actions(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of actions other than ``noop`` on a way to the goal, where no step is random."""
    layer = world.start(seed)
    met: set[Hashable] = set()
    actions = 0
    while layer:
        layer, shown = _waited(world, layer, met, goal, bound)
        if shown:
            return actions
        found: Layer = {}
        for key, state in layer.items():
            for move in world.moves(key, state):
                if move.action != "noop":
                    _enter(move, found, chance=False)
        if world.showing(found, goal):
            return actions + 1
        layer = {key: state for key, state in found.items() if key not in met}
        actions += 1
    return None


def _waited(world: World, layer: Layer, met: set[Hashable], goal: Partial, bound: int) -> tuple[Layer, bool]:
    """The layer closed under waiting, and whether the goal shows after some waiting."""
    closed, front = dict(layer), layer
    met.update(layer)
    shown = False
    while front:
        waited: Layer = {}
        for key, state in front.items():
            for move in world.moves(key, state):
                if move.action == "noop":
                    _enter(move, waited, chance=False)
        shown = shown or bool(world.showing(waited, goal))
        front = {key: state for key, state in waited.items() if key not in met}
        closed.update(front)
        met.update(front)
        within(len(met), bound)
    return closed, shown


def sure_rank(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least k such that a policy shows the goal within k steps whatever is drawn; None for no such k."""
    layer = world.start(seed)
    initial = next(iter(layer))
    known = dict(layer)
    leads: dict[Hashable, list[frozenset[Hashable]]] = {}
    while layer:
        fresh: Layer = {}
        for key, state in layer.items():
            moves = world.moves(key, state)
            leads[key] = [frozenset(end for _, end, _ in move.ends) for move in moves]
            fresh.update({end: after for move in moves for _, end, after in move.ends if end not in known})
        known.update(fresh)
        layer = fresh
        within(len(known), bound)
    reached = set(world.showing(known, goal)) - {initial}
    rank, size = 0, -1
    while initial not in reached and len(reached) != size:
        rank, size = rank + 1, len(reached)
        reached |= {
            key for key, ways in leads.items() if key not in reached and any(way <= reached for way in ways)
        }
    return rank if initial in reached else None


def odds(world: World, seed: int, plan: Sequence[str], goal: Partial, bound: int) -> Fraction:
    """The probability that the goal shows after the last step of a plan, every draw uniform."""
    chances = {key: (Fraction(1), state) for key, state in world.start(seed).items()}
    for action in plan:
        after: dict[Hashable, tuple[Fraction, object]] = {}
        for chance, state in chances.values():
            for share, key, end in world.ends(state, action)[0]:
                after[key] = (after.get(key, (Fraction(0), end))[0] + chance * share, end)
        within(len(after), bound)
        chances = after
    shows = [chance for chance, state in chances.values() if agrees(world.machine.frame(state), goal)]
    return sum(shows, Fraction(0))


def least_drawn(world: World, seed: int, goal: Partial, bound: int) -> tuple[int, int] | None:
    """The least number of steps to the goal as the seed draws, and the fewest actions in so many; or None.

    States are told apart by the generator's state too, so each step has one end.  A state that is met again
    has the same future, with fewer steps left.  RefusedError where the initial frame, which does not count,
    shows the goal.
    """
    start = world.start(seed)
    if world.showing(start, goal):
        raise RefusedError("query.pictures: the initial frame shows the goal")
    layer = {(key, state.rng_state): (state, 0) for key, state in start.items()}
    met, steps = set(layer), 0
    while layer:
        steps += 1
        found: dict[tuple[Hashable, int], tuple[Any, int]] = {}
        for state, spent in layer.values():
            for action, after in world.drawn(state):
                name = (world.machine.state_key(after), after.rng_state)
                actions = spent + (action != "noop")
                if name not in met and (name not in found or actions < found[name][1]):
                    found[name] = (after, actions)
        shows = [actions for after, actions in found.values() if agrees(world.machine.frame(after), goal)]
        if shows:
            return steps, min(shows)
        layer = found
        met.update(layer)
        within(len(met), bound)
    return None


def _enter(move: Move, found: Layer, chance: bool) -> None:
    if len(move.ends) > 1 and not chance:
        raise RefusedError("a step is random: this certificate is for worlds whose steps are not")
    found.update({key: end for _, key, end in move.ends})
