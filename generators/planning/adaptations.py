"""Changes to a problem for cells that would otherwise be empty or have one answer only.

Reachability: in ferry, swap, satellite and grippers every legal fact can mostly be reached, so "None" would
always be right; an object without any fact (a car that is nowhere, a role that nobody has, a mode that no
instrument supports, a ball that is not there) gives the world facts that no state holds.

Landmarks in swap: agents exchange roles freely, so a goal for every agent has no non-trivial landmark.  A
goal that leaves exactly one agent out does: the others' roles leave that agent one role, and every plan ends
with it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...domains.planning.tree import Problem
from ..rng import Rng

if TYPE_CHECKING:
    from .maker import Maker

NUMBERED = re.compile(r"(.*?)(\d+)\Z")
NAMES = ("harp", "kite", "lamp", "mask", "oar", "quill", "rope", "sled", "torch", "vase")
"""Names for objects of types whose names carry no number."""


def adapt(maker: Maker, task: str, problem: Problem, rng: Rng, *, plain: bool = False) -> Problem | None:
    """The problem as the cell needs it; None where its drawing does not serve.

    ``plain``: "None" shall be the answer, so no object without facts is added.
    """
    if task in maker.adapt:
        return maker.adapt[task](problem, rng)
    if plain or task not in maker.spare:
        return problem
    return with_spare(problem, maker.spare[task], rng.fork("spare"))


def with_spare(problem: Problem, kind: str, rng: Rng) -> Problem:
    """The problem with one object more of a type, about which no fact is given."""
    name = _fresh(problem, kind, rng.choice)
    return replace(problem, objects={**problem.objects, name: (kind,)})


def _fresh(problem: Problem, kind: str, choice: Callable[[list[str]], str]) -> str:
    names = [name for name, types in problem.objects.items() if kind in types]
    numbered = [match for name in names if (match := NUMBERED.match(name))]
    if numbered:
        taken = {int(match.group(2)) for match in numbered if match.group(1) == numbered[0].group(1)}
        return f"{numbered[0].group(1)}{max(taken) + 1}"
    return choice([name for name in NAMES if name not in problem.objects])


def leave_one_out(problem: Problem, rng: Rng) -> Problem | None:
    """A goal for all agents but one, whose role has to change; None for fewer than three agents."""
    held = sorted(fact for fact in problem.init if fact[0] == "assigned")
    if len(held) < 3:
        return None
    alone = rng.choice(held)
    others = [fact for fact in held if fact != alone]
    left = [fact[2] for fact in others if fact[2] != alone[2]]
    if not left:
        return None
    roles = [fact[2] for fact in held]
    roles.remove(rng.choice(left))
    goal = [("assigned", fact[1], role) for fact, role in zip(others, rng.shuffle(roles), strict=True)]
    if all(fact in problem.init for fact in goal):
        return None
    return replace(problem, goal=tuple(sorted(goal)))
