"""How complex an instance is, the window that normal mode derives from it, and its difficulty slice.

DEC-014a and DEC-014b (section 4.3):  w(I) = clamp(w_min, w_max, round(a0 + aT T + aC z(I))) with the locked
defaults below; z(I) is the mean of four normalised factors that TempoBench's difficulty rests on: states,
depth of the effect, transitions, inputs.  ``round`` goes to the even neighbour.

>>> factors = Factors.of(states=5, inputs=3, steps=8, target=3)
>>> round(factors.composite, 4), window(8, factors.composite)
(0.4219, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ....instances.formats.gf01 import Gf01Instance

ALPHA_0: Final = 1
ALPHA_T: Final = 0
ALPHA_C: Final = 2
WINDOW_MIN: Final = 1
WINDOW_MAX: Final = 6
SLICES: Final = 4
"""Difficulty slices cut 0..1 into equal parts, so that a slice means the same in every set."""


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
        one = Fraction(1)
        return cls(
            min(one, Fraction(states, 10)),
            min(one, Fraction(target + 1, steps)),
            min(one, Fraction(states * 2**inputs, 128)),
            min(one, Fraction(inputs, 8)),
        )

    @classmethod
    def of_instance(cls, instance: Gf01Instance) -> Factors:
        """The factors of a GF-01 instance, from its content alone."""
        return cls.of(
            states=len(instance.automaton.states),
            inputs=len(instance.automaton.input_aps),
            steps=len(instance.base_trace),
            target=instance.t_star,
        )

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
    wanted = round(ALPHA_0 + ALPHA_T * steps + ALPHA_C * Fraction(composite))
    return max(WINDOW_MIN, min(WINDOW_MAX, wanted))
