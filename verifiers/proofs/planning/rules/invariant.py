"""`invariant`: conjunctions of facts (cubes) that never hold together, as an inductive set.

Body: ``facts``; ``cubes``, lists of indices into them; and ``avoiding``, facts: only actions that add none
of them are allowed.  Certificates with the same ``avoiding`` are checked as one set, for a large set may be
split.

Rule: (1) no cube holds initially; (2) for every cube b and every allowed action a that adds part of b and
deletes none of it, the regression (b minus add(a)) plus pre(a) contains a cube of the set, or a fact
outside the closure by the allowed actions.  Then no state reachable by allowed actions contains a cube.  By
induction along a run: if a leads from s to s' and b lies in s', then either a adds nothing of b and b lay
in s already, or the regression lies in s; it holds another cube, which s does not contain, or a fact that
no such state contains (Eriksson, Roeger and Helmert, ICAPS 2017; Suda, JAIR 2014, for the form).

With nothing avoided, every conjunction that contains a cube is unreachable.  With a fact p avoided that is
false initially, and a cube inside the goal, every plan must add p: it is a landmark.
"""

from ...fields import Stated, count, exactly, listing, name
from ...refused import RefusedError
from ..knowledge import Knowledge
from ..model import Cubes, Model, Move, ones

BODY = exactly(facts=listing(name), cubes=listing(listing(count)), avoiding=listing(name))


def check_all(knowledge: Knowledge, certificates: list[tuple[str, Stated]]) -> None:
    """Check all invariants of a question, those that avoid the same facts together."""
    sets: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for title, stated in certificates:
        avoiding = tuple(sorted(set(stated.avoiding)))
        for number, cube in enumerate(stated.cubes):
            if max(cube, default=0) >= len(stated.facts):
                raise RefusedError(f"{title} cube {number}: there is no fact {max(cube)}")
            facts = [stated.facts[fact] for fact in cube]
            sets.setdefault(avoiding, []).append((f"{title} cube {number}", facts))
    for avoiding, named in sets.items():
        _check(knowledge, avoiding, named)


def _check(knowledge: Knowledge, avoiding: tuple[str, ...], named: list[tuple[str, list[str]]]) -> None:
    model = knowledge.model
    avoided = model.mask(fact for fact in avoiding if fact in model.bit) or 0
    inside, moves = model.closure(avoided)
    cubes = Cubes()
    for place, facts in named:
        mask = model.mask(facts)
        if mask is not None and not mask & ~inside:  # else it never holds, and needs no proof
            cubes.enter(mask, place)
    _inductive(model, moves, cubes)
    if not avoiding:
        for mask, place in cubes.items():
            knowledge.cubes.enter(mask, place)
    elif len(avoiding) == 1 and avoided and not avoided & model.init and model.goal is not None:
        goal = model.goal
        blocking = [place for mask, place in cubes.items() if not mask & ~goal]
        if goal & ~inside or blocking:
            knowledge.landmarks.setdefault(avoided, blocking[0] if blocking else named[0][0])


def _inductive(model: Model, moves: list[Move], cubes: Cubes) -> None:
    """Check both conditions for cubes inside the closure of the given moves."""
    adders: dict[int, list[Move]] = {}
    for move in moves:
        for bit in ones(move.add):
            adders.setdefault(bit, []).append(move)
    closed: set[int] = set()

    for cube, place in cubes.items():
        if not cube & ~model.init:
            raise RefusedError(f"{place} holds in the initial state")
        for bit in ones(cube):
            for move in adders.get(bit, ()):
                regressed = cube & ~move.add | move.pre
                if move.delete & cube or regressed in closed:
                    continue
                if cubes.within(regressed) is None:
                    raise RefusedError(f"{place} is not inductive: {move.name} can make it true")
                closed.add(regressed)
