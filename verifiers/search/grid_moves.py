"""What can be done in a state: every action, clicks that act alike taken once.

A step can tell one click from another only by ``clicked``, which compares it with the cells of objects, and
by the variable ``click``.  In a program without the latter, two clicks on which all those comparisons agree,
in every random branch of the step, act alike; so one of them stands for both.

>>> from certwright.domains.gridworld.machine import Machine
>>> from certwright.domains.gridworld.program import read_program
>>> lamp = Machine(read_program('''(program (= GRID_SIZE 3) (object Lamp (: lit Bool) (Cell 0 0 "gold"))
...     (= lamp (initnext (Lamp false (Position 1 1)) (prev lamp)))
...     (on (clicked lamp) (= lamp (updateObj lamp "lit" true))))'''))
>>> [str(move.action) for move in moves(lamp)]
['noop', 'left', 'right', 'up', 'down', 'click 0 0', 'click 1 1']
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ...domains.gridworld import tree
from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.checks import reads_click
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program
from .grid_states import Outcomes, Places, compared, successors


@dataclass(frozen=True, slots=True)
class Move:
    """An action and the states it may lead to; it stands for all clicks that act like it."""

    action: Action
    outcomes: Outcomes


Place = tuple[int, int]  # column and row of a cell
ARROWS = (LEFT, RIGHT, UP, DOWN)


def moves(machine: Machine) -> list[Move]:
    """The moves of the present state: noop, arrows, one click of each class, the first by row and column."""
    words_used, waited = named(machine.program), successors(machine, NOOP)
    moves = [Move(NOOP, waited)]
    for action in ARROWS:
        moves.append(Move(action, successors(machine, action) if action.name in words_used else waited))
    return moves + [Move(click(*place), outcomes) for place, outcomes in classes(machine)[0].items()]


def alike(machine: Machine) -> dict[Place, Place]:
    """For each cell the first one, by row and column, a click on which acts alike in the present state."""
    return classes(machine)[1]


def classes(machine: Machine) -> tuple[dict[Place, Outcomes], dict[Place, Place]]:
    """What a click on the first cell of each class leads to, and for every cell the first of its class."""
    size = machine.program.grid_size
    waiting = [(x, y) for y in range(size) for x in range(size)]
    if click_matters(machine.program):
        return {place: successors(machine, click(*place)) for place in waiting}, {at: at for at in waiting}
    outcomes: dict[Place, Outcomes] = {}
    first: dict[Place, Place] = {}
    while waiting:
        place = waiting[0]
        outcomes[place], sets = compared(machine, click(*place))
        same = agreeing(place, waiting, sets)
        first.update((other, place) for other in waiting if other in same)
        waiting = [other for other in waiting if other not in same]
    return outcomes, first


def agreeing(place: Place, cells: Iterable[Place], compared_with: Iterable[Places]) -> set[Place]:
    """The cells on which comparing a click with each set of places comes out as it does on one of them."""
    same = set(cells)
    for places in compared_with:
        if place in places:
            same.intersection_update(places)
        else:
            same.difference_update(places)
    return same


@lru_cache(256)
def named(program: Program) -> frozenset[str]:
    """The arrows that a program names, as variables or texts; others cannot be told from waiting."""
    parts = [part for statement in program.code.whole for part in tree.walk(statement)]
    words = {part.name for part in parts if isinstance(part, tree.Name)}
    words.update(part.value for part in parts if isinstance(part, tree.Constant) and type(part.value) is str)
    return frozenset(action.name for action in ARROWS if action.name in words)


@lru_cache(256)
def click_matters(program: Program) -> bool:
    """Whether the program mentions the variable ``click``."""
    return any(reads_click(statement) for statement in program.statements)
