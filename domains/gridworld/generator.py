"""The reference's random generator, bit for bit.

    state := ((48271 * state) mod 2^32) mod (2^31 - 1);    next(n) = state mod n

The 32-bit overflow makes it another sequence than minstd_rand's.  Seed 0 is a fixed point: every draw is 0.
Successive draws hang together, most of all for bounds that are powers of two: over random seeds what takes
several draws is not as frequent as if each were uniform by itself, which is what probabilities are told for.

>>> generator = Generator(42)
>>> [generator.next(1000) for _ in range(4)]
[382, 363, 533, 939]
"""

from __future__ import annotations

from typing import Protocol

MULTIPLIER = 48271
MODULUS = 2**31 - 1
WORD = 2**32


class Source(Protocol):
    """What random draws come from."""

    state: int

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1."""


class Generator:
    """Holds the state, an integer below 2^32."""

    __slots__ = ("state",)

    def __init__(self, seed: int):
        self.state = seed % WORD

    def next(self, bound: int) -> int:
        """A number from 0 to bound - 1; ``bound`` must be positive."""
        self.state = MULTIPLIER * self.state % WORD % MODULUS
        return self.state % bound


class Script:
    """Stands in for a generator: replays given choices, then takes 0, and records every bound it saw."""

    __slots__ = ("bounds", "choices", "state")

    def __init__(self, choices: list[int], state: int):
        self.choices, self.state = choices, state
        self.bounds: list[int] = []

    def next(self, bound: int) -> int:
        """The next choice of the script, 0 beyond its end."""
        place = len(self.bounds)
        self.bounds.append(bound)
        return self.choices[place] if place < len(self.choices) else 0
