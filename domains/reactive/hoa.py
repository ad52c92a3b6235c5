"""Machines as HOA text: the canonical form of the records, and the reading of explicit automata.

In extended HOA (SYNTCOMP) ``controllable-AP`` lists the outputs; all other propositions are inputs, in the
order of ``AP:``.  An automaton that accepts every run (``Acceptance: 0 t``) is a Mealy machine when each
state has, for each letter over the inputs, one valuation of the outputs and one target.

Canonical text is what ``write_hoa`` makes of ``canonical(machine)``: Moore's partition refinement (1956)
joins equivalent states, breadth-first search over the letters numbers them, inputs stand before outputs in
``AP:``, and edges with one target and one output are one edge whose label is an irredundant cover of its
letters.  Equal behaviour over the same names gives equal bytes.

>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> print(write_hoa(latch), end="")
HOA: v1
States: 2
Start: 0
AP: 2 "r" "o"
controllable-AP: 1
acc-name: all
Acceptance: 0 t
properties: trans-labels explicit-labels deterministic
--BODY--
State: 0
[!0&!1] 0
[0&1] 1
State: 1
[1] 1
--END--
>>> read_hoa(write_hoa(latch)) == latch
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...instances.errors import LimitError, UnsupportedError, WorldError
from .hoa_syntax import Automaton, Edge, Program, State, parse
from .labels import WIDTH_LIMIT, Space, cube_text, label_text, members
from .machine import Machine

TABLE_LIMIT = 4_000_000
"""The most entries of a machine's table: states times letters."""
WORK_LIMIT = 1 << 40
"""The most bits of truth tables that are computed to read one file."""


def read_hoa(
    text: str, *, file: str = "system.hoa", outputs: Sequence[str] | None = None, choose: bool = False
) -> Machine:
    """The machine of an explicit automaton that accepts every run; states keep their order.

    ``outputs`` stands for a missing ``controllable-AP``.  Where several valuations of the outputs fit a
    letter, ``choose`` takes the first one in the order of their rows over "01" (false before true, the first
    output weighs most); without it they are refused.  States that no run reaches are left out.

    Raises WorldError with the line for text that is malformed, nondeterministic (naming state and letter) or
    incomplete, UnsupportedError for what only a game solver can turn into a machine, LimitError for size.
    """
    return machine_of(parse(text, file), outputs=outputs, choose=choose)


def machine_of(
    automaton: Automaton, *, outputs: Sequence[str] | None = None, choose: bool = False
) -> Machine:
    """The machine of a parsed automaton, as `read_hoa` says."""
    return numbered(automaton, outputs=outputs, choose=choose)[0]


def numbered(
    automaton: Automaton, *, outputs: Sequence[str] | None = None, choose: bool = False
) -> tuple[Machine, tuple[int, ...]]:
    """The machine, and for each of its states the number that the file gives it."""
    initial = initial_state(automaton)
    assert automaton.acceptance is not None
    if automaton.acceptance[1] not in ("t", "( t )"):
        raise UnsupportedError(
            f"{automaton.file}:{automaton.acceptance_line}: acceptance {automaton.acceptance[1]!r} makes "
            "this a game, not a machine; a game has to be solved first"
        )
    reader = _Reader(automaton, interface(automaton, outputs), choose)
    rows: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    order = [initial]
    for state in order:
        if state not in rows:
            rows[state] = reader.row(state)
            order.extend(sorted(set(rows[state][0]) - rows.keys()))
    number = {state: place for place, state in enumerate(sorted(rows))}
    kept = [rows[state] for state in sorted(rows)]
    after = tuple(tuple(number[target] for target in row) for row, _ in kept)
    io = reader.interface
    machine = Machine(io.inputs, io.outputs, number[initial], after, tuple(row for _, row in kept))
    return machine, tuple(number)


def initial_state(automaton: Automaton) -> int:
    """The one initial state; UnsupportedError when there is no such thing."""
    where = f"{automaton.file}:{automaton.start_line or 1}"
    starts = automaton.starts
    if not starts:
        raise UnsupportedError(f"{where}: no initial state, so the automaton has no run")
    if len(set(starts)) > 1:
        named = ", ".join("&".join(map(str, start)) for start in starts)
        raise UnsupportedError(f"{where}: several initial states ({named}); a machine has one")
    edges = (edge for state in automaton.states for edge in state.edges)
    if len(starts[0]) > 1 or any(len(edge.targets) > 1 for edge in edges):
        raise UnsupportedError(f"{where}: a conjunction of states: alternating automata are no machines")
    return starts[0][0]


