"""``policy`` {steps, states}: within how many steps a policy shows the goal whatever is drawn.

Rule.  Rank 0 have the states that show the goal; a state has rank k when some action leads, by whatever
draws, to states of rank below k, and no smaller rank.  The rank of the initial state, whose own frame does
not count, is the least number within which a policy surely shows the goal (strong planning; Cimatti, Pistore,
Roveri & Traverso, AIJ 147, 2003).

With ``steps`` null the initial state has no rank: no policy is sure within any number of steps.  Sound, since
the whole space is here and the ranks are a least fixed point.
"""

from collections.abc import Hashable

from ...fields import Stated, exactly, integer, optional
from ...refused import refuse
from ..knowledge import Knowledge
from ..world import Partial, World, within

BODY = exactly(steps=optional(integer(1, 10**6)), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the rank of the initial state, or that it has none."""
    rank = sure_rank(*knowledge.sought("policy", stated))
    refuse(rank != stated.steps, f"{name}: steps is {stated.steps}, but the least number is {rank}")
    knowledge.facts["policy"] = rank


def sure_rank(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least k such that a policy shows the goal within k steps whatever is drawn; None for no such k."""
    waiting = [*world.start(seed).items()]
    initial, leads, reached = waiting[0][0], dict[Hashable, list[set[Hashable]]](), set[Hashable]()
    while waiting:
        key, state = waiting.pop()
        if key not in leads:
            moves = world.moves(key, state)
            leads[key] = [{end for _, end, _ in move.ends} for move in moves]
            within(len(leads), bound)
            waiting += [(after, end) for move in moves for _, after, end in move.ends if after not in leads]
            reached |= set(world.showing({key: state}, goal)) - {initial}
    rank, size = 0, -1
    while initial not in reached and len(reached) != size:
        rank, size = rank + 1, len(reached)
        reached |= {key for key, ways in leads.items() if any(way <= reached for way in ways)}
    return rank if initial in reached else None
