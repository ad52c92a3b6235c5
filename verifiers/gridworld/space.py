"""Exhaustive search of a grid world: every state that play can lead to, layer by layer.

States are told apart by their keys, actions taken by classes of clicks that act alike, and every outcome of
every draw followed.  The depth of a state is the least number of steps after which it is possible.

>>> from certwright.domains.gridworld.program import read_program
>>> dot = read_program('''(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
...     (on right (= dot (moveRightNoCollision dot))))''')
>>> space = explore(dot, 0)
>>> space.complete, space.depths
(True, (0, 1, 2))
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Generic, TypeVar

from ...domains.gridworld.actions import Action
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program, kept_program
from ..search.grid_moves import moves
from ..search.grid_states import state_key

T = TypeVar("T")
STATES = 50_000  # states that a search may visit

Edge = tuple[Action, tuple[tuple[Fraction, int], ...]]
"""A move: its action, and the states that it may lead to with their probabilities."""


@dataclass(frozen=True)
class Space:
    """States numbered in breadth-first order, 0 the initial one; ``edges`` of those that were expanded."""

    snapshots: tuple[Snapshot, ...]
    keys: tuple[Hashable, ...]  # what tells the states apart
    frames: tuple[int, ...]  # for each state the number of its frame in ``seen``
    seen: tuple[Grid, ...]
    depths: tuple[int, ...]
    edges: tuple[tuple[Edge, ...], ...]
    complete: bool  # whether every reachable state is here


class Kept(Generic[T]):
    """A stream that is drawn from as far as somebody looks, and kept for who looks next."""

    def __init__(self, stream: Iterator[T]):
        self._kept: list[T] = []
        self._stream = stream

    def __iter__(self) -> Iterator[T]:
        for place in count():
            if place == len(self._kept):
                if (following := next(self._stream, None)) is None:
                    return
                self._kept.append(following)
            yield self._kept[place]


def explore(program: Program, rng_seed: int, *, limit: int = STATES) -> Space:
    """Every state within the limit; LimitError for too many outcomes, AutumnError for a failing step."""
    machine = Machine(program, rng_seed)
    number: dict[Hashable, int] = {state_key(machine): 0}
    snapshots, depths = [machine.snapshot()], [0]
    shown: dict[Grid, int] = {}
    frames = [shown.setdefault(machine.frame(), len(shown))]
    edges: list[tuple[Edge, ...]] = []
    while len(edges) < len(snapshots) <= limit:
        state = len(edges)
        machine.restore(snapshots[state])
        row: list[Edge] = []
        for move in moves(machine):
            led: list[tuple[Fraction, int]] = []
            for share, outcome in move.outcomes:
                after = number.setdefault(outcome.key, len(snapshots))
                if after == len(snapshots):
                    machine.restore(outcome)
                    snapshots.append(outcome)
                    depths.append(depths[state] + 1)
                    frames.append(shown.setdefault(machine.frame(), len(shown)))
                led.append((share, after))
            row.append((move.action, tuple(led)))
        edges.append(tuple(row))
    made = tuple(snapshots), tuple(number), tuple(frames), tuple(shown), tuple(depths), tuple(edges)
    return Space(*made, complete=len(edges) == len(snapshots))


@lru_cache(1)
def explored(text: str, rng_seed: int, limit: int) -> Space:
    """The space of a program's text, kept until another one is asked for."""
    return explore(kept_program(text), rng_seed, limit=limit)
