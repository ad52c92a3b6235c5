"""Changes to a problem for cells that would otherwise be empty or have one answer only.

Reachability: in ferry, swap, satellite and grippers every legal fact can mostly be reached, so "None" would
always be right; an object without any fact (a car that is nowhere, a role that nobody has, a mode that no
instrument supports, a ball that is not there) gives the world facts that no state holds.

A problem of somebody's own is taken as it is.  Where a dozen attempts made no question of it, later ones add
an object without facts (reachability), or set a goal that a short random walk reaches.
"""

import re
from dataclasses import replace

from ...domains.planning import atoms
from ...domains.planning.grounding import grounded
from ...domains.planning.tree import Problem
from ..rng import Rng
from .maker import Maker
from .walks import walk

NUMBERED = re.compile(r"(.*?)(\d+)\Z")
NAMES = ("harp", "kite", "lamp", "mask", "oar", "quill", "rope", "sled", "torch", "vase")
"""Names for objects of types whose names carry no number."""


SPARED = ("reach", "areach")  # tasks for which an object without facts is added to problems of somebody's own
STEPS = 12  # the longest random walk that gives a goal


def adapt(
    maker: Maker, task: str, problem: Problem, rng: Rng, *, plain: bool = False, late: bool = False
) -> Problem | None:
    """The problem as the cell needs it; None where its drawing does not serve.

    ``plain``: "None" may be the answer, so no object without facts is added.  ``late``: a problem of
    somebody's own has not served as it is.
    """
    if maker.own is not None:
        return _own(task, problem, rng, plain) if late else problem
    if task in maker.adapt:
        return maker.adapt[task](problem, rng)
    if plain or task not in maker.spare:
        return problem
    return with_spare(problem, maker.spare[task], rng.fork("spare"))


def with_spare(problem: Problem, kind: str, rng: Rng) -> Problem:
    """The problem with one object more of a type, about which no fact is given."""
    names = [name for name, types in problem.objects.items() if kind in types]
    if numbered := [match for name in names if (match := NUMBERED.match(name))]:
        stem = numbered[0].group(1)
        name = f"{stem}{max(int(match.group(2)) for match in numbered if match.group(1) == stem) + 1}"
    else:
        name = rng.choice([name for name in NAMES if name not in problem.objects])
    return replace(problem, objects={**problem.objects, name: (kind,)})


def _own(task: str, problem: Problem, rng: Rng, plain: bool) -> Problem | None:
    if rng.fork("as it is").below(3) == 0:
        return problem
    if task not in SPARED:
        return nearer_goal(problem, rng.fork("goal"))
    kinds = sorted({kind for types in problem.objects.values() for kind in types})
    if plain or not kinds:
        return problem
    return with_spare(problem, rng.fork("kind").choice(kinds), rng.fork("spare"))


def nearer_goal(problem: Problem, rng: Rng) -> Problem | None:
    """A goal of one to three facts that a random walk makes true; None where it makes none."""
    task = grounded(problem)
    _, states = walk(task, rng.fork("walk"), 2 + rng.below(STEPS - 1))
    names = [name for name in task.names(states[-1] & ~task.init) if not atoms.is_negation(name)]
    if not names:
        return None
    goal = rng.sample(names, min(len(names), 1 + rng.below(3)))
    facts = tuple(sorted(atoms.parse(name) for name in goal))
    return replace(problem, goal=facts, negative_goal=(), static_goal=(), choices=())
