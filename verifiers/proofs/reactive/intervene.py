"""`intervene` (GF-01): a valid certificate of least cost, that cost, and how many valid ones there are.

``cheapest`` is the least (timesteps, atoms) of a set that brings the effect about with at most as many
atoms as the query allows, null when none does; ``example`` has that cost, null where it takes more
timesteps than are allowed; ``count`` counts the valid certificates within both budgets, null when it is not
known.  One claim each.
"""

from typing import Any

from ..claims import Ledger
from ..fields import Stated, constant, count, exactly, listing, optional
from ..refused import RefusedError, refuse
from ..tasks import discharging
from .knowledge import Knowledge
from .question import asks, atoms
from .rules.counting import number


def _pair(place: str, value: Any) -> tuple[int, int]:
    listed = listing(count, 2)(place, value)
    refuse(len(listed) != 2, f"{place}: timesteps and atoms were expected")
    return listed[0], listed[1]


def _whole(knowledge: Knowledge, query: Stated, stated: Stated, ledger: Ledger) -> None:
    """Hold example, cost and count against what the certificates establish."""
    within = stated.cheapest is not None and stated.cheapest[0] <= query.budget_timestep
    if (stated.example is not None) != within:
        raise RefusedError("truth example: there is one exactly when the least cost is within the budget")
    _example(knowledge, stated, ledger)
    cost = "nothing brings the effect about"
    if stated.cheapest is not None:
        cost = "nothing that brings the effect about costs less than {} timesteps and {} atoms".format(
            *stated.cheapest
        )
    if knowledge.bounded and knowledge.cost != stated.cheapest:
        raise RefusedError(f"the least cost: the record says {stated.cheapest}, {knowledge.cost} is proven")
    ledger.claim(cost, True, True if knowledge.bounded else None, knowledge.bounded)
    total = None if knowledge.counts is None else str(sum(knowledge.counts))
    sentence = f"there are {str(stated.count)[:60]} valid certificates within the budgets"
    ledger.quantity(sentence, stated.count, total, "counting")


def _example(knowledge: Knowledge, stated: Stated, ledger: Ledger) -> None:
    if stated.example is None:
        sentence = "no certificate is within the budgets"
        ledger.claim(sentence, True, True if knowledge.bounded else None, knowledge.bounded)
        return
    question = knowledge.question
    cells = question.cells("truth example", stated.example, actual=False)
    cost = (len({step for step, _, _ in stated.example}), len(stated.example))
    refuse(cost != stated.cheapest, f"truth example: it costs {cost}, {stated.cheapest} is stated")
    if cost[1] > question.budget[1]:
        raise RefusedError(f"truth example: {cost[1]} atoms, the budget is {question.budget[1]}")
    carrier = knowledge.valid.get(cells, "")
    sentence = f"changing {question.text(cells)} brings the effect about, and each of these changes is needed"
    ledger.claim(sentence, True, True if carrier else None, carrier)


_QUERY = asks("trace", "effect", "mode", "budget_timestep", "budget_atoms")
_TRUTH = exactly(
    kind=constant("certificates"), count=optional(number), cheapest=optional(_pair), example=optional(atoms)
)
discharge = discharging(_QUERY, _TRUTH, _whole, wholes=("gen", "episode"))
