"""Real continuations of one run: the process that all six options of a masked frame come from.

From the last frame that is seen the world is played on, so many steps, in many ways.  All ways have one
*pattern*: at each step all of them wait, or all press some arrow, or all click one of the question's two
cells.  Which of six ends is the right one is drawn afterwards, so nothing that tells the options apart
without knowing the world (likeness to what was seen, to one another, symmetry) can tell the right one.

Some worlds go their way whatever is done for a few steps.  There the ways are *delays*: one way to play on,
after one step, two steps, and so on.
"""

from __future__ import annotations

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from ...instances.errors import AutumnError
from ..rng import Rng
from .play import Run, grid, random_action

DRAWS = 150
"""Ways of playing on that are tried."""
CELLS = 2
"""Cells that are clicked behind one mask."""
ARROWS = (LEFT, RIGHT, UP, DOWN)


def continuations(
    program: Program, rng_seed: int, run: Run, steps: int, rng: Rng
) -> list[tuple[Action, ...]]:
    """The actions of ways to play on, no two with one end; AutumnError where the run itself fails."""
    machine = Machine(program, rng_seed)
    for action in run.actions:
        machine.step(action)
    here = machine.snapshot()
    kinds = [rng.fork("kind", step).below(6) for step in range(steps)]
    cells = _cells(machine, rng.fork("cells"))
    ends: dict[Grid, tuple[Action, ...]] = {}
    for number in range(DRAWS):
        draws = rng.fork("way", number)
        way = tuple(_action(kind, cells, draws) for kind in kinds)
        machine.restore(here)
        try:
            for action in way:
                machine.step(action)
        except AutumnError:
            continue
        ends.setdefault(grid(machine), way)
    return list(ends.values())


def delays(program: Program, rng_seed: int, run: Run, steps: int, rng: Rng) -> list[tuple[Action, ...]]:
    """The beginnings of one way to play on, no two with one end."""
    machine = Machine(program, rng_seed)
    for action in run.actions:
        machine.step(action)
    way: tuple[Action, ...] = ()
    ends: dict[Grid, tuple[Action, ...]] = {}
    for _ in range(steps):
        way = (*way, random_action(machine, rng))
        machine.step(way[-1])
        ends.setdefault(grid(machine), way)
    return list(ends.values())


def _action(kind: int, cells: list[Action], rng: Rng) -> Action:
    """An action of a kind; the shares of the kinds are those of the random player."""
    if kind == 0:
        return NOOP
    return rng.choice(ARROWS) if kind < 5 else rng.choice(cells)


def _cells(machine: Machine, rng: Rng) -> list[Action]:
    """Two different clicks as the random player makes them."""
    found: list[Action] = []
    while len(found) < CELLS:
        action = random_action(machine, rng)
        if action.name == "click" and action not in found:
            found.append(action)
    return found