@dataclass(frozen=True)
class Interface:
    """The propositions of a system and, for each index of ``AP:``, its place in a truth table.

    Input i has place i.  The last output has the place after the inputs and the first output the highest, so
    valuations of the outputs ascend as their rows over "01" do.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    places: tuple[int, ...]

    def word(self, high: int) -> int:
        """The bitmask over ``outputs`` of the upper part of a valuation."""
        count = len(self.outputs)
        return sum((high >> (count - 1 - bit) & 1) << bit for bit in range(count))

    def letter_text(self, letter: int) -> str:
        """A letter as a conjunction of names, for messages."""
        literals = [f"{'' if letter >> bit & 1 else '!'}{name}" for bit, name in enumerate(self.inputs)]
        return "&".join(literals) or "the empty letter"


def interface(automaton: Automaton, outputs: Sequence[str] | None = None) -> Interface:
    """Inputs and outputs of a file; UnsupportedError when nothing says which are outputs."""
    names = automaton.propositions
    if outputs is not None:
        if unknown := [name for name in outputs if name not in names]:
            raise WorldError(f"{unknown[0]!r} is no proposition of the automaton", file=automaton.file)
        controlled = {names.index(name) for name in outputs}
    elif automaton.controllable is None:
        raise UnsupportedError(f"{automaton.file}:1: no controllable-AP: nothing says what the outputs are")
    else:
        controlled = set(automaton.controllable)
    ins = [place for place in range(len(names)) if place not in controlled]
    outs = sorted(controlled)
    if len(names) > WIDTH_LIMIT:
        raise LimitError(f"{automaton.file}: {len(names)} propositions; at most {WIDTH_LIMIT} are read")
    places = {ap: place for place, ap in enumerate((*ins, *reversed(outs)))}
    return Interface(
        tuple(names[place] for place in ins),
        tuple(names[place] for place in outs),
        tuple(places[place] for place in range(len(names))),
    )


class _Reader:
    """Rows of the machine's tables, from the edges of one state at a time."""

    def __init__(self, automaton: Automaton, io: Interface, choose: bool):
        self.file, self.interface, self.choose = automaton.file, io, choose
        self.space, self.work = Space(len(io.places)), 0
        self.states: Mapping[int, State] = {state.number: state for state in automaton.states}
        if (entries := max(1, len(self.states)) << len(io.inputs)) > TABLE_LIMIT:
            raise LimitError(f"{self.file}: a table of {entries} entries; at most {TABLE_LIMIT} are made")

    def row(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Targets and outputs of a state by letter."""
        state = self.states.get(number)
        if state is None:
            raise WorldError(f"state {number} is reached but not defined", file=self.file)
        tables = self._targets(state)
        after, emitted = [-1] * (1 << len(self.interface.inputs)), [0] * (1 << len(self.interface.inputs))
        for letter, word, target in self._least(tables):
            after[letter], emitted[letter] = target, word
        if -1 in after:
            text = self.interface.letter_text(after.index(-1))
            raise self._fault(state, f"has no edge for {text}: the automaton is incomplete")
        if not self.choose and sum(table.bit_count() for table in tables.values()) > len(after):
            text = self.interface.letter_text(self._open(tables))
            raise UnsupportedError(
                f"{self.file}:{state.line}: state {number} leaves the outputs open for {text}"
            )
        return tuple(after), tuple(emitted)

    def _targets(self, state: State) -> dict[int, int]:
        """The valuations that lead to each target; WorldError when one leads to two."""
        tables: dict[int, int] = {}
        taken = 0
        for edge, table in self._edges(state):
            self._spend(self.space.width)
            target = edge.targets[0]
            if clash := table & taken & ~tables.get(target, 0):
                valuation = next(members(clash))
                letter = self.interface.letter_text(valuation & ((1 << len(self.interface.inputs)) - 1))
                first = next(other for other, seen in tables.items() if seen >> valuation & 1)
                raise WorldError(
                    f"state {state.number} leads to {first} and to {target} for {letter}: "
                    "the automaton is nondeterministic",
                    file=self.file,
                    line=edge.line,
                )
            tables[target] = tables.get(target, 0) | table
            taken |= table
        return tables

    def _edges(self, state: State) -> Iterator[tuple[Edge, int]]:
        """The edges with the valuations under which they are taken."""
        if state.label is not None:
            table = self._evaluate(state.label)
            yield from ((edge, table) for edge in state.edges)
        elif state.edges and state.edges[0].label is None:
            width = self.space.width
            if len(state.edges) != 1 << width:
                raise self._fault(
                    state, f"has {len(state.edges)} edges without labels; they must be {1 << width}"
                )
            for valuation, edge in enumerate(state.edges):
                places = self.interface.places
                yield edge, 1 << sum((valuation >> ap & 1) << place for ap, place in enumerate(places))
        else:
            for edge in state.edges:
                yield edge, self._evaluate(edge.label or ())

    def _spend(self, operations: int) -> None:
        self.work += operations << self.space.width
        if self.work > WORK_LIMIT:
            raise LimitError(f"{self.file}: the labels are too large to be read: over {WORK_LIMIT} bits")

    def _evaluate(self, label: Program) -> int:
        self._spend(len(label))
        stack: list[int] = []
        for one in label:
            if isinstance(one, int):
                stack.append(self.space.proposition(self.interface.places[one]))
            elif one in "tf":
                stack.append(self.space.all if one == "t" else 0)
            elif one == "!":
                stack[-1] ^= self.space.all
            else:
                right = stack.pop()
                stack[-1] = stack[-1] & right if one == "&" else stack[-1] | right
        return stack[0]

    def _least(self, tables: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
        """For each letter that has an edge: the letter, its least word and the target; words ascend."""
        inputs = len(self.interface.inputs)
        waiting = [(list(tables.items()), len(self.interface.outputs), 0)]
        letters = (1 << (1 << inputs)) - 1
        while waiting and letters:
            parts, left, high = waiting.pop()
            if left:
                size = 1 << (inputs + left - 1)
                for value in (1, 0):  # the last one pushed is looked at first
                    half = [
                        (target, table >> size if value else table & ((1 << size) - 1))
                        for target, table in parts
                    ]
                    if kept := [(target, table) for target, table in half if table]:
                        waiting.append((kept, left - 1, high << 1 | value))
                continue
            for target, table in parts:
                for letter in members(table & letters):
                    yield letter, self.interface.word(high), target
                letters &= ~table

    def _open(self, tables: Mapping[int, int]) -> int:
        """A letter that fits several valuations of the outputs."""
        seen: set[int] = set()
        for table in tables.values():
            for valuation in members(table):
                letter = valuation & ((1 << len(self.interface.inputs)) - 1)
                if letter in seen:
                    return letter
                seen.add(letter)
        return 0

    def _fault(self, state: State, message: str) -> WorldError:
        return WorldError(f"state {state.number} {message}", file=self.file, line=state.line)


def write_hoa(machine: Machine) -> str:
    """HOA text of the machine as it is numbered; the last line ends."""
    inputs, names = len(machine.inputs), (*machine.inputs, *machine.outputs)
    quoted = ['"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"' for name in names]
    controllable = [str(inputs + place) for place in range(len(machine.outputs))]
    lines = [
        "HOA: v1",
        f"States: {machine.states}",
        f"Start: {machine.initial}",
        " ".join(["AP:", str(len(names)), *quoted]),
        " ".join(["controllable-AP:", *controllable]),
        "acc-name: all",
        "Acceptance: 0 t",
        "properties: trans-labels explicit-labels deterministic",
        "--BODY--",
    ]
    space = Space(inputs)
    for state in range(machine.states):
        lines.append(f"State: {state}")
        groups: dict[tuple[int, int], int] = {}
        for letter, edge in enumerate(zip(machine.successors[state], machine.emitted[state], strict=True)):
            groups[edge] = groups.get(edge, 0) | 1 << letter
        for (target, word), letters in groups.items():
            lines.append(f"[{_label(machine, space, letters, word)}] {target}")
    return "\n".join([*lines, "--END--", ""])


def _label(machine: Machine, space: Space, letters: int, word: int) -> str:
    """The letters, and the word emitted."""
    emitted = tuple((place, bool(word >> place & 1)) for place in range(len(machine.outputs)))
    cubes = space.cover(letters)
    if cubes == ((),):
        return cube_text(emitted, len(machine.inputs))
    if not emitted:
        return label_text(cubes)
    read = label_text(cubes) if len(cubes) == 1 else f"({label_text(cubes)})"
    return f"{read}&{cube_text(emitted, len(machine.inputs))}"


def canonical(machine: Machine) -> Machine:
    """The minimal machine of the same behaviour, numbered by breadth-first search over the letters."""
    group = _behaviours(machine)
    order = [machine.initial]
    number = {group[machine.initial]: 0}
    for state in order:
        for after in machine.successors[state]:
            if group[after] not in number:
                number[group[after]] = len(order)
                order.append(after)
    successors = tuple(tuple(number[group[after]] for after in machine.successors[state]) for state in order)
    return Machine(
        machine.inputs, machine.outputs, 0, successors, tuple(machine.emitted[state] for state in order)
    )


def _behaviours(machine: Machine) -> list[int]:
    """A number for each state, equal for states that no word of letters tells apart."""
    keys: dict[tuple[int, ...], int] = {}
    group = [keys.setdefault(row, len(keys)) for row in machine.emitted]
    while True:
        refined: dict[tuple[int, ...], int] = {}
        after = [
            refined.setdefault((group[state], *(group[target] for target in row)), len(refined))
            for state, row in enumerate(machine.successors)
        ]
        if len(refined) == len(keys):
            return group
        group, keys = after, refined
