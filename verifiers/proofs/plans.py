"""`plans`: action sequences that lead from the initial state to the goal.

Body: ``actions`` (texts) and ``plans``, lists of indices into them.

Rule: each action is applicable in its turn and the goal holds at the end.  Then a fact true in no state along
one of the plans is no landmark; the optimal cost is at most the length of the shortest; an action that starts
a plan of length d leads to a state from which the goal is d - 1 actions away at most; and every state along a
plan is reachable.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Name, read
from .knowledge import Knowledge
from .runs import apply, find


class Plans(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    actions: list[Name]
    plans: list[list[Count]]


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Replay every plan; record its states, its length and the facts along it."""
    body = read(what, Plans, data)
    model = knowledge.model
    moves = [find(knowledge, what, name) for name in body.actions]
    for number, plan in enumerate(body.plans):
        state = path = model.init
        knowledge.visit(state)
        for step, action in enumerate(plan):
            if action >= len(moves):
                raise CertificateError(f"{what} plan {number} step {step}: there is no action {action}")
            state = apply(knowledge, f"{what} plan {number} step {step}", moves[action], state)
            path |= state
            knowledge.visit(state)
        if model.goal is None:
            raise CertificateError(f"{what} plan {number}: the goal lies outside the delete-relaxed closure")
        if model.goal & ~state:
            missing = model.first(model.goal & ~state)
            raise CertificateError(f"{what} plan {number}: the goal {missing} is false at its end")
        knowledge.paths.append(path)
        length = len(plan)
        knowledge.cost = length if knowledge.cost is None else min(knowledge.cost, length)
        if plan:
            first = moves[plan[0]].name
            knowledge.cost_after[first] = min(knowledge.cost_after.get(first, length - 1), length - 1)
