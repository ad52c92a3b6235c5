"""Instances for the studies of GF-01: a stratified sweep over the difficulty slices, from a seed.

An instance of a slice is drawn until its complexity z(I) lies in it: sizes, a random machine or one of the
synthesised systems, a trace, an effect that the base trace does not show and that some certificate within the
budget brings about.  Replicates share no draw.  A ``hard`` sweep refuses what greedy solves, as the released
sets do, as long as half of the draws last.
"""

from dataclasses import dataclass

from ...domains.reactive.effect import OutputEffect, Product
from ...domains.reactive.hoa import canonical
from ...domains.reactive.machine import Machine
from ...domains.reactive.systems import system, systems
from ...generators.reactive.greedy import falls
from ...generators.reactive.worlds import random_machine
from ...generators.rng import Rng
from ...instances.errors import LimitError
from ...verifiers.reactive.cells import cost
from ...verifiers.reactive.check import cheapest
from ...verifiers.reactive.gf01.figures import Factors, window

ATTEMPTS = 2_000
SLICES = ("Q1", "Q2", "Q3", "Q4")
MODES = ("hard", "normal")
BUDGET = 4
MOST_STATES, MOST_INPUTS = 24, 5


@dataclass(frozen=True)
class SweepInstance:
    """An instance of the sweep."""

    family: str  # ``random``, or the family of the synthesised system
    machine: Machine
    trace: tuple[int, ...]
    effect: OutputEffect
    mode: str
    budget: int
    factors: Factors
    replicate: int = 0


def sweep(seed: int, per_slice: int, replicates: int = 2, *, hard: bool = False) -> list[SweepInstance]:
    """So many instances of each slice and replicate, half of them in each mode; LimitError for none found."""
    return [
        _drawn(
            Rng("gf01", "sweep", seed, replicate, slice_, index), slice_, MODES[index % 2], replicate, hard
        )
        for replicate in range(replicates)
        for slice_ in SLICES
        for index in range(per_slice)
    ]


def _drawn(rng: Rng, slice_: str, mode: str, replicate: int, hard: bool) -> SweepInstance:
    for attempt in range(ATTEMPTS):
        stream = rng.fork("attempt", attempt)
        steps = 6 + stream.below(15)
        target = steps // 3 + stream.below(steps - steps // 3)
        found = _machine(stream, slice_, steps, target)
        if found is None:
            continue
        family, machine, factors = found
        trace = tuple(stream.below(1 << len(machine.inputs)) for _ in range(steps))
        width = window(steps, factors.exact) if mode == "normal" else 0
        effect = OutputEffect(stream.choice(machine.outputs), target, True, width)
        product = Product.of(machine, trace, effect)
        best = None if product.happens(trace) else cheapest(product, BUDGET)
        if best:
            budget = min(steps, BUDGET, cost(best, product.inputs)[0] + stream.below(2))
            if hard and attempt < ATTEMPTS // 2 and falls(machine, trace, effect, product, budget):
                continue
            return SweepInstance(family, machine, trace, effect, mode, budget, factors, replicate)
    raise LimitError(f"no instance of slice {slice_} in {ATTEMPTS} draws")


def _machine(rng: Rng, slice_: str, steps: int, target: int) -> tuple[str, Machine, Factors] | None:
    """The family of a machine, and that; None where its complexity does not lie in the slice."""
    fit = [each for each in systems() if each.states <= MOST_STATES and 1 <= len(each.inputs) <= MOST_INPUTS]
    known = rng.choice(fit) if rng.below(2) else None
    if known is not None:
        family, states, inputs = known.family, known.states, len(known.inputs)
    else:
        family, states, inputs = "random", 2 + rng.below(12), 1 + rng.below(MOST_INPUTS)
    factors = Factors.of(states=states, inputs=inputs, steps=steps, target=target)
    if factors.slice != slice_:
        return None
    if known is not None:
        return family, canonical(system(known.key)), factors
    try:
        return family, random_machine(rng.fork("machine"), states, inputs, 2), factors
    except LimitError:
        return None
