"""`runs`: a tree of states, grown from the initial state one applicable action at a time.

Body: ``actions`` (texts) and ``steps`` [p0, a0, p1, a1, ...]: node 0 is the initial state, and pair k makes
node k+1 by applying ``actions[a_k]`` in node p_k.

Rule: every action is applicable in the state it is applied in.  Then every node is a reachable state (each is
reached by the run from the root), so every fact true in a node can hold and every action whose preconditions
hold in a node can be applied.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Count, Name, read
from .knowledge import Knowledge
from .model import Move


class Runs(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    actions: list[Name]
    steps: list[Count]


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Replay the tree and record its states."""
    body = read(what, Runs, data)
    if len(body.steps) % 2:
        raise CertificateError(f"{what}: steps are pairs, but there are {len(body.steps)} numbers")
    model = knowledge.model
    moves = [find(knowledge, what, name) for name in body.actions]
    nodes = [model.init]
    for step, (parent, action) in enumerate(zip(body.steps[::2], body.steps[1::2], strict=True)):
        if parent >= len(nodes):
            raise CertificateError(f"{what} step {step}: there is no node {parent} yet")
        if action >= len(moves):
            raise CertificateError(f"{what} step {step}: there is no action {action}")
        nodes.append(apply(knowledge, f"{what} step {step}", moves[action], nodes[parent]))
    for node in nodes:
        knowledge.visit(node)


def find(knowledge: Knowledge, what: str, name: str) -> Move:
    """The move of that name; outside the closure nothing is ever applicable."""
    move = knowledge.model.move.get(name)
    if move is None:
        raise CertificateError(
            f"{what}: {name} is applicable in no reachable state, not even under delete relaxation"
        )
    return move


def apply(knowledge: Knowledge, what: str, move: Move, state: int) -> int:
    """The successor; CertificateError naming the first false precondition."""
    if move.pre & ~state:
        missing = knowledge.model.first(move.pre & ~state)
        raise CertificateError(f"{what}: {move.name} is not applicable: {missing} is false")
    knowledge.applied.add(move.name)
    return state & ~move.delete | move.add
