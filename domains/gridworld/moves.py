"""What can be done in a state: every action, clicks that act alike taken once.

A step can tell one click from another only by ``clicked``, which compares the click with the cells of
objects, and by the variable ``click``.  In a program that does not mention the latter, two clicks on which
all those comparisons agree take the very same way through the step; so one of them stands for both.  The
comparisons are taken down while the step runs, in every random branch of it.

>>> from .machine import Machine
>>> from .program import read_program
>>> lamp = Machine(read_program('''(program (= GRID_SIZE 3) (object Lamp (: lit Bool) (Cell 0 0 "gold"))
...     (= lamp (initnext (Lamp false (Position 1 1)) (prev lamp)))
...     (on (clicked lamp) (= lamp (updateObj lamp "lit" true))))'''))
>>> [str(move.action) for move in moves(lamp)]
['noop', 'left', 'right', 'up', 'down', 'click 0 0', 'click 1 1']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from .liveness import reads_click
from .machine import Machine, Outcomes
from .program import Program


@dataclass(frozen=True, slots=True)
class Move:
    """An action and the states it may lead to; it stands for all clicks that act like it."""

    action: Action
    outcomes: Outcomes


def moves(machine: Machine) -> list[Move]:
    """The moves of the present state: noop, arrows, and one click of each class, the first by row and column.

    Raises LimitError where a step has too many random outcomes, AutumnError where one fails.
    """
    found = [Move(action, machine.successors(action)) for action in (NOOP, LEFT, RIGHT, UP, DOWN)]
    size = machine.program.grid_size
    waiting = {(x, y): None for y in range(size) for x in range(size)}
    if click_matters(machine.program):
        return found + [Move(click(x, y), machine.successors(click(x, y))) for x, y in waiting]
    while waiting:
        place = next(iter(waiting))
        outcomes, compared = machine.compared(click(*place))
        agreed = [(places, place in places) for places in compared]
        for other in [
            other for other in waiting if all((other in places) == here for places, here in agreed)
        ]:
            del waiting[other]
        found.append(Move(click(*place), outcomes))
    return found


@lru_cache(256)
def click_matters(program: Program) -> bool:
    """Whether the program mentions the variable ``click``."""
    return any(reads_click(statement) for statement in program.statements)
