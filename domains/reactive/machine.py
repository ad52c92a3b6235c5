"""A reactive system as plain tables: total, deterministic, compiled once, no BDD at run time.

A *letter* is a valuation of the input propositions as a bitmask: bit i is the value of ``inputs[i]``.  What
the machine emits at a step is a bitmask over ``outputs`` in the same way.  At step t the machine is in state
s_t, reads the letter i_t, emits ``emitted[s_t][i_t]`` and goes to ``successors[s_t][i_t]``: the Mealy
reading.  A Moore machine is the special case in which what is emitted depends on one state alone; ``timing``
says which: the state that is left (the usual Moore machine) or the one that is entered (GF-01).

>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> latch.run([0, 1, 0])
Run(states=(0, 0, 1, 1), outputs=(0, 1, 1))
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from ...instances.errors import WorldError

Node = TypeVar("Node", bound=Hashable)


class Timing(str, Enum):
    """What a step's output depends on."""

    MEALY = "mealy"
    MOORE = "moore"  # the state in which the letter is read
    MOORE_ENTERED = "moore-entered"  # the state that the letter leads to


@dataclass(frozen=True)
class Run:
    """The run over T letters: T + 1 states, T outputs (bitmasks)."""

    states: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True)
class Machine:
    """A total deterministic machine; tables are indexed [state][letter]."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    initial: int
    successors: tuple[tuple[int, ...], ...]
    emitted: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """WorldError when a table has a hole, or points outside itself."""
        names = (*self.inputs, *self.outputs)
        if len(set(names)) != len(names):
            raise WorldError("an atomic proposition is declared twice")
        states, letters, words = len(self.successors), 1 << len(self.inputs), 1 << len(self.outputs)
        if not 0 <= self.initial < states or len(self.emitted) != states:
            raise WorldError("the tables do not fit the states")
        for state in range(states):
            after, emitted = self.successors[state], self.emitted[state]
            if len(after) != letters or len(emitted) != letters:
                raise WorldError(f"state {state} does not have one entry for each of {letters} letters")
            if min(*after, *emitted) < 0 or max(after) >= states or max(emitted) >= words:
                raise WorldError(f"state {state} leads or emits out of the tables")

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.successors)

    @property
    def edges(self) -> int:
        """The number of transitions: distinct (state, outputs, target)."""
        return sum(map(len, map(set, map(zip, self.successors, self.emitted))))

    @cached_property
    def timing(self) -> Timing:
        """The most special reading that the tables allow."""
        if all(len(set(row)) == 1 for row in self.emitted):
            return Timing.MOORE
        entered: dict[int, int] = {}
        for after, emitted in zip(self.successors, self.emitted, strict=True):
            for state, word in zip(after, emitted, strict=True):
                if entered.setdefault(state, word) != word:
                    return Timing.MEALY
        return Timing.MOORE_ENTERED

    def run(self, letters: Iterable[int]) -> Run:
        """The run from the initial state."""
        state, states, outputs = self.initial, [self.initial], []
        for letter in letters:
            outputs.append(self.emitted[state][letter])
            state = self.successors[state][letter]
            states.append(state)
        return Run(tuple(states), tuple(outputs))


@dataclass(frozen=True)
class Runs:
    """``states`` of shape (traces, steps + 1), ``outputs`` of shape (traces, steps), int32 both."""

    states: Any
    outputs: Any


class Batch:
    """The tables of a machine as NumPy arrays: one look-up a step for many traces together.

    The tables lie flat: entry ``state * letters + letter``.  States are kept multiplied by the number of
    letters, so a step is an addition and two gathers.  Arrays have a row a trace and a column a step.

    >>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
    >>> runs = Batch(latch).run([[0, 1, 0], [0, 0, 0]])
    >>> runs.states.tolist(), runs.outputs.tolist()
    ([[0, 0, 1, 1], [0, 0, 0, 0]], [[0, 1, 1], [0, 0, 0]])
    """

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


def refined(colours: Sequence[int], successors: Sequence[Sequence[int]]) -> list[int]:
    """A number for each state, equal where no word tells states of one colour apart (Moore, 1956)."""
    group, count = list(colours), len(set(colours))
    while True:
        keys: dict[tuple[int, ...], int] = {}
        finer = [
            keys.setdefault((group[state], *(group[after] for after in row)), len(keys))
            for state, row in enumerate(successors)
        ]
        if len(keys) == count:
            return group
        group, count = finer, len(keys)


def explored(
    start: Node, after: Callable[[Node], Iterable[Node]], check: Callable[[int], None] = lambda size: None
) -> tuple[list[Node], list[tuple[int, ...]]]:
    """The nodes that a node leads to, breadth first, and for each the numbers of those after it.

    ``check`` is told how many nodes there are before one more is expanded.
    """
    number, order, rows = {start: 0}, [start], list[tuple[int, ...]]()
    for node in order:
        check(len(order))
        targets = tuple(after(node))
        fresh = [target for target in dict.fromkeys(targets) if target not in number]
        number.update(zip(fresh, count(len(order))))
        order += fresh
        rows.append(tuple(number[target] for target in targets))
    return order, rows


def breadth_first(
    start: int, successors: Sequence[Sequence[int]], group: Sequence[int] | None = None
) -> tuple[list[int], dict[int, int]]:
    """The states, or one for each of ``group``, as words of letters reach them, and the place of each."""
    group = range(len(successors)) if group is None else group
    order, number = [start], {group[start]: 0}
    for state in order:
        for after in successors[state]:
            if group[after] not in number:
                number[group[after]] = len(order)
                order.append(after)
    return order, number
