"""Breadth-first exploration of a model's whole state space, within a stated number of states.

Plain Python integers and a dict of states.  Moves are grouped under one of their preconditions, the one that
the fewest moves share, so a state looks only into groups whose fact it has.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...instances.errors import CertificateError
from .model import Model, Move, ones

MAX_STATES = 1_500_000
"""The largest space that the checker explores at all."""


@dataclass(frozen=True, slots=True)
class Space:
    """All states reachable by some moves; ``applied`` names the moves applicable in one of them."""

    states: Sequence[int]
    seen: int
    """The facts true in some state."""
    applied: frozenset[str]
    sources: array[int]
    """Edge k leads from state ``sources[k]`` to ``targets[k]`` (both empty unless edges were asked for)."""
    targets: array[int]


def explore(what: str, model: Model, moves: Iterable[Move], limit: int, *, edges: bool = False) -> Space:
    """All states reachable from the initial state by the given moves.

    Raises CertificateError as soon as there are more than ``limit`` states.
    """
    if limit > MAX_STATES:
        raise CertificateError(
            f"{what}: {limit} states are stated, the checker explores at most {MAX_STATES}"
        )
    groups = grouped(moves)
    number = {model.init: 0}
    states = [model.init]
    applied: set[str] = set()
    seen = model.init
    sources, targets = array("i"), array("i")
    for source, state in enumerate(states):
        for watched, members in groups:
            if watched & ~state:
                continue
            for pre, keep, add, name in members:
                if pre & ~state:
                    continue
                successor = state & keep | add
                target = number.get(successor)
                if target is None:
                    target = number[successor] = len(states)
                    if target >= limit:
                        raise CertificateError(f"{what}: more than the stated {limit} states are reachable")
                    states.append(successor)
                    seen |= successor
                applied.add(name)
                if edges and target != source:
                    sources.append(source)
                    targets.append(target)
    return Space(states, seen, frozenset(applied), sources, targets)


def grouped(moves: Iterable[Move]) -> list[tuple[int, list[tuple[int, int, int, str]]]]:
    """Moves as (pre, facts kept, add, name), each under the precondition that the fewest moves share."""
    moves = list(moves)
    uses: dict[int, int] = {}
    for move in moves:
        for bit in ones(move.pre):
            uses[bit] = uses.get(bit, 0) + 1
    groups: dict[int, list[tuple[int, int, int, str]]] = {}
    for move in moves:
        rarest = min(ones(move.pre), key=lambda bit: (uses[bit], bit), default=None)
        watched = 0 if rarest is None else 1 << rarest
        groups.setdefault(watched, []).append((move.pre, ~move.delete, move.add, move.name))
    return sorted(groups.items())
