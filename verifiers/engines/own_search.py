"""Our own searches behind the protocol of the planners: key ``search``, no external engine.

Breadth-first search over all states up to a bound on their number; beyond it greedy search may find some
plan.  Counts decide, so the deadline is not looked at.
"""

from ..search.explicit import explore
from ..search.greedy import Searcher
from .outcome import Answer, Proven, Undecided, Why, no_plan
from .query import Query, witnessed

KEY = "search"
STATES = 1_000_000  # states that an exploration may hold


def plan(query: Query) -> Answer:
    """The answer to a query; at most ``STATES`` states are stored."""
    cut, task, bound = query.cut(relevant=False), query.task, query.bound
    if not cut.possible:
        return Proven(KEY, no_plan(None), "an atom of the goal lies outside the delete relaxation")
    if not query.shortest:
        searcher, limit = Searcher.of(task), STATES // 100
        quick = searcher.search(cut.goal, states=[cut.init], without=query.without, limit=limit).plan
        if quick is not None:
            return witnessed(KEY, cut, [task.operators[number].name for number in quick])
    space = explore(task, limit=STATES, avoid=query.without, state=cut.init)
    state = space.find(cut.goal)
    if state is not None:
        # states are numbered in the order of their distance, so the first one that fits is nearest
        steps = [task.operators[number].name for number in space.path(state)]
        if bound is not None and len(steps) > bound:
            return Proven(KEY, no_plan(bound), f"the nearest goal state is {len(steps)} steps away", bound)
        return witnessed(KEY, cut, steps, bound=bound, optimal=True)
    if space.complete:
        return Proven(KEY, no_plan(None), f"none of {space.count} reachable states is a goal state")
    return Undecided(KEY, Why.LIMIT, f"no plan among the first {space.count} states")
