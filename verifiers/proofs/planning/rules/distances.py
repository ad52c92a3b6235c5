"""`distances`: the optimal cost of the state and of each successor, from the whole state space.

Body: ``states`` (how many are reachable) and ``h``, the length of a shortest plan, null if there is none.

Rule: the checker explores the space itself and computes the distance of every state to the nearest goal state
by breadth-first search against the edges; no plan leaves the space, so these are the optimal costs.
"""

from __future__ import annotations

from types import SimpleNamespace

from ...fields import count, exactly, optional
from ...refused import RefusedError
from ..knowledge import Knowledge
from ..search import Space, explore

BODY = exactly(states=count, h=optional(count))


def check(knowledge: Knowledge, name: str, stated: SimpleNamespace) -> None:
    """Recompute the distances and record those of the initial state and of its successors."""
    model = knowledge.model
    space = explore(name, model, model.moves, stated.states, edges=True)
    knowledge.spend(name, stated.states)
    distance = _to_goal(space, model.goal)
    if stated.h != distance[0]:
        raise RefusedError(f"{name}: h* = {stated.h} is stated, {distance[0]} is right")
    number = {state: position for position, state in enumerate(space.states)}
    after = {
        move.name: distance[number[model.init & ~move.delete | move.add]] for move in knowledge.applicable_now
    }
    knowledge.space = (space, name)
    knowledge.exact = (stated.h, after, name)


def _to_goal(space: Space, goal: int | None) -> list[int | None]:
    """For every state the number of actions to the nearest goal state; None where there is none."""
    distance: list[int | None] = [None] * len(space.states)
    if goal is None:
        return distance
    entering: list[list[int]] = [[] for _ in space.states]
    for source, target in zip(space.sources, space.targets, strict=True):
        entering[target].append(source)
    layer, depth = [number for number, state in enumerate(space.states) if not goal & ~state], 0
    while layer:
        reached = []
        for number in layer:
            if distance[number] is None:
                distance[number] = depth
                reached += entering[number]
        layer, depth = reached, depth + 1
    return distance
