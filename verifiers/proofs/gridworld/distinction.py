"""The checker's own search for the shortest way to see a change: layers of pairs.

A pair is a state of the changed world and the set of states in which the base world may be, given what was
seen.  The change shows when that set is empty.  That no shorter sequence shows it takes every pair of every
layer but the last; that the stored one does takes its own pairs only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ....domains.gridworld.actions import Action
from ....domains.gridworld.machine import Machine, Snapshot
from ....domains.gridworld.questions import Change
from ....instances.errors import CertificateError
from .search import Layer, after, common_actions, showing, start, within

Pairs = dict[Hashable, tuple[Snapshot, Layer]]
"""Pairs by what tells them apart; an empty layer is a change that shows."""


def check_distinction(question: Change, told: Sequence[Action], bound: int) -> None:
    """CertificateError when fewer steps may show the change, when ``told`` cannot, or beyond the bound."""
    acting, base = Machine(question.changed, question.rng_seed), start(question.program, question.rng_seed)
    machine = base[0]
    belief = showing(machine, base[1], _frame(acting))
    initial: Pairs = {(acting.state_key(), frozenset(belief)): (acting.snapshot(), belief)}
    front, met = initial, set(initial)
    for step in range(len(told)):
        if any(not layer for _, layer in front.values()):
            raise CertificateError(f"distinction: {step} steps show the change already")
        if step == len(told) - 1:
            break
        found: Pairs = {}
        for here, layer in front.values():
            for action in common_actions([(acting, here), *((machine, place) for place in layer.values())]):
                found.update(_led(acting, machine, here, layer, action))
        front = {key: pair for key, pair in found.items() if key not in met}
        met.update(front)
        within(len(met), bound)
    along: Iterable[tuple[Snapshot, Layer]] = initial.values()
    for action in told:
        led: Pairs = {}
        for here, layer in along:
            led.update(_led(acting, machine, here, layer, action))
        along = led.values()
    if all(layer for _, layer in along):
        raise CertificateError("distinction: the stored actions do not show the change")


def _led(acting: Machine, machine: Machine, here: Snapshot, layer: Layer, action: Action) -> Pairs:
    """The pairs that an action may lead to."""
    belief = after(machine, layer, action)
    acting.restore(here)
    found: Pairs = {}
    for _, outcome in acting.successors(action):
        acting.restore(outcome)
        left = showing(machine, belief, _frame(acting))
        found[acting.state_key(), frozenset(left)] = (outcome, left)
    return found


def _frame(machine: Machine) -> Any:
    return tuple(map(tuple, machine.frame()))
