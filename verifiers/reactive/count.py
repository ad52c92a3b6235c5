"""The number of valid certificates |M(I)|, exactly.

A forward pass over the automaton of M(I) (``automaton.py``) carries for each state the numbers of ways to
reach it with 0, 1, ..., B - 2 intervened timesteps.  These stand in one Python integer, each in a field wide
enough for the largest that can occur (Kronecker's substitution), so that a transition is an addition and a
flip is a shift.  States with one timestep left, the most of all, only wait for it: how many flips at a step
finish a certificate is a matter of sets of letters.
"""

from collections import Counter
from dataclasses import dataclass
from math import comb

from ...domains.reactive.effect import Product
from .automaton import LIMIT, CertificateAutomaton


@dataclass(frozen=True)
class Counted:
    """How many certificates intervene at exactly k timesteps, for each k up to the budget."""

    by_timesteps: tuple[int, ...]
    peak: int
    """The most states that lived at one step."""
    spent: int = 0
    """Transitions of the automaton that were walked."""

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


def count(
    product: Product,
    budget: int,
    *,
    settings: int | None = None,
    subset_minimal: bool = False,
    limit: int = LIMIT,
) -> Counted:
    """Count the valid (or subset-minimal) certificates with at most ``budget`` timesteps and ``settings``
    flips.

    LimitError when the automaton is too large to be walked within ``limit`` transitions.
    """
    automaton = CertificateAutomaton(product, subset_minimal=subset_minimal, limit=limit)
    budget = max(-1, min(budget, product.horizon))
    if automaton.start is None or budget < 0:
        return Counted((0,) * (budget + 1), 0)
    if budget == 0:
        return Counted((int(automaton.settled(0, automaton.start)),), 1)
    if settings is not None and settings < budget * product.inputs:
        return _bounded(automaton, budget, settings)
    width, fields = field_width(product.horizon, product.inputs, budget), budget - 1
    reached, ending = ({automaton.start: 1}, {}) if fields else ({}, {automaton.start: 1})
    last, peak = 0, 1
    for step in range(product.horizon):
        last += sum(ways * automaton.closing(step, state) for state, ways in ending.items())
        ending = _stay(automaton, step, ending)
        reached = _advance(automaton, step, reached, ending, width, fields)
        peak = max(peak, len(reached) + len(ending))
    packed, field = sum(reached.values()), (1 << width) - 1
    counts = [packed >> width * used & field for used in range(fields)]
    settled = (ways for state, ways in ending.items() if automaton.settled(product.horizon, state))
    return Counted((*counts, sum(settled), last), peak, automaton.spent)


def _bounded(automaton: CertificateAutomaton, budget: int, settings: int) -> Counted:
    """The count under a budget of flips: for each state the ways by timesteps and flips so far."""
    assert automaton.start is not None
    reached: dict[int, dict[tuple[int, int], int]] = {automaton.start: {(0, 0): 1}}
    peak = 1
    for step in range(automaton.horizon):
        after: dict[int, dict[tuple[int, int], int]] = {}
        for state, ways in reached.items():
            choices = Counter((target, mask.bit_count()) for mask, target in automaton.arcs(step, state))
            automaton.spend(len(choices) * len(ways))
            for (target, flips), number in choices.items():
                for (used, flipped), known in ways.items():
                    place = used + (flips > 0), flipped + flips
                    if place[0] <= budget and place[1] <= settings:
                        there = after.setdefault(target, {})
                        there[place] = there.get(place, 0) + known * number
        reached = after
        peak = max(peak, len(reached))
    counts = [0] * (budget + 1)
    for state, ways in reached.items():
        if automaton.settled(automaton.horizon, state):
            for (used, _), known in ways.items():
                counts[used] += known
    return Counted(tuple(counts), peak, automaton.spent)


def _stay(automaton: CertificateAutomaton, step: int, ending: dict[int, int]) -> dict[int, int]:
    """The states with one timestep left, after a step without a flip."""
    after: dict[int, int] = {}
    automaton.spend(len(ending))
    for state, ways in ending.items():
        target = automaton.still(step, state)
        if target is not None:
            after[target] = after.get(target, 0) + ways
    return after


def _advance(
    automaton: CertificateAutomaton,
    step: int,
    reached: dict[int, int],
    ending: dict[int, int],
    width: int,
    fields: int,
) -> dict[int, int]:
    """The states after a step; those that it leaves one timestep are added to ``ending``."""
    after: dict[int, int] = {}
    top = width * (fields - 1)
    kept = (1 << top) - 1 if fields else 0
    for state, ways in reached.items():
        grouped = automaton.grouped(automaton.arcs(step, state))
        automaton.spend(len(grouped))
        spent, shifted = ways >> top, (ways & kept) << width
        for target, still, moved in grouped:
            if moved and spent:
                ending[target] = ending.get(target, 0) + spent * moved
            more = (ways if still else 0) + (shifted * moved if moved else 0)
            if more:
                after[target] = after.get(target, 0) + more
    return after
