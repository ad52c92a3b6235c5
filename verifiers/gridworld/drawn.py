"""Planning with the draws that the question's own seed gives: the world as a player meets it.

Every reset, and the test, begin with the seed of the question, so what a player does decides what is drawn.
States are told apart by their keys and by the generator's state; then a step has one end, also where it is
random.  Layer k holds what k steps lead to and no fewer.

>>> from certwright.domains.gridworld.program import read_program
>>> fly = read_program('''(program (= GRID_SIZE 9) (object Fly (Cell 0 0 "green"))
...     (= fly (initnext (Fly (Position 0 1)) (prev fly)))
...     (on right (= fly (move fly (Position (uniformChoice (list 1 2)) 0)))))''')
>>> shown = [layer[0].frame[1] for layer, _ in zip(layers(fly, 1), range(4), strict=False)]
>>> [row.index("green") for row in shown]
[0, 2, 3, 4]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.frames import Grid, Partial, agrees
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program, read_program
from ..search.grid_moves import click_matters
from ..search.grid_states import Places, state_key
from .space import Kept

STATES = 40_000
"""The states that the layers of one world may hold."""


@dataclass(frozen=True, slots=True)
class Place:
    """A state with its frame and the way to it: as few steps as any, and of those with the fewest actions."""

    snapshot: Snapshot
    frame: Grid
    way: tuple[Action, ...]
    actions: int
    """How many steps of the way are not ``noop``."""


@dataclass(frozen=True)
class Drawn:
    """A plan of the least number of steps, with the fewest actions of such plans; ``states`` were met."""

    plan: tuple[Action, ...]
    actions: int
    states: int


def shortest_drawn(program: Program, goal: Partial, rng_seed: int, *, limit: int) -> Drawn | None:
    """The shortest plan as the seed draws; None where none is found within the limit of states.

    None too where the initial frame, which does not count, shows the goal.
    """
    states = 0
    for layer in layers_of(program.text, rng_seed):
        states += len(layer)
        if states > limit:
            return None
        shows = [place for place in layer if agrees(place.frame, goal)]
        if shows:
            best = min(shows, key=lambda place: place.actions)
            return Drawn(best.way, best.actions, states) if best.way else None
    return None


@lru_cache(1)
def layers_of(text: str, rng_seed: int) -> Kept[list[Place]]:
    """The layers of a program's text, kept until another one is asked for."""
    return Kept(layers(read_program(text), rng_seed))


def layers(program: Program, rng_seed: int, *, limit: int = STATES) -> Iterator[list[Place]]:
    """The states layer by layer, as long as the limit holds whole ones; AutumnError where a step fails."""
    machine = Machine(program, rng_seed)
    layer = {_key(machine): Place(machine.snapshot(), machine.frame(), (), 0)}
    met: set[Hashable] = set(layer)
    while layer:
        yield list(layer.values())
        found: dict[Hashable, Place] = {}
        for place in layer.values():
            for action, after in _moves(machine, place.snapshot):
                machine.restore(after)
                key = _key(machine)
                actions = place.actions + (action != NOOP)
                if key not in met and (key not in found or actions < found[key].actions):
                    found[key] = Place(after, machine.frame(), (*place.way, action), actions)
            if len(met) + len(found) > limit:
                return
        met.update(found)
        layer = found


def _moves(machine: Machine, here: Snapshot) -> Iterator[tuple[Action, Snapshot]]:
    """The keys, and one click of each class of clicks that act alike as the seed draws."""
    for action in (NOOP, LEFT, RIGHT, UP, DOWN):
        yield action, _stepped(machine, here, action)[0]
    size, each = range(machine.program.grid_size), click_matters(machine.program)
    waiting = [(x, y) for y in size for x in size]
    while waiting:
        first = waiting[0]
        after, compared = _stepped(machine, here, click(*first))
        yield click(*first), after
        alike = [(places, first in places) for places in compared]
        waiting = [
            cell
            for cell in waiting[1:]
            if each or any((cell in places) != inside for places, inside in alike)
        ]


def _stepped(machine: Machine, here: Snapshot, action: Action) -> tuple[Snapshot, list[Places]]:
    """The state after a step, and every set of places that its click was compared with."""
    machine.restore(here)
    probe: list[Places] = []
    machine.runtime.probe = probe
    try:
        machine.step(action)
    finally:
        machine.runtime.probe = None
    return machine.snapshot(), probe


def _key(machine: Machine) -> Hashable:
    return state_key(machine), machine.rng_state
