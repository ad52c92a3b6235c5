"""How hard the oracle tries: counts of states, nodes and obligations, never seconds.

The deadline of an external engine is the one clock; when it runs out the answer is ``undecided``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """The bounds of every stage of the cascade, and the engine that looks for plans."""

    engine: str = "auto"
    """``auto`` (own search, then Fast Downward), ``search`` (own only), or a planner of the registry."""
    witness_states: int = 300_000
    """States that the novelty search may generate in search of witnesses."""
    small_space: int = 100_000
    """Spaces up to this many states are explored before anything dearer is tried."""
    large_space: int = 2_000_000
    """The largest space that is explored at all."""
    checkable_space: int = 1_000_000
    """The largest space that a certificate may ask the checker to explore again."""
    greedy_states: int = 20_000
    """Evaluations of one greedy best-first search for one witness."""
    obligations: int = 20_000
    """Proof obligations of one run of property-directed reachability."""
    bound_nodes: int = 50_000
    """States of one proof that no cheaper plan exists."""
    engine_seconds: float = 60.0
    """Deadline of one call of an external engine."""

    @property
    def own_search(self) -> bool:
        """Whether plans are looked for by our own search before any engine is asked."""
        return self.engine in ("auto", "search")
