"""The number of valid certificates |M(I)|, exactly.

A forward pass over the automaton of M(I) (``shadows.py``) carries for each state the numbers of ways to reach
it with 0, 1, ..., B intervened timesteps.  The B + 1 numbers stand in one Python integer, each in a field
wide enough for the largest that can occur (Kronecker's substitution), so that a transition is an addition and
a flip is a shift.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ...domains.reactive.product import Product
from .shadows import LIMIT, CertificateAutomaton


@dataclass(frozen=True)
class Counted:
    """``by_timesteps[k]`` certificates have exactly k timesteps; at most ``peak`` states lived at one step."""

    by_timesteps: tuple[int, ...]
    peak: int

    @property
    def count(self) -> int:
        """|M(I)|."""
        return sum(self.by_timesteps)


def field_width(horizon: int, inputs: int, budget: int) -> int:
    """Bits that hold any number of flip sets with at most ``budget`` timesteps."""
    flipped, most = (1 << inputs) - 1, 0
    for used in range(min(budget, horizon) + 1):
        most += comb(horizon, used) * int(flipped**used)
    return most.bit_length() + 1


def count(product: Product, budget: int, *, subset_minimal: bool = False, limit: int = LIMIT) -> Counted:
    """Count the valid certificates (or the subset-minimal ones) with at most ``budget`` timesteps.

    LimitError when the automaton is too large to be walked within ``limit`` transitions.
    """
    automaton = CertificateAutomaton(product, subset_minimal=subset_minimal, limit=limit)
    budget = max(-1, min(budget, product.horizon))
    width = field_width(product.horizon, product.inputs, budget)
    kept = (1 << width * (budget + 1)) - 1
    reached = {} if automaton.start is None or budget < 0 else {automaton.start: 1}
    peak = len(reached)
    for step in range(product.horizon):
        reached = _advance(automaton, step, reached, width, kept)
        peak = max(peak, len(reached))
    packed = sum(reached.values())
    field = (1 << width) - 1
    return Counted(tuple(packed >> width * used & field for used in range(budget + 1)), peak)


def _advance(
    automaton: CertificateAutomaton, step: int, reached: dict[int, int], width: int, kept: int
) -> dict[int, int]:
    """The states after a step, each with its packed numbers of ways."""
    after: dict[int, int] = {}
    for state, ways in reached.items():
        grouped = automaton.grouped(automaton.arcs(step, state))
        automaton.spend(len(grouped))
        flipped = ways << width & kept
        for target, still, moved in grouped:
            more = (ways if still else 0) + (flipped * moved if moved else 0)
            if more:
                after[target] = after.get(target, 0) + more
    return after
