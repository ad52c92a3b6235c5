"""Ways through a state space: random walks, plans of our own in many variants, and states without a way out.

All of them work on a grounded task and return operator numbers.  Variants of a plan come from one greedy
search whose ties are broken by the order of the operators, which is shuffled; what is longer than
``BOUND`` times the shortest of the variants is put away, so their quality is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from ...domains.planning.strips import Task
from ...verifiers import searches
from ...verifiers.engines.kstar import top_quality
from ...verifiers.engines.outcome import Undecided
from ...verifiers.engines.query import Query
from ..rng import Rng

PLAN_STATES = 3_000  # states that one search for a variant may evaluate
QUICK_STATES = 500  # the same, and for a problem to be usable, where searches shall be short
BOUND = 2  # no variant is longer than this times the shortest
QUALITY, MOST, SECONDS = 1.2, 100, 120.0
"""Plans by K* are at most this many times as long as a shortest one, so many, and found within this time."""
DEAD_END_STATES = 400  # states evaluated to show that a state has no way to the goal


def shuffled(task: Task, rng: Rng) -> tuple[Task, list[int]]:
    """The task with its operators in drawn order, and the number that each had before."""
    order = rng.shuffle(range(len(task.operators)))
    return replace(task, operators=tuple(task.operators[number] for number in order)), order


def variants(task: Task, rng: Rng, count: int, limit: int = PLAN_STATES) -> list[list[int]]:
    """Up to ``count`` different plans of bounded quality from the initial state, each found within ``limit``
    states; none when none was found."""
    kept: list[list[int]] = []
    if not task.goal_possible:
        return kept
    for number in range(count):
        variant, order = shuffled(task, rng.fork("plan", number))
        plan = searches.Searcher.of(variant).search(task.goal, limit=limit).plan
        if plan is not None and (named := [order[step] for step in plan]) not in kept:
            kept.append(named)
    least = min(map(len, kept), default=0)
    return [plan for plan in kept if len(plan) <= BOUND * least]


def kstar_plans(task: Task, rng: Rng, count: int) -> list[list[int]]:
    """Up to ``count`` of the plans of top quality by K* (Katz, Lee and Sohrabi, 2023), drawn, as the paper
    took them; none where K* did not finish.

    Its version belongs in the manifest: another one may list plans in another order.
    """
    if not task.goal_possible:
        return []
    plans = top_quality(Query(task, deadline=SECONDS), quality=QUALITY, most=MOST)
    if isinstance(plans, Undecided):
        return []
    number = {operator.name: place for place, operator in enumerate(task.operators)}
    drawn = rng.sample(plans.plans, min(count, len(plans.plans)))
    return [[number[name] for name in plan] for plan in drawn]


def states_along(task: Task, plan: Sequence[int]) -> list[int]:
    """The states of a run, the initial one first."""
    operators = task.operators
    return list(accumulate(plan, lambda state, number: operators[number].apply(state), initial=task.init))


def walk(task: Task, rng: Rng, steps: int, state: int | None = None) -> tuple[list[int], list[int]]:
    """A random walk that avoids going back at once: its operators and its states, the first included. It ends
    early where no operator changes the state."""
    states = [task.init if state is None else state]
    taken: list[int] = []
    for _ in range(steps):
        last = states[-1]
        moves = [n for n, op in enumerate(task.operators) if op.applicable(last) and op.apply(last) != last]
        onward = [n for n in moves if task.operators[n].apply(last) not in states[-3:-1]]
        if not moves:
            break
        number = rng.choice(onward or moves)
        taken.append(number)
        states.append(task.operators[number].apply(last))
    return taken, states


def fall(task: Task, rng: Rng, searcher: searches.Searcher, steps: int) -> list[int] | None:
    """A random walk up to the first state that proves to be a dead end; None when none was met. Only states
    at a drawn handful of positions are asked, by bisection on the way back to the first."""
    _, states = walk(task, rng, steps)
    if len(states) < 2 or not dead(searcher, states[-1], task):
        return None
    low, high = 0, len(states) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if dead(searcher, states[middle], task) else (middle, high)
    return states[: high + 1]


def dead(searcher: searches.Searcher, state: int, task: Task) -> bool:
    """Whether greedy search exhausts what can be reached from the state without meeting the goal."""
    if task.goal & ~state == 0:
        return False
    return searcher.search(task.goal, states=[state], limit=DEAD_END_STATES).exhausted


def near_misses(task: Task, state: int) -> Iterator[int]:
    """The operators of which exactly one precondition is false in the state, in name order."""
    for number, operator in enumerate(task.operators):
        missing = operator.pre & ~state
        if missing and not missing & (missing - 1):
            yield number
