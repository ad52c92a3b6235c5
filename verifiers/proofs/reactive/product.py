"""A machine that runs while something watches for the effect: what questions about causes are asked of."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import xor

from ..fields import Stated
from ..planning.model import ones
from ..refused import clip, refuse
from .hoa import Machine
from .ltlf import Rest

Table = list[list[int]]
Spend = Callable[[int], None]
Watch = Callable[[int, int], int]  # what is seen after a step, by what was before, its inputs and outputs
Watched = tuple[
    list[Watch], int, Callable[[int], bool]
]  # for each step; at first; whether the effect is seen
DONE = -1  # the output has been seen: the state is of no interest any more, and the initial one stands for it


class Product:
    """The nodes that runs reach: a state of the machine and what has been seen; node 0 is the initial one.

    ``tables[step][node][letter]`` is the node after a step; steps with equal tables share one object.  A run
    of ``horizon`` steps ends in an accepting node exactly when the effect happens; later steps cannot matter.
    ``base`` are the letters of the trace.  A set of nodes or cells is an integer.
    """

    def __init__(self, machine: Machine, trace: tuple[int, ...], effect: Stated, spend: Spend):
        watched = _formula if effect.kind == "ltlf" else _output
        self._watches, start, accepts = watched(machine, len(trace), effect, spend)
        self.inputs, self.horizon, self._spend = len(machine.inputs), len(self._watches), spend
        nodes, number = [(machine.initial, start)], {(machine.initial, start): 0}
        self._sorts: dict[Watch, Table] = {watch: [] for watch in self._watches}
        for state, seen in nodes:
            for watch, table in self._sorts.items():
                spend(1 << self.inputs)
                row = list[int]()
                for letter, after in enumerate(machine.successors[state]):
                    sight = watch(seen, letter | machine.emitted[state][letter] << self.inputs)
                    target = (machine.initial if sight == DONE else after, sight)
                    row.append(number.setdefault(target, len(nodes)))
                    nodes += [target] if row[-1] == len(nodes) else []
                table.append(row)
        self.tables, self.base = [self._sorts[watch] for watch in self._watches], trace[: self.horizon]
        self.accepting = [accepts(seen) for _, seen in nodes]
        self._rejecting = int("".join("0" if good else "1" for good in reversed(self.accepting)), 2)
        self._image = cache(self._reached)

    def happens(self, letters: Sequence[int]) -> bool:
        """Whether the effect happens over these letters, at least as many as the horizon has steps."""
        node = 0
        for table, letter in zip(self.tables, letters, strict=False):
            node = table[node][letter]
        return self.accepting[node]

    def happens_under(self, flips: int) -> bool:
        """Whether the effect happens when exactly these cells are flipped."""
        self._spend(self.horizon)
        return self.happens(list(map(xor, self.base, self._masks(flips))))

    def unavoidable(self, held: int) -> bool:
        """Whether flips of all cells but these cannot keep the effect from happening."""
        return not self.avoidable(~held)

    def avoidable(self, free: int) -> bool:
        """Whether flips within a set of cells can keep the effect from happening."""
        self._spend(self.horizon)
        nodes = 1  # those that a run can be in, step by step
        for watch, letter, mask in zip(self._watches, self.base, self._masks(free), strict=True):
            nodes = self._image(watch, letter, mask, nodes)
        return bool(nodes & self._rejecting)

    def _reached(self, watch: Watch, letter: int, free: int, nodes: int) -> int:
        """The nodes that a step leads to from some nodes, under flips of free inputs."""
        self._spend(nodes.bit_count() << free.bit_count())
        table, choices = self._sorts[watch], [letter]
        for bit in ones(free):
            choices += [choice ^ 1 << bit for choice in choices]
        targets = {table[node][choice] for node in ones(nodes) for choice in choices}
        return sum(1 << target for target in targets)

    def _masks(self, cells: int) -> list[int]:
        """A set of cells as one mask of inputs for each step."""
        row = (1 << self.inputs) - 1
        return [cells >> step * self.inputs & row for step in range(self.horizon)]


def _formula(machine: Machine, steps: int, effect: Stated, spend: Spend) -> Watched:
    """A formula that holds of the whole run."""
    rest, known = Rest(effect.formula, spend), (*machine.inputs, *machine.outputs)
    for name in rest.propositions:
        refuse(name not in known, f"query effect: {clip(name)} is no proposition of the machine")
    places = [known.index(name) for name in rest.propositions]

    def step(left: int, valuation: int) -> int:
        return rest.after(left, sum((valuation >> place & 1) << bit for bit, place in enumerate(places)))

    return [step] * steps, rest.start, rest.satisfied


def _output(machine: Machine, steps: int, effect: Stated, spend: Spend) -> Watched:
    """An output with a value at one of some steps."""
    refuse(effect.at >= steps, f"query effect: the trace has no step {effect.at}")
    refuse(effect.ap not in machine.outputs, f"query effect: {clip(effect.ap)} is no output of the machine")
    bit, first = len(machine.inputs) + machine.outputs.index(effect.ap), max(0, effect.at - effect.window)

    def inside(seen: int, valuation: int) -> int:
        return DONE if valuation >> bit & 1 == effect.value else seen

    watches: list[Watch] = [lambda seen, valuation: seen] * first + [inside] * (effect.at + 1 - first)
    return watches, 0, lambda seen: seen == DONE
