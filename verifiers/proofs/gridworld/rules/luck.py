"""``luck`` {steps, states, probability}: what draws allow, and how likely the stored plan shows the goal.

Rule.  Layers over every outcome of every draw: none before ``steps`` shows the goal, and the stored plan may
show it after so many (weak planning; Cimatti et al., AIJ 147, 2003).  The probability of the plan is added up
over all ways in which its draws turn out, each uniform and independent, in fractions, on the plain
interpreter.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction

from ...fields import Stated, exactly, integer, string
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from ..world import Partial, World, within
from .search import STEPS

BODY = exactly(steps=integer(1, 10**6), states=integer(1, 10**6), probability=string(2000))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps that draws allow, and the odds of the plan."""
    world, seed, goal, states = knowledge.sought("luck", stated)
    plan = knowledge.stored
    likely = odds(knowledge.plain(knowledge.question.program), seed, plan, goal, states)
    refuse(stated.probability != str(likely), f"{name}: the plan shows the goal with probability {likely}")
    steps = world.least(seed, goal, STEPS, stated.steps, states, chance=True)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    if len(plan) != stated.steps or not likely:
        raise RefusedError(f"{name}: the stored plan cannot show the goal after {stated.steps} steps")
    knowledge.facts["luck"] = (stated.steps, likely)


def odds(world: World, seed: int, plan: Sequence[str], goal: Partial, bound: int) -> Fraction:
    """The probability that the goal shows after the last step of a plan, every draw uniform."""
    layer = world.start(seed)
    chances: dict[Hashable, Fraction] = dict.fromkeys(layer, Fraction(1))
    for action in plan:
        ends = [(chances[key], world.ends(state, action)[0]) for key, state in layer.items()]
        layer = {key: end for _, each in ends for _, key, end in each}
        chances = dict.fromkeys(layer, Fraction(0))
        for chance, each in ends:
            for share, key, _ in each:
                chances[key] += chance * share
        within(len(layer), bound)
    return sum((chances[key] for key in world.showing(layer, goal)), Fraction(0))
