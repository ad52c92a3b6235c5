"""The landmark-cut heuristic, an admissible estimate of the number of actions to the goal.

Helmert and Domshlak (Landmarks, critical paths and abstractions, ICAPS 2009).  While the goal's hmax value is
positive: let each action be supported by a precondition of the largest hmax value; the goal zone is what
reaches the goal over supported edges of cost 0; the cut is the actions on edges that lead into the zone from
what the state reaches outside it.  Every relaxed plan uses an action of the cut, so its cost (1) is counted
once and the actions in it are free from then on.  No action is counted twice; hence the sum is admissible.
Where the product is installed, numba may compile the same text.

``tables`` holds four relations, two sequences each: which facts an action needs, which it adds, which actions
use a fact, which add it.  Row i of a relation (at, items) is ``items[at[i] : at[i + 1]]``.  To the facts of
the model come one that always holds and, last, one for the whole goal, to which the last action leads, at no
cost.  Stacks of ints begin with a 0 that is never popped, so that their type is known when empty.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from .. import core
from .model import Model, Move, ones

INFINITE = 1 << 30


class Estimate:
    """The landmark-cut value of states of a model whose goal lies inside the closure."""

    def __init__(self, model: Model, moves: Sequence[Move]):
        true, goal = len(model.facts), len(model.facts) + 1
        needed = [list(ones(move.pre)) or [true] for move in moves] + [list(ones(model.goal or 0)) or [true]]
        added = [list(ones(move.add & ~move.pre)) for move in moves] + [[goal]]
        users, adders = (list[list[int]]([] for _ in range(goal + 1)) for _ in range(2))
        for rows, holding in ((needed, users), (added, adders)):
            for action, fact in ((action, fact) for action, facts in enumerate(rows) for fact in facts):
                holding[fact].append(action)
        tables: list[Any] = []
        for relation in (needed, added, users, adders):
            tables += [0, *accumulate(map(len, relation))], [item for row in relation for item in row]
        self._tables, self._true, self._actions, self._work = tuple(tables), true, len(moves), 0
        self._run: Callable[..., int] = landmark_cut
        self._array: Callable[[list[int]], Any] = list

    def exceeds(self, state: int, limit: int) -> bool:
        """Whether the estimate of a state is above the limit."""
        self._work += self._actions
        plain = core.installed is not None and self._run is landmark_cut
        if plain and (fast := core.installed.compiled(landmark_cut, self._work)):
            self._run, self._array = fast
            self._tables = tuple(self._array(table) for table in self._tables)
        facts = self._array([*ones(state), self._true])
        return self._run(facts, self._tables, min(limit, INFINITE - 2)) > limit


def landmark_cut(state: Any, tables: Any, limit: int) -> int:
    """The estimate for a state (a sequence of facts), or ``limit`` + 1 once it exceeds the limit.

    INFINITE when even the delete relaxation does not reach the goal.
    """
    cost = [1] * (len(tables[0]) - 1)
    cost[len(cost) - 1] = 0
    for estimate in range(limit + 1):
        value, supporter = hmax(state, tables, cost)
        if value == INFINITE:
            return INFINITE
        if value == 0:
            return estimate
        free_the_cut(state, tables, cost, supporter)
    return limit + 1


def hmax(state: Any, tables: Any, cost: Any) -> tuple[int, Any]:
    """The goal fact's hmax value, and for each action a precondition of the largest one (-1: never met)."""
    needed_at, _, added_at, added, users_at, users = tables[:6]
    value = [INFINITE] * (len(users_at) - 1)
    missing = [needed_at[action + 1] - needed_at[action] for action in range(len(cost))]
    supporter = [-1] * len(cost)
    now, later, depth = [0], [0], 0
    for fact in state:
        value[fact] = 0
        now.append(fact)
    while len(now) + len(later) > 2:
        if len(now) == 1:
            now, later, depth = later, now, depth + 1
        fact = now.pop()
        if value[fact] < depth:
            continue  # it was reached at less cost meanwhile
        for action in users[users_at[fact] : users_at[fact + 1]]:
            missing[action] -= 1
            if missing[action] == 0:
                supporter[action] = fact
                for effect in added[added_at[action] : added_at[action + 1]]:
                    if depth + cost[action] < value[effect]:
                        value[effect] = depth + cost[action]
                        if cost[action] == 0:
                            now.append(effect)
                        else:
                            later.append(effect)
    return value[len(value) - 1], supporter


def free_the_cut(state: Any, tables: Any, cost: Any, supporter: Any) -> None:
    """Set the cost of the actions to 0 that lead into the goal zone from what the state reaches outside."""
    _, _, added_at, added, users_at, users, adders_at, adders = tables
    goal = len(adders_at) - 2
    zone, before = [False] * (goal + 1), [False] * (goal + 1)
    stack = [0, goal]
    zone[goal] = True
    while len(stack) > 1:
        fact = stack.pop()
        for action in adders[adders_at[fact] : adders_at[fact + 1]]:
            source = supporter[action]
            if cost[action] == 0 and source >= 0 and not zone[source]:
                zone[source] = True
                stack.append(source)
    for fact in state:
        before[fact] = True
        stack.append(fact)
    while len(stack) > 1:
        fact = stack.pop()
        for action in users[users_at[fact] : users_at[fact + 1]]:
            if supporter[action] == fact:
                for effect in added[added_at[action] : added_at[action + 1]]:
                    if zone[effect]:
                        cost[action] = 0
                    elif not before[effect]:
                        before[effect] = True
                        stack.append(effect)
