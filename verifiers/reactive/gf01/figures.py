"""Figures of an instance: how complex it is, and how much a player can learn from what it does.

DEC-014a, DEC-014b (section 4.3):  w(I) = clamp(w_min, w_max, round(a0 + aT T + aC z(I))) with the locked
defaults below; z(I) is the mean of four normalised factors: states, depth of the effect, transitions, inputs.

Identifiability (``gf01.identifiability_policy.v1``): of every cell (step, input) the run with that value
flipped is compared with the base run.  A cell *responds* when the outputs differ anywhere; its *signature* is
the whole output trace.  The policy asks that a share of the cells respond and that signatures are diverse.

>>> factors = Factors.of(states=5, inputs=3, steps=8, target=3)
>>> round(factors.composite, 4), window(8, factors.composite)
(0.4219, 2)
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> from certwright.domains.reactive.effect import OutputEffect
>>> identifiability(latch, (0, 0), OutputEffect("o", at=1)).response_ratio
1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ....domains.reactive.effect import Effect, Product
from ....domains.reactive.machine import Machine
from ....instances.formats.gf01 import Gf01Instance

ALPHA_0: Final = 1
ALPHA_T: Final = 0
ALPHA_C: Final = 2
WINDOW_MIN: Final = 1
WINDOW_MAX: Final = 6
POLICY: Final = "gf01.identifiability_policy.v1"
METRIC: Final = "single_atom_observation_divergence.v1"
MIN_RESPONSE: Final = 0.6
MIN_SIGNATURES: Final = 8
SLICES: Final = 4  # difficulty slices cut 0..1 into equal parts, so that a slice means the same in every set


@dataclass(frozen=True, slots=True)
class Factors:
    """The four normalised factors, each in 0..1."""

    state_count: Fraction
    effect_depth: Fraction
    transition_count: Fraction
    input_count: Fraction

    @classmethod
    def of(cls, *, states: int, inputs: int, steps: int, target: int) -> Factors:
        """The factors for so many states, inputs and steps of the trace, and a target step."""
        whole = Fraction(1)
        return cls(
            min(whole, Fraction(states, 10)),
            min(whole, Fraction(target + 1, steps)),
            min(whole, Fraction(states * 2**inputs, 128)),
            min(whole, Fraction(inputs, 8)),
        )

    @classmethod
    def of_instance(cls, instance: Gf01Instance) -> Factors:
        """The factors of a GF-01 instance, from its content alone."""
        states, inputs = len(instance.automaton.states), len(instance.automaton.input_aps)
        return cls.of(states=states, inputs=inputs, steps=len(instance.base_trace), target=instance.t_star)

    @property
    def exact(self) -> Fraction:
        """z(I), exactly."""
        return (self.state_count + self.effect_depth + self.transition_count + self.input_count) / 4

    @property
    def composite(self) -> float:
        """z(I)."""
        return float(self.exact)

    @property
    def slice(self) -> str:
        """``Q1`` (easiest) to ``Q4``."""
        return f"Q{min(SLICES, int(self.exact * SLICES) + 1)}"


def window(steps: int, composite: float | Fraction) -> int:
    """w(I) for a trace of so many steps."""
    width = round(ALPHA_0 + ALPHA_T * steps + ALPHA_C * Fraction(composite))
    return max(WINDOW_MIN, min(WINDOW_MAX, width))


@dataclass(frozen=True, slots=True)
class Identifiability:
    """Counts over all cells of an instance."""

    cells: int
    responding: int
    signatures: int  # different output traces, that of the base run too where a cell does not respond
    effective: int  # cells whose flip alone changes whether the effect happens

    @property
    def response_ratio(self) -> float:
        """The share of cells that respond."""
        return self.responding / self.cells if self.cells else 0.0

    def passes(self, min_response: float = MIN_RESPONSE, min_signatures: int = MIN_SIGNATURES) -> bool:
        """Whether the policy accepts the instance; with too few cells for the signatures it never does."""
        return self.response_ratio >= min_response and self.signatures >= min_signatures


def identifiability(machine: Machine, trace: Sequence[int], effect: Effect) -> Identifiability:
    """Flip every cell once; WorldError when trace or effect do not fit the machine."""
    product = Product.of(machine, trace, effect)
    letters = list(trace)
    base, happens = machine.run(letters).outputs, product.happens(letters)
    cells = responding = effective = 0
    signatures: set[tuple[int, ...]] = set()
    for step, letter in enumerate(trace):
        for place in range(len(machine.inputs)):
            letters[step] = letter ^ 1 << place
            outputs = machine.run(letters).outputs
            cells += 1
            responding += outputs != base
            signatures.add(outputs)
            effective += product.happens(letters) != happens
        letters[step] = letter
    return Identifiability(cells, responding, len(signatures), effective)
