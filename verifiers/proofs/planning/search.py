"""Breadth-first exploration of a model's whole state space, within a stated number of states."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..refused import RefusedError
from .model import Model, Move, ones

MAX_STATES = 1_500_000
"""The largest space that the checker explores at all."""


class Space(NamedTuple):
    """All states reachable by some moves; ``applied`` names the moves applicable in one of them."""

    states: Sequence[int]
    seen: int
    """The facts true in some state."""
    applied: frozenset[str]
    sources: Sequence[int]
    """Edge k leads from state ``sources[k]`` to ``targets[k]`` (both empty unless edges were asked for)."""
    targets: Sequence[int]


def explore(name: str, model: Model, moves: Iterable[Move], states: int, *, edges: bool = False) -> Space:
    """All states reachable by the given moves; RefusedError unless they are as many as stated."""
    if states > MAX_STATES:
        raise RefusedError(f"{name}: {states} states are stated, the checker explores at most {MAX_STATES}")
    groups = grouped(moves)
    number, reached = {model.init: 0}, [model.init]
    applied, seen = set[str](), model.init
    sources, targets = array("i"), array("i")
    for source, state in enumerate(reached):
        for watched, members in groups:
            if watched & ~state:
                continue
            for pre, keep, add, action in members:
                if pre & ~state:
                    continue
                successor = state & keep | add
                target = number.setdefault(successor, len(reached))
                if target == len(reached):
                    if target >= states:
                        raise RefusedError(f"{name}: more than the stated {states} states are reachable")
                    reached.append(successor)
                    seen |= successor
                applied.add(action)
                if edges and target != source:
                    sources.append(source)
                    targets.append(target)
    if len(reached) != states:
        raise RefusedError(f"{name}: {states} states are stated, {len(reached)} are reachable")
    return Space(reached, seen, frozenset(applied), sources, targets)


def layers(sources: Iterable[int], targets: Iterable[int], goals: Iterable[int]) -> Iterator[set[int]]:
    """The states by their distance to the nearest goal state, from 0 on: repeated steps against the edges."""
    entering: dict[int, list[int]] = {}
    for source, target in zip(sources, targets, strict=True):
        entering.setdefault(target, []).append(source)
    layer = set(goals)
    seen = set(layer)
    while layer:
        yield layer
        layer = {source for target in layer for source in entering.get(target, ())} - seen
        seen |= layer


def grouped(moves: Iterable[Move]) -> list[tuple[int, list[tuple[int, int, int, str]]]]:
    """Moves as (pre, facts kept, add, name), each under the precondition that the fewest moves share.

    A state looks only into the groups whose fact it has.
    """
    moves, uses = list(moves), dict[int, int]()
    for move in moves:
        for bit in ones(move.pre):
            uses[bit] = uses.get(bit, 0) + 1
    groups: dict[int, list[tuple[int, int, int, str]]] = {}
    for move in moves:
        rarest = min(ones(move.pre), key=lambda bit: (uses[bit], bit), default=None)
        group = groups.setdefault(0 if rarest is None else 1 << rarest, [])
        group.append((move.pre, ~move.delete, move.add, move.name))
    return sorted(groups.items())
