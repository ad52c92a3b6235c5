"""The automaton of M(I): which flips, step by step, make a valid certificate.

A state holds the class (``futures.py``) of the main run and the set of classes of its *shadows*, the runs
that leave out one flip.  Flipping mask f at step t moves all of them by the same letter and adds, for each
input a of f, the shadow that reads the letter without a's flip.  The word of masks is a valid certificate
exactly when the main run is accepted and no shadow is.  So a state is dead when the main run is lost, when a
shadow is won, or when a shadow meets the main run; lost shadows are dropped.  After a hit a flip makes a
shadow that meets the main run at once: that nothing is flipped where nothing can matter needs no rule.

With ``subset_minimal`` the shadows are the runs of all proper subsets, and the automaton accepts the
subset-minimal sufficient sets (the optional diagnostic, definition 14).
"""

from __future__ import annotations

from ...domains.reactive.product import Product, Table
from ...instances.errors import LimitError
from .futures import LOST, WON, futures, undisturbed

LIMIT = 20_000_000
"""Transitions that one question may look at before it is left undecided."""

Arcs = tuple[tuple[int, int], ...]
"""(mask, next state) for each flip that is not dead, in the order of ``mask_order``."""


def mask_order(inputs: int) -> tuple[int, ...]:
    """All masks, so that cells come as early as they can: at the lowest differing bit, the set one first.

    >>> mask_order(2)
    (3, 1, 2, 0)
    """
    backwards = [int(f"{mask:0{inputs}b}"[::-1], 2) if inputs else 0 for mask in range(1 << inputs)]
    return tuple(sorted(range(1 << inputs), key=lambda mask: -backwards[mask]))


class CertificateAutomaton:
    """States are numbered as they are met; transitions are kept for each phase, base letter and state."""

    def __init__(self, product: Product, *, subset_minimal: bool = False, limit: int = LIMIT):
        """The automaton of ``product``; ``limit`` bounds ``spent``."""
        merged = futures(product)
        self.layers, self.base, self.inputs = merged.layers, product.base, product.inputs
        self.subset_minimal, self.limit, self.spent = subset_minimal, limit, 0
        self.masks = mask_order(product.inputs)
        self.start: int | None = None if merged.start == LOST else 0
        self._states: list[tuple[int, int]] = [(merged.start, 0)]
        self._number = {self._states[0]: 0}
        self._arcs: dict[tuple[int, int], dict[int, Arcs]] = {}
        self._grouped: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self._undisturbed = undisturbed(merged, product.base)

    @property
    def horizon(self) -> int:
        """The number of steps."""
        return len(self.layers)

    def spend(self, amount: int) -> None:
        """Count work; LimitError when there was too much."""
        self.spent += amount
        if self.spent > self.limit:
            raise LimitError(f"more than {self.limit} transitions of the certificates' automaton")

    def settled(self, step: int, state: int) -> bool:
        """Whether the certificate is valid when nothing is flipped from ``step`` on."""
        main, shadows = self._states[state]
        accepted = self._undisturbed[step]
        return bool(accepted >> main & 1) and not shadows & accepted

    def reachable(self, budget: int) -> tuple[tuple[int, ...], ...]:
        """For each step, the states that less than ``budget`` intervened timesteps lead to.

        From there flips are still to be chosen; after the last one ``settled`` decides.
        """
        reached = {} if self.start is None or budget < 1 else {self.start: 0}
        steps = [tuple(reached)]
        for step in range(self.horizon):
            after: dict[int, int] = {}
            for state, used in reached.items():
                for target, still, _ in self.grouped(self.arcs(step, state)):
                    least = used if still else used + 1
                    if least < min(budget, after.get(target, budget)):
                        after[target] = least
            self.spend(len(after))
            reached = after
            steps.append(tuple(reached))
        return tuple(steps)

    def arcs(self, step: int, state: int) -> Arcs:
        """The transitions of a state at a step."""
        layer, letter = self.layers[step], self.base[step]
        known = self._arcs.setdefault((id(layer), letter), {})
        if state not in known:
            known[state] = self._expand(layer, letter, *self._states[state])
        return known[state]

    def grouped(self, arcs: Arcs) -> tuple[tuple[int, int, int], ...]:
        """(next state, ways without a flip, ways with flips) for each next state of ``arcs``."""
        if id(arcs) not in self._grouped:
            ways: dict[int, list[int]] = {}
            for mask, state in arcs:
                ways.setdefault(state, [0, 0])[mask > 0] += 1
            self._grouped[id(arcs)] = tuple((state, still, moved) for state, (still, moved) in ways.items())
        return self._grouped[id(arcs)]

    def _expand(self, layer: Table, base: int, main: int, shadows: int) -> Arcs:
        self.spend(1 << self.inputs)
        row = [1 << target for target in layer[main]]
        others = [layer[bit] for bit in range(shadows.bit_length()) if shadows >> bit & 1]
        moved = [0] * len(row)
        for mask in range(len(row)):
            for other in others:
                moved[mask] |= 1 << other[base ^ mask]
        left = [row[base ^ mask] for mask in range(len(row))]
        if self.subset_minimal:
            _close(moved, self.inputs)
            _close(left, self.inputs)
        arcs = []
        for mask in self.masks:
            after, shadow = layer[main][base ^ mask], moved[mask]
            for bit in range(self.inputs):
                if mask >> bit & 1:
                    shadow |= left[mask ^ 1 << bit]
            if after != LOST and not shadow & (1 << WON | 1 << after):
                arcs.append((mask, self._intern((after, shadow & ~(1 << LOST)))))
        return tuple(arcs)

    def _intern(self, state: tuple[int, int]) -> int:
        number = self._number.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number


def _close(sets: list[int], inputs: int) -> None:
    """Make ``sets[mask]`` the union over all submasks, in place."""
    for bit in range(inputs):
        for mask in range(len(sets)):
            if mask >> bit & 1:
                sets[mask] |= sets[mask ^ 1 << bit]
