"""Trace evaluation (TempoBench TTE): the run of a machine, and whether claimed outputs are its own.

A claimed trace is *accepted* when the machine emits just these outputs on these inputs; otherwise the first
step at which it emits something else is the first bad step.  Outputs of a step are written as a row over
``01``, one character an output in the order of the machine.

>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> run_truth(latch, (0, 1, 0))
{'kind': 'run', 'states': [0, 0, 1, 1], 'outputs': ['0', '1', '1']}
>>> acceptance_truth(latch, (0, 1, 0), (0, 1, 0))
{'kind': 'acceptance', 'accepted': False, 'first_bad_step': 2}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...domains.reactive.machine import Machine


def row(mask: int, width: int) -> str:
    """A bitmask over propositions as a row over ``01``, the first proposition first."""
    return "".join("1" if mask >> bit & 1 else "0" for bit in range(width))


def run_truth(machine: Machine, letters: Sequence[int]) -> dict[str, Any]:
    """The truth of ``simulate``: T + 1 states and T rows of outputs."""
    run = machine.run(letters)
    width = len(machine.outputs)
    return {
        "kind": "run",
        "states": list(run.states),
        "outputs": [row(outputs, width) for outputs in run.outputs],
    }


def first_bad_step(machine: Machine, letters: Sequence[int], claimed: Sequence[int]) -> int | None:
    """The first step at which the machine does not emit what is claimed; None when there is none."""
    emitted = machine.run(letters).outputs
    return next(
        (step for step, pair in enumerate(zip(emitted, claimed, strict=True)) if pair[0] != pair[1]), None
    )


def acceptance_truth(machine: Machine, letters: Sequence[int], claimed: Sequence[int]) -> dict[str, Any]:
    """The truth of ``accept``."""
    bad = first_bad_step(machine, letters, claimed)
    return {"kind": "acceptance", "accepted": bad is None, "first_bad_step": bad}
