"""How thorough an audit is."""

from __future__ import annotations

from dataclasses import dataclass

CHECKS = ("gold", "idle", "answers", "proofs", "second", "source", "published")
"""The checks in the order in which they run; each is a module of this package."""
GUESS = "guess"
"""The check of a whole set, made when it is asked for: the panel of blind guessers."""


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """Which checks are made, and how much is asked of the second engine."""

    checks: tuple[str, ...] = CHECKS
    engine: str = "fd"
    """The planner that is asked for second opinions: fd, sat, z3 or up:NAME."""
    sample: int = 3
    """How many claims of one sort it is asked about in one instance."""
    seconds: float = 10.0
    """Its deadline for one claim; afterwards the claim stays open."""

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that must be there."""
        return (self.engine, "fd-translate", "sat", "z3") if "second" in self.checks else ()
