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
    shown = sorted({(cell.x, cell.y) for cell in machine.elements() if min(cell.x, cell.y) >= 0})
    shown = [(x, y) for x, y in shown if max(x, y) < size]
    if shown and rng.below(4):
        return click(*rng.choice(shown))
    return click(rng.below(size), rng.below(size))


def random_run(program: Program, rng_seed: int, steps: int, rng: Rng) -> PlayedRun:
    """A run of the random player; AutumnError where the world fails."""
    machine = Machine(program, rng_seed)
    return _run(machine, (random_action(machine, rng) for _ in range(steps)))


def replayed(program: Program, rng_seed: int, actions: Iterable[Action]) -> PlayedRun:
    """The run of given actions."""
    return _run(Machine(program, rng_seed), actions)


def _run(machine: Machine, actions: Iterable[Action]) -> PlayedRun:
    """The run of actions, each of which is asked for in the state that the ones before it lead to."""
    taken, frames = [], [machine.frame()]
    for action in actions:
        machine.step(action)
        taken.append(action)
        frames.append(machine.frame())
    return PlayedRun(tuple(taken), tuple(frames))
