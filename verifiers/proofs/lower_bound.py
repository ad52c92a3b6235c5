"""`lower_bound`: no plan is shorter than a given length, now and after certain actions.

Body: ``bound`` d; ``after``, applicable actions; ``nodes``, the number of states the prover entered.  Stated
is that no plan from the initial state, and none from the state after each listed action, is shorter than d.

Rule: the checker proves it again by its own search.  A state with k actions left is refuted when it is no
goal state and either its landmark-cut estimate (admissible) exceeds k or all its successors are refuted
with k - 1 left.  The roots have d - 1 actions left.  States are taken by falling k, so each is entered once,
with the largest k that it is reached with; one that is reached again with no more, or whose image under
interchanging objects was (see `symmetry`), needs no second refutation: the distance to the goal is the
same.  Layers end at the latest with k = 0, where a state that is no goal state has an estimate above 0.

Effort: at most 20 * nodes + 10000 states; beyond that the bound counts as not proven.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Name, read
from .knowledge import Knowledge
from .lmcut import Estimate
from .model import relaxed_reachable
from .runs import find
from .search import grouped
from .symmetry import Symmetry

MAX_STATES = 2_000_000
"""The most states that the checker enters at all."""


class LowerBound(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    bound: Count
    after: list[Name]
    nodes: Count


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Prove the bound again and record it."""
    body, model = read(what, LowerBound, data), knowledge.model
    roots = [model.init]
    for name in body.after:
        move = find(knowledge, what, name)
        if move.pre & ~model.init:
            missing = model.first(move.pre & ~model.init)
            raise CertificateError(f"{what}: {name} is not applicable: {missing} is false")
        roots.append(model.init & ~move.delete | move.add)
    if model.goal is not None and body.bound > 0:
        _refute(knowledge, what, roots, body)
    knowledge.bound = max(knowledge.bound, body.bound)
    for name in body.after:
        knowledge.bound_after[name] = max(knowledge.bound_after.get(name, 0), body.bound)


def _refute(knowledge: Knowledge, what: str, roots: list[int], body: LowerBound) -> None:
    model = knowledge.model
    goal = model.goal or 0
    estimate = Estimate(model, relaxed_reachable(model)[1])
    symmetry = Symmetry(knowledge.world, model)
    groups = grouped(model.moves)
    budget = min(20 * body.nodes + 10_000, MAX_STATES)
    entered: set[Hashable] = set()
    left, layer = body.bound - 1, dict.fromkeys(roots)
    while layer:
        successors: dict[int, None] = {}
        for state in layer:
            key = symmetry.key(state)
            if key in entered:
                continue
            entered.add(key)
            if len(entered) > budget:
                raise CertificateError(f"{what}: not proven again within the stated effort ({budget} states)")
            if not goal & ~state:
                raise CertificateError(
                    f"{what}: there is a plan of {body.bound - 1 - left} actions from a listed state"
                )
            if estimate.exceeds(state, left):
                continue
            for watched, members in groups:
                if not watched & ~state:
                    for pre, keep, add, _ in members:
                        if not pre & ~state:
                            successors[state & keep | add] = None
        left, layer = left - 1, successors
    knowledge.spend(what, len(entered))
