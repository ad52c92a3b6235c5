"""The rows of a machine's tables, from the labelled edges of an automaton's states.

The labels of a state are truth tables over all propositions (``labels.py``).  Two edges clash where their
tables meet; the outputs of a letter are found by halving the tables output by output, false first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...instances.errors import LimitError, UnsupportedError, WorldError
from .hoa_syntax import Automaton, Edge, Program, StateItem
from .labels import WIDTH_LIMIT, Valuations, evaluated, members

TABLE_LIMIT = 4_000_000  # the most entries of a machine's table: states times letters
WORK_LIMIT = 1 << 40  # the most bits of truth tables that are computed to read one file


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


class RowBuilder:
    """Rows of the machine's tables, from the edges of one state at a time."""

    def __init__(self, automaton: Automaton, io: Interface, choose: bool):
        self.file, self.interface, self.choose = automaton.file, io, choose
        self.space, self.work = Valuations(len(io.places)), 0
        self.states: Mapping[int, StateItem] = {state.number: state for state in automaton.states}
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
            where = f"{self.file}:{state.line}: state {number}"
            text = self.interface.letter_text(self._open(tables))
            raise UnsupportedError(f"{where} leaves the outputs open for {text}")
        return tuple(after), tuple(emitted)

    def _targets(self, state: StateItem) -> dict[int, int]:
        """The valuations that lead to each target; WorldError when one leads to two."""
        tables: dict[int, int] = {}
        taken = 0
        for edge, table in self.edges(state):
            self._spend(self.space.width)
            target = edge.targets[0]
            if clash := table & taken & ~tables.get(target, 0):
                valuation = (clash & -clash).bit_length() - 1
                letter = self.interface.letter_text(valuation & ((1 << len(self.interface.inputs)) - 1))
                first = next(other for other, seen in tables.items() if seen >> valuation & 1)
                what = f"state {state.number} leads to {first} and to {target} for {letter}"
                message = f"{what}: the automaton is nondeterministic"
                raise WorldError(message, file=self.file, line=edge.line)
            tables[target] = tables.get(target, 0) | table
            taken |= table
        return tables

    def edges(self, state: StateItem) -> Iterator[tuple[Edge, int]]:
        """The edges with the valuations under which they are taken."""
        if state.label is not None:
            table = self._evaluate(state.label)
            yield from ((edge, table) for edge in state.edges)
        elif state.edges and state.edges[0].label is None:
            width = self.space.width
            if len(state.edges) != 1 << width:
                what = f"has {len(state.edges)} edges without labels; they must be {1 << width}"
                raise self._fault(state, what)
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
        space, places = self.space, self.interface.places

        def table(item: int | str) -> int:
            return space.proposition(places[item]) if isinstance(item, int) else space.all * (item == "t")

        return evaluated(label, table, space.all)

    def _least(self, tables: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
        """For each letter that has an edge: the letter, its least word and the target; words ascend."""
        inputs = len(self.interface.inputs)
        waiting = [(list(tables.items()), len(self.interface.outputs), 0)]
        letters = (1 << (1 << inputs)) - 1
        while waiting and letters:
            parts, left, high = waiting.pop()
            if left:
                size = 1 << (inputs + left - 1)
                lower = (1 << size) - 1
                for value in (1, 0):  # the last one pushed is looked at first
                    half = [(to, table >> size if value else table & lower) for to, table in parts]
                    if kept := [(target, table) for target, table in half if table]:
                        waiting.append((kept, left - 1, high << 1 | value))
                continue
            for target, table in parts:
                for letter in members(table & letters):
                    yield letter, self.interface.word(high), target
                letters &= ~table

    def _open(self, tables: Mapping[int, int]) -> int:
        seen: set[int] = set()
        for valuation in (valuation for table in tables.values() for valuation in members(table)):
            letter = valuation & ((1 << len(self.interface.inputs)) - 1)
            if letter in seen:
                return letter
            seen.add(letter)
        return 0

    def _fault(self, state: StateItem, message: str) -> WorldError:
        return WorldError(f"state {state.number} {message}", file=self.file, line=state.line)
