"""What can be done in a state: every action, clicks that act alike taken once.

A step can tell one click from another only by ``clicked``, which compares the click with the cells of
objects, and by the variable ``click``.  In a program that does not mention the latter, two clicks on which
all those comparisons agree take the very same way through the step; so one of them stands for both.  The
comparisons are taken down while the step runs, in every random branch of it.

>>> from certwright.domains.gridworld.machine import Machine
>>> from certwright.domains.gridworld.program import read_program
>>> lamp = Machine(read_program('''(program (= GRID_SIZE 3) (object Lamp (: lit Bool) (Cell 0 0 "gold"))
...     (= lamp (initnext (Lamp false (Position 1 1)) (prev lamp)))
...     (on (clicked lamp) (= lamp (updateObj lamp "lit" true))))'''))
>>> [str(move.action) for move in moves(lamp)]
['noop', 'left', 'right', 'up', 'down', 'click 0 0', 'click 1 1']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.checks import reads_click
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from .grid_states import Outcomes, compared, successors


@dataclass(frozen=True, slots=True)
class Move:
    """An action and the states it may lead to; it stands for all clicks that act like it."""

    action: Action
    outcomes: Outcomes


Place = tuple[int, int]
"""Column and row of a cell."""


def moves(machine: Machine) -> list[Move]:
    """The moves of the present state: noop, arrows, and one click of each class, the first by row and column.

    Raises LimitError where a step has too many random outcomes, AutumnError where one fails.
    """
    found = [Move(action, successors(machine, action)) for action in (NOOP, LEFT, RIGHT, UP, DOWN)]
    return found + [Move(click(*place), outcomes) for place, outcomes in _classes(machine)[0]]


def alike(machine: Machine) -> dict[Place, Place]:
    """For each cell the first one, by row and column, a click on which acts alike in the present state."""
    return _classes(machine)[1]


def _classes(machine: Machine) -> tuple[list[tuple[Place, Outcomes]], dict[Place, Place]]:
    """The first cell of each class with what a click on it leads to, and the class of every cell."""
    size = machine.program.grid_size
    waiting: dict[Place, None] = {(x, y): None for y in range(size) for x in range(size)}
    if click_matters(machine.program):
        return [(place, successors(machine, click(*place))) for place in waiting], {at: at for at in waiting}
    found: list[tuple[Place, Outcomes]] = []
    first: dict[Place, Place] = {}
    while waiting:
        place = next(iter(waiting))
        outcomes, sets = compared(machine, click(*place))
        agreed = [(places, place in places) for places in sets]
        for other in [
            other for other in waiting if all((other in places) == here for places, here in agreed)
        ]:
            del waiting[other]
            first[other] = place
        found.append((place, outcomes))
    return found, first


@lru_cache(256)
def click_matters(program: Program) -> bool:
    """Whether the program mentions the variable ``click``."""
    return any(reads_click(statement) for statement in program.statements)
