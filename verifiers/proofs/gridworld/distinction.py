"""The checker's own search for the shortest way to see a change: layers of pairs.

A pair is a state of the changed world and the set of states in which the base world may be, given what was
seen.  The change shows when that set is empty.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ....domains.gridworld.actions import Action
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.questions import Change
from ....instances.errors import CertificateError
from .search import Layer, after, common_actions, showing, start


def least_distinction(question: Change, told: Sequence[Action], bound: int) -> int | None:
    """The least number of steps that may show the change; CertificateError when ``told`` cannot show it."""
    acting, base = Machine(question.changed, question.rng_seed), start(question.program, question.rng_seed)
    machine = base[0]
    belief = showing(machine, base[1], _frame(acting))
    if not belief:
        return 0
    pairs: list[tuple[Snapshot, Layer]] = [(acting.snapshot(), belief)]
    along: list[tuple[Snapshot, Layer]] = list(pairs)
    met = {(acting.state_key(), frozenset(belief))}
    steps = 0
    while pairs:
        fresh: list[tuple[Snapshot, Layer]] = []
        told_pairs: dict[Hashable, tuple[Snapshot, Layer]] = {}
        shown = False
        for here, layer in pairs:
            for action in common_actions([(acting, here), *((machine, place) for place in layer.values())]):
                for pair in _led(acting, machine, here, layer, action):
                    shown = shown or not pair[1]
                    acting.restore(pair[0])
                    key = (acting.state_key(), frozenset(pair[1]))
                    if key not in met:
                        met.add(key)
                        fresh.append(pair)
        if len(met) > bound:
            raise CertificateError(f"distinction: more than {bound} pairs of states")
        for here, layer in along if steps < len(told) else ():
            for pair in _led(acting, machine, here, layer, told[steps]):
                acting.restore(pair[0])
                told_pairs[acting.state_key(), frozenset(pair[1])] = pair
        along, steps = list(told_pairs.values()), steps + 1
        if shown:
            if steps == len(told) and not any(not layer for _, layer in along):
                raise CertificateError("distinction: the stored actions do not show the change")
            return steps
        pairs = fresh
    return None


def _led(
    acting: Machine, machine: Machine, here: Snapshot, layer: Layer, action: Action
) -> list[tuple[Snapshot, Layer]]:
    """The pairs that an action may lead to."""
    belief = after(machine, layer, action)
    acting.restore(here)
    found = []
    for _, outcome in acting.successors(action):
        acting.restore(outcome)
        found.append((outcome, showing(machine, belief, _frame(acting))))
    return found


def _frame(machine: Machine) -> Any:
    return tuple(map(tuple, machine.frame()))
