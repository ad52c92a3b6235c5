"""`cheapest`, body ``timesteps`` and ``atoms``, null when nothing works: the least cost of an intervention.

Costs are compared by timesteps, then by atoms, over the sets of at most as many atoms as the query allows.

Rule: forward, step by step, the checker computes for each node, over all flips so far that lead to it, the
pairs (timesteps, atoms) that no other such pair equals or betters in both; those with more atoms than are
allowed are dropped, for atoms never become fewer.  The least pair of an accepting node at the end must be the
stated one.  Sound, since each set of flips is one way through the nodes and a pair that is bettered in both
stays so whatever follows (Bellman).  A cheapest sufficient set is valid: every part of it costs less.
"""

from ...fields import Stated, count, exactly, optional
from ...refused import RefusedError
from ..knowledge import Knowledge
from ..question import Question

BODY = exactly(timesteps=optional(count), atoms=optional(count))
Front = dict[int, int]
"""For a number of timesteps, the least number of atoms."""


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Compute the least cost, and compare."""
    cost = least_cost(knowledge.question, name)
    if (stated.timesteps, stated.atoms) != (cost or (None, None)):
        raise RefusedError(
            f"{name}: ({stated.timesteps}, {stated.atoms}) is stated, the least (timesteps, atoms) is {cost}"
        )
    knowledge.bounded, knowledge.cost = name, cost


def least_cost(question: Question, what: str) -> tuple[int, int] | None:
    """The least (timesteps, atoms) of allowed flips that make the effect happen; None when none do."""
    product, (_, most) = question.product, question.budget
    fronts: dict[int, Front] = {0: {0: 0}}
    for table, letter in zip(product.tables, product.base, strict=True):
        after: dict[int, Front] = {}
        for node, front in fronts.items():
            question.spend(what, len(front) << question.inputs)
            row = table[node]
            for flips in range(len(row)):
                reached, changed = after.setdefault(row[letter ^ flips], {}), flips.bit_count()
                for steps, atoms in front.items():
                    place = steps + (flips > 0)
                    if atoms + changed <= min(most, reached.get(place, most)):
                        reached[place] = atoms + changed
        fronts = {node: thinned(front) for node, front in after.items() if front}
    ends = [cost for node, front in fronts.items() if product.accepting[node] for cost in front.items()]
    return min(ends, default=None)


def thinned(front: Front) -> Front:
    """Without the pairs that another one equals or betters in both.

    >>> thinned({1: 3, 2: 3, 3: 2})
    {1: 3, 3: 2}
    """
    kept: Front = {}
    for steps in sorted(front):
        if all(front[steps] < atoms for atoms in kept.values()):
            kept[steps] = front[steps]
    return kept
