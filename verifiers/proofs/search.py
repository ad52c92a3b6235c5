"""Breadth-first exploration of a whole space of states, within a stated number of states."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from .refused import refuse

MAX_STATES = 1_500_000  # the largest space that the checker explores at all
State = TypeVar("State", bound=Hashable)
Entering = list[list[int]]
"""For each state those from which an edge leads to it, by number."""


def explore(
    name: str, start: State, after: Callable[[State], Iterable[State]], states: int, *, edges: bool = True
) -> tuple[list[State], Entering]:
    """All states that can be reached, in the order met; RefusedError when they are more than stated."""
    many = f"{name}: {states} states are stated, the checker explores at most {MAX_STATES}"
    refuse(states > MAX_STATES, many)
    number, reached, entering = {start: 0}, [start], Entering([[]])
    for source, state in enumerate(reached):
        for successor in after(state):
            target = number.setdefault(successor, len(reached))
            if target == len(reached):
                refuse(target >= states, f"{name}: more than the stated {states} states are reachable")
                reached.append(successor)
                entering += [[]] if edges else []
            if edges and target != source:
                entering[target].append(source)
    return reached, entering


def layers(entering: Entering, goals: Iterable[int]) -> Iterator[set[int]]:
    """The states by their distance to the nearest goal, from 0 on: repeated steps against the edges."""
    layer = set(goals)
    seen = set(layer)
    while layer:
        yield layer
        layer = {source for target in layer for source in entering[target]} - seen
        seen |= layer
