"""``policy`` {steps, states}: within how many steps a policy shows the goal whatever is drawn.

Rule.  Rank 0 have the states that show the goal; a state has rank k when some action leads, by whatever
draws, to states of rank below k, and no smaller rank.  The rank of the initial state, whose own frame does
not count, is the least number within which a policy surely shows the goal (strong planning; Cimatti, Pistore,
Roveri & Traverso, AIJ 147, 2003).

With ``steps`` null the initial state has no rank: no policy is sure within any number of steps.  Sound, since
the whole space is here and the ranks are a least fixed point.
"""

from ...fields import Stated, exactly, integer, optional
from ...refused import refuse
from ..knowledge import Knowledge
from ..world import Partial, World

BODY = exactly(steps=optional(integer(1, 10**6)), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish the rank of the initial state, or that it has none."""
    rank = sure_rank(*knowledge.sought("policy", stated))
    refuse(rank != stated.steps, f"{name}: steps is {stated.steps}, but the least number is {rank}")
    knowledge.facts["policy"] = rank


def sure_rank(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least k such that a policy shows the goal within k steps whatever is drawn; None for no such k."""
    ((initial, _),) = world.start(seed).items()
    known = {key: state for layer in world.layers(seed, bound, chance=True) for key, state in layer.items()}
    leads = {
        key: [frozenset(end for _, end, _ in move.ends) for move in world.moves(key, state)]
        for key, state in known.items()
    }
    reached = set(world.showing(known, goal)) - {initial}
    rank, size = 0, -1
    while initial not in reached and len(reached) != size:
        rank, size = rank + 1, len(reached)
        reached |= {
            key for key, ways in leads.items() if key not in reached and any(way <= reached for way in ways)
        }
    return rank if initial in reached else None
