"""Spot (Duret-Lutz et al., 2022), from the wheel ``spottl``: omega-automata and linear temporal logic.

So far a sign of life only: translate a formula to a deterministic automaton in the Hanoi format.
"""

from __future__ import annotations

from typing import Any

from . import process
from .child import PACKAGE, Returned, in_child
from .outcome import Undecided
from .registry import require

KEY = "spot"


def automaton(formula: str, *, deadline: float = process.DEADLINE) -> str | Undecided:
    """A deterministic parity automaton for an LTL formula, as HOA text."""
    require(KEY)
    result = in_child(f"{PACKAGE}.spot:translate", formula, engine=KEY, deadline=deadline)
    return str(result.value) if isinstance(result, Returned) else result


def translate(formula: Any) -> str:
    """The child's side of `automaton`."""
    import spot

    return str(spot.translate(formula, "deterministic", "parity", "complete").to_str("hoa"))
