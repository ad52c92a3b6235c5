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
from ..world import Partial, World, agrees, within
from .search import least_steps

BODY = exactly(steps=integer(1, 10**6), states=integer(1, 10**6), probability=string(2000))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the least number of steps that draws allow, and the odds of the plan."""
    world, seed, goal, states = knowledge.sought("luck", stated)
    plan = knowledge.stored
    likely = odds(knowledge.plain(knowledge.question.program), seed, plan, goal, states)
    refuse(stated.probability != str(likely), f"{name}: the plan shows the goal with probability {likely}")
    steps = least_steps(world, seed, goal, states, stated.steps, chance=True)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    if len(plan) != stated.steps or not likely:
        raise RefusedError(f"{name}: the stored plan cannot show the goal after {stated.steps} steps")
    knowledge.facts["luck"] = (stated.steps, likely)


def odds(world: World, seed: int, plan: Sequence[str], goal: Partial, bound: int) -> Fraction:
    """The probability that the goal shows after the last step of a plan, every draw uniform."""
    chances = {key: (Fraction(1), state) for key, state in world.start(seed).items()}
    for action in plan:
        after: dict[Hashable, tuple[Fraction, object]] = {}
        for chance, state in chances.values():
            for share, key, end in world.ends(state, action)[0]:
                after[key] = (after.get(key, (Fraction(0), end))[0] + chance * share, end)
        within(len(after), bound)
        chances = after
    shows = [chance for chance, state in chances.values() if agrees(world.machine.frame(state), goal)]
    return sum(shows, Fraction(0))
