"""`lower_bound`: no plan is shorter than a given length, now and after certain actions.

Body: ``bound`` d; ``after``, applicable actions; ``nodes``, the number of states the prover entered.  Stated
is that no plan from the initial state, and none from the state after each listed action, is shorter than d.

Rule: the checker proves it again by its own search.  A state with k actions left is refuted when it is no
goal state and either its landmark-cut estimate (admissible: ``estimate``) exceeds k or all its successors
are refuted with k - 1 left.  The roots have d - 1 actions left.  States are taken by falling k, so each is
entered once, with the largest k that it is reached with; one that is reached again with no more, or whose
image under interchanging objects was (``symmetry``), needs no second refutation: the distance to the goal
is the same.  Layers end at the latest with k = 0: only goal states have an estimate of 0.

Effort: at most 20 * nodes + 10000 states; beyond that the bound counts as not proven.
"""

from collections.abc import Hashable

from ...fields import Stated, count, exactly, listing, name
from ...refused import RefusedError
from ..estimate import Estimate
from ..knowledge import Knowledge
from ..search import grouped
from ..symmetry import Symmetry

MAX_STATES = 2_000_000
"""The most states that the checker enters at all."""
BODY = exactly(bound=count, after=listing(name), nodes=count)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Prove the bound again and record it."""
    model = knowledge.model
    roots, applicable = [model.init], {move.name: move for move in knowledge.applicable_now}
    for action in stated.after:
        if action not in applicable:
            raise RefusedError(f"{name}: {action} is not applicable in the initial state")
        roots.append(model.init & ~applicable[action].delete | applicable[action].add)
    if model.goal is not None and stated.bound > 0:
        _refute(knowledge, name, roots, model.goal, stated)
    for action in ("", *stated.after):
        knowledge.at_least(action, stated.bound, name)


def _refute(knowledge: Knowledge, name: str, roots: list[int], goal: int, stated: Stated) -> None:
    model = knowledge.model
    estimate, symmetry = Estimate(model, model.closure()[1]), Symmetry(knowledge.world, model)
    groups, budget = grouped(model.moves), min(20 * stated.nodes + 10_000, MAX_STATES)
    entered: set[Hashable] = set()
    left, layer = stated.bound - 1, dict.fromkeys(roots)
    while layer:
        successors: dict[int, None] = {}
        for state in layer:
            key = symmetry.key(state)
            if key in entered:
                continue
            entered.add(key)
            if len(entered) > budget:
                raise RefusedError(f"{name}: not proven again within the stated effort ({budget} states)")
            if not goal & ~state:
                steps = stated.bound - 1 - left
                raise RefusedError(f"{name}: there is a plan of {steps} actions from a listed state")
            if estimate.exceeds(state, left):
                continue
            for watched, members in groups:
                if not watched & ~state:
                    for pre, keep, add, _ in members:
                        if not pre & ~state:
                            successors[state & keep | add] = None
        left, layer = left - 1, successors
    knowledge.spend(name, len(entered))
