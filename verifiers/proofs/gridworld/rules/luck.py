"""``luck`` {steps, states, probability}: what draws allow, and how likely the stored plan shows the goal.

Rule.  Layers over every outcome of every draw: the first that shows the goal has the least number of steps
that any draws allow (weak planning; Cimatti et al., AIJ 147, 2003).  The probability of the plan is added up
over all ways in which its draws turn out, each uniform and independent, in fractions, on the plain
interpreter.
"""

from __future__ import annotations

from ...fields import integer, record, string
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..questions import actions
from ..search import least_steps, odds

_BODY = record(steps=integer(1, 10**6), states=integer(1, 10**6), probability=string(2000))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish the least number of steps that draws allow, and the odds of the plan."""
    knowledge.expect("luck", "planning")
    stated, asked = _BODY(name, body), knowledge.question
    plan = actions("truth.plan", knowledge.plan)
    plain = knowledge.plain(asked.program)
    likely = odds(plain, asked.rng_seed, plan, asked.goal, bound(stated.states))
    if stated.probability != str(likely):
        raise RefusedError(f"{name}: the plan shows the goal with probability {likely}")
    world = knowledge.searched(asked.program)
    steps = least_steps(world, asked.rng_seed, asked.goal, bound(stated.states), chance=True)
    if steps != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the least number is {steps}")
    knowledge.least["possible"], knowledge.odds = stated.steps, likely
