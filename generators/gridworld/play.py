"""Random play of a grid world, and the runs that questions are made of.

The random player is the paper's: each turn one of six kinds of action (``noop``, four arrows, click), all
equally likely; its clicks here fall on a drawn cell three times out of four.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from ...verifiers.gridworld.support import frames_of
from ..rng import Rng


@dataclass(frozen=True)
class PlayedRun:
    """Actions and the frames before, between and after them."""

    actions: tuple[Action, ...]
    frames: tuple[Grid, ...]


def random_action(machine: Machine, rng: Rng) -> Action:
    """What the random player does in the present state."""
    kind = rng.below(6)
    if kind < 5:
        return (NOOP, LEFT, RIGHT, UP, DOWN)[kind]
    size = machine.program.grid_size
    grid = range(size)
    shown = sorted({(cell.x, cell.y) for cell in machine.elements() if cell.x in grid and cell.y in grid})
    if shown and rng.below(4):
        return click(*rng.choice(shown))
    return click(rng.below(size), rng.below(size))


def random_run(program: Program, rng_seed: int, steps: int, rng: Rng) -> PlayedRun:
    """A run of the random player; AutumnError where the world fails."""
    machine = Machine(program, rng_seed)
    taken, frames = [], [machine.frame()]
    for _ in range(steps):
        taken.append(random_action(machine, rng))
        machine.step(taken[-1])
        frames.append(machine.frame())
    return PlayedRun(tuple(taken), tuple(frames))


def replayed(program: Program, rng_seed: int, actions: Iterable[Action]) -> PlayedRun:
    """The run of given actions."""
    taken = tuple(actions)
    return PlayedRun(taken, tuple(frames_of(program, rng_seed, taken)))
