"""`distances`: the optimal cost of the state and of each successor, from the whole state space.

Body: ``states`` (how many are reachable) and ``h``, the length of a shortest plan, null if there is none.

Rule: the checker explores the space itself and computes the distance of every state to the nearest goal state
by breadth-first search against the edges; no plan leaves the space, so these are the optimal costs.
"""

from ...fields import Stated, count, exactly, optional
from ...refused import RefusedError
from ..knowledge import NO_PLAN, Knowledge
from ..search import layers

BODY = exactly(states=count, h=optional(count))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Recompute the distances and record those of the initial state and of its successors."""
    model = knowledge.model
    space = knowledge.explore(name, stated.states, edges=True)
    goals = [n for n, state in enumerate(space.states) if model.goal is not None and not model.goal & ~state]
    distance: dict[int, int] = {}
    for depth, layer in enumerate(layers(space.sources, space.targets, goals)):
        distance.update(dict.fromkeys(layer, depth))
    if stated.h != distance.get(0):
        raise RefusedError(f"{name}: h* = {stated.h} is stated, {distance.get(0)} is right")
    number = {state: position for position, state in enumerate(space.states)}
    after = {move.name: number[model.init & ~move.delete | move.add] for move in knowledge.applicable_now}
    for action, position in {"": 0, **after}.items():
        knowledge.at_least(action, distance.get(position, NO_PLAN), name)
        if position in distance:
            knowledge.at_most(action, distance[position], name)
