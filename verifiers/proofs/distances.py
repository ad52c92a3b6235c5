"""`distances`: the optimal cost of the state and of each successor, from the whole state space.

Body: ``states`` (how many are reachable) and ``h``, the length of a shortest plan, null if there is none.

Rule: the checker explores the space itself and computes the distance of every state to the nearest goal state
by breadth-first search against the edges; no plan leaves the space, so these are the optimal costs.
"""

from __future__ import annotations

from array import array
from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, read
from .knowledge import Knowledge
from .search import Space, explore


class Distances(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    states: Count
    h: Count | None


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Recompute the distances and record those of the initial state and of its successors."""
    body, model = read(what, Distances, data), knowledge.model
    space = explore(what, model, model.moves, body.states, edges=True)
    knowledge.spend(what, len(space.states))
    if len(space.states) != body.states:
        raise CertificateError(f"{what}: {body.states} states are stated, {len(space.states)} are reachable")
    distance = to_goal(space, model.goal)
    if body.h != distance[0]:
        raise CertificateError(f"{what}: h* = {body.h} is stated, {distance[0]} is right")
    number = {state: position for position, state in enumerate(space.states)}
    after = {
        move.name: distance[number[model.init & ~move.delete | move.add]] for move in knowledge.applicable_now
    }
    knowledge.space = space
    knowledge.exact = (body.h, after)


def to_goal(space: Space, goal: int | None) -> list[int | None]:
    """For every state the number of actions to the nearest goal state; None where there is none."""
    distance: list[int | None] = [None] * len(space.states)
    if goal is None:
        return distance
    entering = array("i", [-1]) * len(space.states)
    following = array("i", [-1]) * len(space.targets)
    for edge, target in enumerate(space.targets):
        following[edge] = entering[target]
        entering[target] = edge
    frontier = [number for number, state in enumerate(space.states) if not goal & ~state]
    depth = 0
    for number in frontier:
        distance[number] = 0
    while frontier:
        depth, layer = depth + 1, frontier
        frontier = []
        for target in layer:
            edge = entering[target]
            while edge >= 0:
                source = space.sources[edge]
                if distance[source] is None:
                    distance[source] = depth
                    frontier.append(source)
                edge = following[edge]
    return distance
