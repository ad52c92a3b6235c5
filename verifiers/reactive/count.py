"""The number of valid certificates |M(I)|, exactly.

A forward pass over the automaton of M(I) (``shadows.py``) carries for each state the numbers of ways to reach
it with 0, 1, ..., B - 1 intervened timesteps; with the B-th, what follows is settled and the ways are counted
at once.  The B numbers stand in one Python integer, each in a field wide enough for the largest that can
occur (Kronecker's substitution), so that a transition is an addition and a flip is a shift.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ...domains.reactive.product import Product
from .shadows import LIMIT, CertificateAutomaton


@dataclass(frozen=True)
class Counted:
    """How many certificates intervene at exactly k timesteps, for each k up to the budget."""

    by_timesteps: tuple[int, ...]
    peak: int
    """The most states that lived at one step."""

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
    if automaton.start is None or budget < 0:
        return Counted((0,) * (budget + 1), 0)
    if budget == 0:
        return Counted((int(automaton.settled(0, automaton.start)),), 1)
    width = field_width(product.horizon, product.inputs, budget)
    reached, peak, last = {automaton.start: 1}, 1, 0
    for step in range(product.horizon):
        reached, more = _advance(automaton, step, reached, width, budget)
        peak, last = max(peak, len(reached)), last + more
    packed = sum(reached.values())
    field = (1 << width) - 1
    return Counted((*(packed >> width * used & field for used in range(budget)), last), peak)


def _advance(
    automaton: CertificateAutomaton, step: int, reached: dict[int, int], width: int, budget: int
) -> tuple[dict[int, int], int]:
    """The states after a step with their packed ways, and the ways that spend the last timestep here."""
    after: dict[int, int] = {}
    top, last = width * (budget - 1), 0
    kept = (1 << top) - 1
    for state, ways in reached.items():
        grouped = automaton.grouped(automaton.arcs(step, state))
        automaton.spend(len(grouped))
        spent, shifted = ways >> top, (ways & kept) << width
        for target, still, moved in grouped:
            if moved and spent and automaton.settled(step + 1, target):
                last += spent * moved
            more = (ways if still else 0) + (shifted * moved if moved else 0)
            if more:
                after[target] = after.get(target, 0) + more
    return after, last
