"""``policy`` {steps, states}: within how many steps a policy shows the goal whatever is drawn.

Rule.  Rank 0 have the states that show the goal; a state has rank k when some action leads, by whatever
draws, to states of rank below k, and no smaller rank.  The rank of the initial state, whose own frame does
not count, is the least number within which a policy surely shows the goal (strong planning; Cimatti, Pistore,
Roveri & Traverso, AIJ 147, 2003).

With ``steps`` null the initial state has no rank: no policy is sure within any number of steps.  Sound, since
the whole space is here and the ranks are a least fixed point.
"""

from __future__ import annotations

from ...fields import integer, optional, record
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..search import sure_rank

_BODY = record(steps=optional(integer(1, 10**6)), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish the rank of the initial state, or that it has none."""
    knowledge.expect("policy", "planning")
    stated, asked = _BODY(name, body), knowledge.question
    world = knowledge.searched(asked.program)
    rank = sure_rank(world, asked.rng_seed, asked.goal, bound(stated.states))
    if rank != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the least number is {rank}")
    knowledge.policy, knowledge.no_policy = rank, rank is None
