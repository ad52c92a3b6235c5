"""Machines from other tables: outputs that hang on states, propositions in another order."""

from __future__ import annotations

from collections.abc import Sequence

from ...instances.errors import WorldError
from .machine import Machine, Timing

Row = Sequence[int]


def of_moore(
    inputs: Sequence[str],
    outputs: Sequence[str],
    initial: int,
    successors: Sequence[Row],
    words: Sequence[int],
    timing: Timing = Timing.MOORE,
) -> Machine:
    """The machine whose output hangs on a state: ``words[state]`` is a bitmask over the outputs.

    With ``Timing.MOORE`` the state in which the letter is read speaks, with ``Timing.MOORE_ENTERED`` the
    state that the letter leads to (the side files ``output_by_state`` of GF-01's formal tasks).

    >>> entered = of_moore(("r",), ("o",), 0, ((0, 1), (1, 1)), (0, 1), Timing.MOORE_ENTERED)
    >>> entered.run([0, 1]).outputs
    (0, 1)
    """
    if timing is Timing.MEALY or len(words) != len(successors):
        raise WorldError("a Moore machine has one output for each state")
    if any(not 0 <= after < len(words) for row in successors for after in row):
        raise WorldError("a state leads out of the tables")
    emitted = (
        tuple(words[after if timing is Timing.MOORE_ENTERED else state] for after in row)
        for state, row in enumerate(successors)
    )
    return Machine(tuple(inputs), tuple(outputs), initial, tuple(map(tuple, successors)), tuple(emitted))


def arranged(machine: Machine, inputs: Sequence[str], outputs: Sequence[str]) -> Machine:
    """The same behaviour over propositions in another order.

    Inputs that the machine does not have are ignored by it, outputs that it does not have are always false.
    WorldError when one of its own is left out.
    """
    if missing := [name for name in machine.inputs if name not in inputs]:
        raise WorldError(f"the input {missing[0]!r} would be lost")
    if missing := [name for name in machine.outputs if name not in outputs]:
        raise WorldError(f"the output {missing[0]!r} would be lost")
    letters = [_mapped(letter, inputs, machine.inputs) for letter in range(1 << len(inputs))]
    return Machine(
        tuple(inputs),
        tuple(outputs),
        machine.initial,
        tuple(tuple(row[letter] for letter in letters) for row in machine.successors),
        tuple(
            tuple(_mapped(row[letter], machine.outputs, outputs) for letter in letters)
            for row in machine.emitted
        ),
    )


def _mapped(mask: int, source: Sequence[str], target: Sequence[str]) -> int:
    """A bitmask over ``source`` as one over ``target``; names that are not in both are dropped."""
    return sum((mask >> source.index(name) & 1) << bit for bit, name in enumerate(target) if name in source)
