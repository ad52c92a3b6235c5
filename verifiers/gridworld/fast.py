"""The fast machine as the checker's searches ask for it (``proofs/gridworld/world.py``): steps and states.

Draws come from the checker's script; states are told apart by all of their globals, not by those that the
machine's own keys hold.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...domains.gridworld.actions import Action
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.liveness import click_is_live
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import read_program


class FastMachine:
    """One program on the fast machine."""

    def __init__(self, text: str):
        self._program = read_program(text)
        self._machine: Machine | None = None
        self._left_out = () if click_is_live(self._program.code.scopes) else ("click",)
        self.compared: set[frozenset[tuple[int, int]]] = set()

    def start(self, seed: int) -> Snapshot:
        """The state that loading gives."""
        self._machine = Machine(self._program, seed)
        return self._machine.snapshot()

    def step(self, state: Snapshot, action: str, source: Any = None) -> Snapshot:
        """The state after an action."""
        assert self._machine is not None
        after, self.compared = self._machine.scripted(state, Action.parse(action), source)
        return after

    def state_key(self, state: Snapshot) -> Hashable:
        """What tells a state apart."""
        assert self._machine is not None
        self._machine.restore(state)
        return self._machine.whole_key(self._left_out)

    def frame(self, state: Snapshot) -> Grid:
        """What is seen in a state."""
        assert self._machine is not None
        self._machine.restore(state)
        return self._machine.frame()
