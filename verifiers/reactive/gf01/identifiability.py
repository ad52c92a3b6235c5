"""Identifiability: how much a player can learn from what it does (``gf01.identifiability_policy.v1``).

For every cell (step, input) the run with that one value flipped is compared with the base run, outputs at
all steps.  A cell *responds* when they differ anywhere; its *signature* is the whole output trace.  The
policy asks that a share of the cells respond and that signatures are diverse.  It says nothing of whether the
cause of the effect can be found: beside it stands the number of cells whose flip changes the effect.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> identifiability(latch, (0, 0), OutputEffect("o", at=1)).response_ratio
1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ....domains.reactive.effect import Effect
from ....domains.reactive.machine import Machine
from ....domains.reactive.product import Product

POLICY: Final = "gf01.identifiability_policy.v1"
METRIC: Final = "single_atom_observation_divergence.v1"
MIN_RESPONSE: Final = 0.6
MIN_SIGNATURES: Final = 8


@dataclass(frozen=True, slots=True)
class Identifiability:
    """Counts over all cells of an instance."""

    cells: int
    responding: int
    signatures: int
    """Different output traces among the cells; that of the base run is one where a cell does not respond."""
    effective: int
    """Cells whose flip alone changes whether the effect happens."""

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
