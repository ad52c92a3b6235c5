"""What a next-action record claims, and what discharges it; and the degenerate states.

h* = d needs a plan of d actions and a proof that there is none shorter.  An applicable action is closer when
it starts a plan of d actions (then h* of its successor is d - 1: no less, for d is optimal).  It is not
closer when no plan from its successor is shorter than d: by `lower_bound`, or by the distance table.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Name, ascending, read
from .knowledge import Knowledge
from .ledger import Ledger

Json = dict[str, Any]


class NextAction(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="next_action"):
    """The truth record."""

    h: Count
    closer: list[Name]
    not_closer: list[Name]
    undecided: list[Name]


class Degenerate(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind", tag="degenerate"):
    """The truth record of a state that is no question."""

    reason: Literal["already_solved", "unsolvable_state", "no_plan_known"]


def nexta(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The three lists are the applicable actions, each on its side."""
    stated = read("truth", NextAction, truth)
    for side, names in (
        ("closer", stated.closer),
        ("not_closer", stated.not_closer),
        ("undecided", stated.undecided),
    ):
        ascending(f"truth {side}", names)
    listed = sorted(stated.closer + stated.not_closer + stated.undecided)
    now = [move.name for move in knowledge.applicable_now]
    if listed != now:
        odd = sorted(set(listed) ^ set(now)) or [name for name, after in pairwise(listed) if name == after]
        raise CertificateError(
            f"truth: {odd[0]}: the lists together are not the applicable actions, each once"
        )
    if stated.h == 0:
        raise CertificateError("truth: a state with h* = 0 is degenerate")
    ledger.claim(f"h* = {stated.h}", True, _optimal(knowledge, stated.h))
    for name in stated.closer + stated.not_closer:
        ledger.claim(f"{name} leads closer", name in stated.closer, _closer(knowledge, stated.h, name))
    ledger.undecided += len(stated.undecided)


def degenerate(knowledge: Knowledge, query: Json, truth: Json, ledger: Ledger) -> None:
    """The goal holds already, or can never hold, or nobody knows."""
    reason = read("truth", Degenerate, truth).reason
    if reason == "already_solved":
        solved = knowledge.world.goal_obstacle(knowledge.world.init) is None
        ledger.claim("the goal holds in the state", True, solved)
    elif reason == "unsolvable_state":
        ledger.claim("the goal is reachable", False, knowledge.solvable())
    else:
        ledger.undecided += 1


def _optimal(knowledge: Knowledge, h: int) -> bool | None:
    """Whether h* is h."""
    if knowledge.exact is not None:
        return knowledge.exact[0] == h
    if knowledge.bound > h or (knowledge.cost is not None and knowledge.cost < h):
        return False
    return True if knowledge.cost == h and knowledge.bound == h else None


def _closer(knowledge: Knowledge, h: int, name: str) -> bool | None:
    """Whether h* of the successor is h - 1, given that h* is h."""
    if knowledge.exact is not None:
        return knowledge.exact[1][name] == h - 1
    if knowledge.bound_after.get(name, 0) >= h:
        return False
    return True if knowledge.cost_after.get(name, h) <= h - 1 else None
