"""Many runs of one machine at once, with NumPy: one table look-up a step for all traces together.

The tables lie flat: entry ``state * letters + letter``.  States are kept multiplied by the number of letters,
so a step is an addition and two gathers.  Arrays have a row a trace and a column a step.

>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> runs = Batch(latch).run([[0, 1, 0], [0, 0, 0]])
>>> runs.states.tolist(), runs.outputs.tolist()
([[0, 0, 1, 1], [0, 0, 0, 0]], [[0, 1, 1], [0, 0, 0]])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...domains.reactive.machine import Machine
from ...instances.errors import WorldError


@dataclass(frozen=True)
class Runs:
    """``states`` of shape (traces, steps + 1), ``outputs`` of shape (traces, steps), int32 both."""

    states: Any
    outputs: Any


class Batch:
    """The tables of a machine as arrays."""

    def __init__(self, machine: Machine):
        import numpy as np

        self._letters = 1 << len(machine.inputs)
        self._initial = machine.initial * self._letters
        self._successors = np.array(machine.successors, dtype=np.int32).ravel() * np.int32(self._letters)
        self._emitted = np.array(machine.emitted, dtype=np.int32).ravel()

    def run(self, traces: Any) -> Runs:
        """The runs over a (traces, steps) array of letters; WorldError for another shape or other letters."""
        import numpy as np

        letters = np.asarray(traces)
        if letters.ndim != 2 or not np.issubdtype(letters.dtype, np.integer):
            raise WorldError("a batch is a table of letters: a row a trace, a column a step")
        if letters.size and not (letters.min() >= 0 and letters.max() < self._letters):
            raise WorldError("a letter of the batch is out of range")
        count, steps = letters.shape
        by_step = np.ascontiguousarray(letters.T, dtype=np.int32)
        states = np.empty((steps + 1, count), dtype=np.int32)
        outputs = np.empty((steps, count), dtype=np.int32)
        states[0] = self._initial
        for step in range(steps):
            entries = states[step] + by_step[step]
            self._emitted.take(entries, out=outputs[step], mode="clip")
            self._successors.take(entries, out=states[step + 1], mode="clip")
        return Runs((states // self._letters).T, outputs.T)
