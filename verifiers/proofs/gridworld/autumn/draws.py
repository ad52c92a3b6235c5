"""Random numbers: the reference's generator, and a script that takes its place when all draws are tried.

The generator is state := (48271 state mod 2^32) mod (2^31 - 1), and a draw below n is state mod n; seed 0 is
a fixed point, so that it draws 0 for ever.
"""

from __future__ import annotations


class Generator:
    """The reference's random numbers."""

    def __init__(self, state: int):
        self.state = state % 2**32

    def next(self, bound: int) -> int:
        """A number below the bound."""
        self.state = 48271 * self.state % 2**32 % (2**31 - 1)
        return self.state % bound


class Script:
    """Draws as they are told, then 0; keeps the bound of every draw."""

    def __init__(self, choices: list[int], state: int):
        self.choices, self.state = choices, state
        self.bounds: list[int] = []

    def next(self, bound: int) -> int:
        """The next choice."""
        self.bounds.append(bound)
        return self.choices[len(self.bounds) - 1] if len(self.bounds) <= len(self.choices) else 0
