"""The checker's own walk through what luck allows: layers over every outcome, and a plan's exact odds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from ....domains.gridworld.actions import Action
from ....domains.gridworld.frames import Partial, agrees
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.program import Program
from .search import Layer, moves_of, showing, start, within


def possible_steps(program: Program, seed: int, goal: Partial, bound: int) -> int | None:
    """The least number of steps after which the goal may show, by whatever draws; None for no such."""
    machine, layer = start(program, seed)
    met, steps = set(layer), 0
    while layer:
        steps += 1
        found: Layer = {}
        for place in layer.values():
            for move in moves_of(machine, place):
                for _, outcome in move.outcomes:
                    machine.restore(outcome)
                    found.setdefault(machine.state_key(), outcome)
        if showing(machine, found, goal):
            return steps
        layer = {key: place for key, place in found.items() if key not in met}
        met.update(layer)
        within(len(met), bound)
    return None


def odds(program: Program, seed: int, plan: Sequence[Action], goal: Partial, bound: int) -> Fraction:
    """The probability that the goal shows after the last step of a plan, every draw uniform."""
    machine = Machine(program, seed)
    here: list[tuple[Fraction, Snapshot]] = [(Fraction(1), machine.snapshot())]
    for action in plan:
        gathered: dict[Hashable, list[tuple[Fraction, Snapshot]]] = {}
        for chance, place in here:
            machine.restore(place)
            for share, outcome in machine.successors(action):
                machine.restore(outcome)
                gathered.setdefault(machine.state_key(), []).append((chance * share, outcome))
        within(len(gathered), bound)
        here = [(sum((part for part, _ in parts), Fraction(0)), parts[0][1]) for parts in gathered.values()]
    return sum((chance for chance, place in here if _shows(machine, place, goal)), Fraction(0))


def _shows(machine: Machine, place: Snapshot, goal: Partial) -> bool:
    machine.restore(place)
    return agrees(machine.frame(), goal)
