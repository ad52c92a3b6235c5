"""The landmark-cut heuristic, an admissible estimate of the number of actions to the goal.

Helmert and Domshlak (Landmarks, critical paths and abstractions, ICAPS 2009).  While the goal's hmax value is
positive: let each action be supported by a precondition of the largest hmax value; the goal zone is what
reaches the goal over supported edges of cost 0; the cut is the actions on edges that lead into the zone from
what the state reaches outside it.  Every relaxed plan uses an action of the cut, so its cost (1) is counted
once and the actions in it are free from then on.  No action is counted twice; hence the sum is admissible.
Where the product is installed, numba may compile the same text.

``tables`` holds four relations, two sequences each: which facts an action needs, which it adds, which actions
use a fact, which add it.  Row i of a relation (at, items) is ``items[at[i] : at[i + 1]]``.  Facts are
numbered as in the model; one more always holds, and the last, the goal fact, stands for the whole goal.  The
last action is the artificial one, of cost 0, that turns the goal facts into it; all others cost 1 until a cut
makes them free.  Stacks of ints begin with a 0 that is never popped, so that their type is known when empty.
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
        rows = (needed, added, _inverse(needed, goal + 1), _inverse(added, goal + 1))
        self._tables: tuple[Any, ...] = tuple(table for row in rows for table in _flat(row))
        self._true, self._actions, self._work = true, len(moves), 0
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


def _inverse(rows: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """For every item the numbers of the rows that hold it."""
    holding: list[list[int]] = [[] for _ in range(size)]
    for number, row in enumerate(rows):
        for item in row:
            holding[item].append(number)
    return holding


def _flat(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Rows one after the other: where each starts, and all items."""
    return [0, *accumulate(map(len, rows))], [item for row in rows for item in row]


def landmark_cut(state: Any, tables: Any, limit: int) -> int:
    """The estimate for a state (a sequence of facts), or ``limit`` + 1 once it exceeds the limit.

    INFINITE when even the delete relaxation does not reach the goal.
    """
    facts, actions = len(tables[4]) - 1, len(tables[0]) - 1
    cost = [1] * actions
    cost[actions - 1] = 0
    estimate = 0
    while estimate <= limit:
        value, supporter = hmax(state, tables, cost)
        if value[facts - 1] == INFINITE:
            return INFINITE
        if value[facts - 1] == 0:
            break
        estimate += 1
        if estimate <= limit:
            zone = goal_zone(tables, cost, supporter)
            free_the_cut(state, tables, cost, supporter, zone)
    return estimate


def hmax(state: Any, tables: Any, cost: Any) -> tuple[Any, Any]:
    """Each fact's hmax value, and for each action a precondition of the largest one (-1: never met)."""
    needed_at, _, added_at, added, users_at, users = tables[:6]
    actions = len(needed_at) - 1
    value = [INFINITE] * (len(users_at) - 1)
    missing = [needed_at[action + 1] - needed_at[action] for action in range(actions)]
    supporter = [-1] * actions
    now, later, depth = [0], [0], 0
    for fact in state:
        value[fact] = 0
        now.append(fact)
    while len(now) > 1:
        while len(now) > 1:
            fact = now.pop()
            if value[fact] != depth:
                continue  # it was reached at less cost meanwhile
            for action in users[users_at[fact] : users_at[fact + 1]]:
                missing[action] -= 1
                if missing[action] == 0:
                    supporter[action] = fact
                    reached = depth + cost[action]
                    for effect in added[added_at[action] : added_at[action + 1]]:
                        if reached < value[effect]:
                            value[effect] = reached
                            if reached == depth:
                                now.append(effect)
                            else:
                                later.append(effect)
        now, later = later, now
        depth += 1
    return value, supporter


def goal_zone(tables: Any, cost: Any, supporter: Any) -> Any:
    """Which facts reach the goal fact over actions of cost 0, each an edge from its supporter."""
    adders_at, adders = tables[6:]
    zone = [False] * (len(adders_at) - 1)
    goal = len(zone) - 1
    zone[goal] = True
    stack = [0, goal]
    while len(stack) > 1:
        fact = stack.pop()
        for action in adders[adders_at[fact] : adders_at[fact + 1]]:
            source = supporter[action]
            if cost[action] == 0 and source >= 0 and not zone[source]:
                zone[source] = True
                stack.append(source)
    return zone


def free_the_cut(state: Any, tables: Any, cost: Any, supporter: Any, zone: Any) -> None:
    """Set the cost of all actions to 0 that lead into the zone from what the state reaches outside it."""
    _, _, added_at, added, users_at, users = tables[:6]
    before = [False] * len(zone)
    stack = [0]
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
