"""The product of a machine, a base trace and an effect: what every question about interventions is asked of.

A node stands for a state of the machine together with what the effect's monitor has seen.  A run of the
product over any letters ends in an accepting node exactly when the effect happens; steps after ``horizon``
cannot matter.  Node 0 is initial; the numbering is by breadth-first search over states and letters, so it is
a function of the tables alone.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=1))
>>> product.horizon, product.happens([0, 0]), product.happens([1, 0])
(2, False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...instances.errors import WorldError
from .effect import Effect, LtlfEffect, OutputEffect
from .machine import Machine, breadth_first

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Product:
    """``tables[t][node][letter]`` is the next node; equal tables are one object, so identity tells phases."""

    inputs: int  # the number of input propositions; letters are below ``1 << inputs``
    base: tuple[int, ...]  # the letters of the base trace, ``horizon`` of them
    tables: tuple[Table, ...]
    accepting: tuple[bool, ...]

    @classmethod
    def of(cls, machine: Machine, trace: Sequence[int], effect: Effect) -> Product:
        """The product; WorldError when the effect lies after the trace or names no proposition of it."""
        if any(not 0 <= letter < 1 << len(machine.inputs) for letter in trace):
            raise WorldError("a letter of the trace is out of range")
        if isinstance(effect, OutputEffect):
            return _with_output(machine, tuple(trace), effect)
        return _with_monitor(machine, tuple(trace), effect)

    @property
    def horizon(self) -> int:
        """The number of steps that can matter."""
        return len(self.tables)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.accepting)

    def end(self, letters: Sequence[int]) -> int:
        """The node after the first ``horizon`` letters."""
        node = 0
        for table, letter in zip(self.tables, letters, strict=False):
            node = table[node][letter]
        return node

    def happens(self, letters: Sequence[int]) -> bool:
        """Whether the effect happens on the run over these letters (at least ``horizon`` of them)."""
        return self.accepting[self.end(letters)]


def _with_output(machine: Machine, trace: tuple[int, ...], effect: OutputEffect) -> Product:
    if effect.at >= len(trace):
        raise WorldError(f"the effect is at step {effect.at}, the trace has steps 0 to {len(trace) - 1}")
    if effect.ap not in machine.outputs:
        raise WorldError(f"{effect.ap!r} is no output proposition of the machine")
    bit, letters = machine.outputs.index(effect.ap), range(1 << len(machine.inputs))
    order, number = breadth_first(machine.initial, machine.successors)
    done = len(order)
    stay = (done,) * len(letters)
    outside = [tuple(number[after] for after in machine.successors[state]) for state in order]
    inside = [
        tuple(
            done if (machine.emitted[state][letter] >> bit & 1) == effect.value else outside[node][letter]
            for letter in letters
        )
        for node, state in enumerate(order)
    ]
    before, within = (*outside, stay), (*inside, stay)
    tables = (before,) * effect.first + (within,) * (effect.at + 1 - effect.first)
    accepting = (False,) * done + (True,)
    return Product(len(machine.inputs), trace[: effect.at + 1], tables, accepting)


def _with_monitor(machine: Machine, trace: tuple[int, ...], effect: LtlfEffect) -> Product:
    monitor, letters = effect.monitor, range(1 << len(machine.inputs))
    known = (*machine.inputs, *machine.outputs)
    if missing := [ap for ap in monitor.aps if ap not in known]:
        raise WorldError(f"{missing[0]!r} is no proposition of the machine")
    places = [known.index(ap) for ap in monitor.aps]
    order = [(machine.initial, 0)]
    number = {order[0]: 0}
    rows = []
    for state, watching in order:
        row = []
        for letter in letters:
            valuation = letter | machine.emitted[state][letter] << len(machine.inputs)
            seen = sum((valuation >> place & 1) << bit for bit, place in enumerate(places))
            pair = (machine.successors[state][letter], monitor.successors[watching][seen])
            if pair not in number:
                number[pair] = len(order)
                order.append(pair)
            row.append(number[pair])
        rows.append(tuple(row))
    accepting = tuple(monitor.accepting[watching] for _, watching in order)
    return Product(len(machine.inputs), trace, (tuple(rows),) * len(trace), accepting)
