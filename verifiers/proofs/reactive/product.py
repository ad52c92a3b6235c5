"""A machine that runs while something watches for the effect: what every question about causes is asked of.

A node is a state of the machine with what the watcher has seen; ``tables[step][node][letter]`` is the node
after a step.  A run over the letters of ``horizon`` steps ends in an accepting node exactly when the effect
happens; later steps cannot matter.  Node 0 is the initial one.

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
Spend = Callable[[int], None]
Watch = Callable[[int, int], int]
"""What has been seen after a step, given what was seen before it, and its inputs and outputs."""
DONE = -1  # the output has been seen: the state is of no interest any more, and the initial one stands for it


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
    bit = len(machine.inputs) + machine.outputs.index(name)

    def outside(seen: int, valuation: int) -> int:
        return seen

    def inside(seen: int, valuation: int) -> int:
        return DONE if valuation >> bit & 1 == value else seen

    steps = (outside,) * first + (inside,) * (at + 1 - first)
    return _product(machine, trace, (outside, inside), steps, 0, lambda seen: seen == DONE, spend)


def of_formula(machine: Machine, trace: tuple[int, ...], formula: str, spend: Spend) -> Product:
    """The product for a formula over inputs and outputs that the whole run shall satisfy (``ltlf``)."""
    rest, known = Rest(formula, spend), (*machine.inputs, *machine.outputs)
    for name in rest.propositions:
        refuse(name not in known, f"query effect: {clip(name)} is no proposition of the machine")
    places = [known.index(name) for name in rest.propositions]

    def step(left: int, valuation: int) -> int:
        return rest.after(left, sum((valuation >> place & 1) << bit for bit, place in enumerate(places)))

    return _product(machine, trace, (step,), (step,) * len(trace), rest.start, rest.satisfied, spend)


def _product(
    machine: Machine,
    trace: tuple[int, ...],
    watches: tuple[Watch, ...],
    steps: tuple[Watch, ...],
    start: int,
    accepts: Callable[[int], bool],
    spend: Spend,
) -> Product:
    """The nodes that are reached, breadth-first, and a table over them for each sort of step."""
    order, number, width = [(machine.initial, start)], {(machine.initial, start): 0}, len(machine.inputs)
    tables: dict[Watch, Table] = {watch: [] for watch in watches}
    for state, seen in order:
        for watch, table in tables.items():
            spend(1 << width)
            row = list[int]()
            for letter, after in enumerate(machine.successors[state]):
                sight = watch(seen, letter | machine.emitted[state][letter] << width)
                target = (machine.initial if sight == DONE else after, sight)
                row.append(number.setdefault(target, len(order)))
                order += [target] if row[-1] == len(order) else []
            table.append(row)
    accepting = tuple([accepts(seen) for _, seen in order])
    return Product(width, trace[: len(steps)], tuple([tables[watch] for watch in steps]), accepting)
