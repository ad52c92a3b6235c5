"""A machine that runs while something watches for the effect: what every question about causes is asked of.

A node is a state of the machine with what the watcher has seen; ``tables[step][node][letter]`` is the node
after a step.  A run over the letters of ``horizon`` steps ends in an accepting node exactly when the effect
happens; later steps cannot matter.  Node 0 is the initial one.

Watchers: for an output that shall have a value at one of the steps ``first .. at`` it is whether that has
been seen, and horizon is ``at + 1``; for a formula it is what is left of it to satisfy (``ltlf``), over all
steps.

>>> from .hoa import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> product = of_output(latch, (0, 0, 0), "o", True, 1, 1, lambda work: None)
>>> product.happens([0, 0]), product.happens([1, 0])
(False, True)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..refused import clip, refuse
from .hoa import Machine
from .ltlf import Rest

Table = list[list[int]]
Pair = tuple[int, int]  # a state and what the watcher has seen
Spend = Callable[[int], None]
DONE: Pair = (-1, 1)  # the output has been seen: the state is of no interest any more


@dataclass(frozen=True)
class Product:
    """The nodes that runs reach; steps with equal tables share one object."""

    inputs: int
    base: tuple[int, ...]  # the letters of the trace, one for each step of the horizon
    tables: tuple[Table, ...]
    accepting: tuple[bool, ...]

    @property
    def horizon(self) -> int:
        """The number of steps that can matter."""
        return len(self.tables)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.accepting)

    def happens(self, letters: Sequence[int]) -> bool:
        """Whether the effect happens over these letters, at least as many as the horizon has steps."""
        node = 0
        for table, letter in zip(self.tables, letters, strict=False):
            node = table[node][letter]
        return self.accepting[node]


def of_output(
    machine: Machine, trace: tuple[int, ...], name: str, value: bool, first: int, at: int, spend: Spend
) -> Product:
    """The product for an output with a value at one of the steps ``first .. at``."""
    refuse(at >= len(trace), f"query effect: the trace has no step {at}")
    refuse(name not in machine.outputs, f"query effect: {clip(name)} is no output of the machine")
    bit = machine.outputs.index(name)

    def watching(counts: bool) -> Callable[[Pair], list[Pair]]:
        """A step at which the output counts, or not."""

        def step(pair: Pair) -> list[Pair]:
            if pair == DONE:
                return [DONE] * (1 << len(machine.inputs))
            ends = zip(machine.emitted[pair[0]], machine.successors[pair[0]], strict=True)
            return [DONE if counts and word >> bit & 1 == value else (after, 0) for word, after in ends]

        return step

    order, (outside, inside) = _explore((machine.initial, 0), (watching(False), watching(True)), spend)
    tables = (outside,) * first + (inside,) * (at + 1 - first)
    return Product(len(machine.inputs), trace[: at + 1], tables, tuple(pair == DONE for pair in order))


def of_formula(machine: Machine, trace: tuple[int, ...], formula: str, spend: Spend) -> Product:
    """The product for a formula over inputs and outputs that the whole run shall satisfy."""
    rest, known = Rest(formula, spend), (*machine.inputs, *machine.outputs)
    for name in rest.propositions:
        refuse(name not in known, f"query effect: {clip(name)} is no proposition of the machine")
    places = [known.index(name) for name in rest.propositions]

    def step(pair: Pair) -> list[Pair]:
        state, left = pair
        reached = []
        for letter, (word, after) in enumerate(
            zip(machine.emitted[state], machine.successors[state], strict=True)
        ):
            valuation = letter | word << len(machine.inputs)
            read = sum((valuation >> place & 1) << bit for bit, place in enumerate(places))
            reached.append((after, rest.after(left, read)))
        return reached

    order, (table,) = _explore((machine.initial, rest.start), (step,), spend)
    accepting = tuple(rest.satisfied(left) for _, left in order)
    return Product(len(machine.inputs), trace, (table,) * len(trace), accepting)


def _explore(
    start: Pair, steps: Sequence[Callable[[Pair], list[Pair]]], spend: Spend
) -> tuple[list[Pair], tuple[Table, ...]]:
    """The pairs that are reached, breadth-first, and a table over their numbers for each sort of step."""
    order, number = [start], {start: 0}
    tables: tuple[Table, ...] = tuple([] for _ in steps)
    for pair in order:
        for step, table in zip(steps, tables, strict=True):
            reached = step(pair)
            spend(len(reached))
            for target in reached:
                if target not in number:
                    number[target] = len(order)
                    order.append(target)
            table.append([number[target] for target in reached])
    return order, tables
