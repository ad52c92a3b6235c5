"""Breadth-first exploration of a whole space of states, within a stated number of states."""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from .refused import refuse

MAX_STATES = 1_500_000  # the largest space that the checker explores at all
State = TypeVar("State", bound=Hashable)


class Edges(NamedTuple):
    """Edge k leads from state ``sources[k]`` to state ``targets[k]``."""

    sources: "array[int]"
    targets: "array[int]"

    def layers(self, goals: Iterable[int]) -> Iterator[set[int]]:
        """The states by their distance to the nearest goal, from 0 on: repeated steps against the edges."""
        entering: dict[int, list[int]] = {}
        for source, target in zip(*self, strict=True):
            entering.setdefault(target, []).append(source)
        layer = set(goals)
        seen = set(layer)
        while layer:
            yield layer
            layer = {source for target in layer for source in entering.get(target, ())} - seen
            seen |= layer


def explore(
    name: str, start: State, after: Callable[[State], Iterable[State]], states: int, *, edges: bool = True
) -> tuple[list[State], Edges]:
    """All states that can be reached, in the order met; RefusedError when they are more than stated."""
    many = f"{name}: {states} states are stated, the checker explores at most {MAX_STATES}"
    refuse(states > MAX_STATES, many)
    number, reached = {start: 0}, [start]
    found = Edges(array("i"), array("i"))
    for source, state in enumerate(reached):
        for successor in after(state):
            target = number.setdefault(successor, len(reached))
            if target == len(reached):
                refuse(target >= states, f"{name}: more than the stated {states} states are reachable")
                reached.append(successor)
            if edges and target != source:
                found.sources.append(source)
                found.targets.append(target)
    return reached, found
