"""Plans as the paper took them: those of top quality by K* (Katz, Lee and Sohrabi, 2023), when asked for.

K* must be installed, and its version belongs in the manifest: another one may list plans in another order.
"""

from __future__ import annotations

from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...verifiers.engines.kstar import top_quality
from ...verifiers.engines.outcome import Undecided
from ...verifiers.engines.query import Query
from ..rng import Rng

QUALITY = 1.2
"""Plans are at most this many times as long as a shortest one."""
MOST = 100
SECONDS = 120.0


def kstar_plans(task: Task, problem: Problem, rng: Rng, count: int) -> list[list[int]]:
    """Up to ``count`` of the plans of top quality, drawn; none where K* did not finish."""
    if not task.goal_possible:
        return []
    plans = top_quality(Query(task, deadline=SECONDS), quality=QUALITY, most=MOST)
    if isinstance(plans, Undecided):
        return []
    number = {operator.name: place for place, operator in enumerate(task.operators)}
    drawn = rng.sample(plans.plans, min(count, len(plans.plans)))
    return [[number[name] for name in plan] for plan in drawn]
