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

from __future__ import annotations

from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Name, read
from .cubes import Cubes
from .knowledge import Knowledge
from .model import Model, Move, ones, relaxed_reachable


class Invariant(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    facts: list[Name]
    cubes: list[list[Count]]
    avoiding: list[Name]


def check_all(knowledge: Knowledge, bodies: list[tuple[str, Any]]) -> None:
    """Check all invariants of a question, those that avoid the same facts together."""
    sets: dict[tuple[str, ...], list[tuple[str, list[Name]]]] = {}
    for what, data in bodies:
        body = read(what, Invariant, data)
        key = tuple(sorted(set(body.avoiding)))
        for number, cube in enumerate(body.cubes):
            if max(cube, default=0) >= len(body.facts):
                raise CertificateError(f"{what} cube {number}: there is no fact {max(cube)}")
            names = [body.facts[fact] for fact in cube]
            sets.setdefault(key, []).append((f"{what} cube {number}", names))
    for avoiding, cubes in sets.items():
        _check(knowledge, avoiding, cubes)


def _check(knowledge: Knowledge, avoiding: tuple[str, ...], named: list[tuple[str, list[Name]]]) -> None:
    model = knowledge.model
    avoided = model.mask(name for name in avoiding if name in model.bit) or 0
    inside, moves = relaxed_reachable(model, avoided)
    cubes: list[tuple[str, int]] = []
    for what, names in named:
        mask = model.mask(names)
        if mask is not None and not mask & ~inside:
            cubes.append((what, mask))
    _inductive(model, moves, cubes)
    if not avoiding:
        knowledge.cubes.extend(mask for _, mask in cubes)
    elif len(avoiding) == 1 and not avoided & model.init and model.goal is not None:
        blocked = bool(model.goal & ~inside) or any(not mask & ~model.goal for _, mask in cubes)
        knowledge.landmarks |= avoided if blocked else 0


def _inductive(model: Model, moves: list[Move], cubes: list[tuple[str, int]]) -> None:
    """Check both conditions for cubes inside the closure of the given moves."""
    index = Cubes(mask for _, mask in cubes)
    adders: dict[int, list[Move]] = {}
    for move in moves:
        for bit in ones(move.add):
            adders.setdefault(bit, []).append(move)
    closed: set[int] = set()
    for what, cube in cubes:
        if not cube & ~model.init:
            raise CertificateError(f"{what} holds in the initial state")
        for bit in ones(cube):
            for move in adders.get(bit, ()):
                regressed = cube & ~move.add | move.pre
                if move.delete & cube or regressed in closed:
                    continue
                if not index.contained(regressed):
                    raise CertificateError(f"{what} is not inductive: {move.name} can make it true")
                closed.add(regressed)
