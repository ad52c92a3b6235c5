"""Circuits in ASCII AIGER (Biere, Heljanko, Wieringa 2011) as machines.

A state is a valuation of the latches; the machine holds those that can be reached.  A gate is computed for
all letters at once, as a truth table over the inputs.  Names come from the symbol table, else ``i0``, ``o0``.

>>> text = "aag 3 1 1 1 1\\n2\\n4 7\\n5\\n6 3 5\\ni0 r\\no0 g\\n"
>>> machine = read_aiger(text)   # the latch holds r | latch; g is its negation
>>> machine.inputs, machine.states, machine.run([0, 1, 0]).outputs
(('r',), 2, (1, 1, 0))
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NoReturn

from ...instances.errors import LimitError, UnsupportedError, WorldError
from .hoa_rows import TABLE_LIMIT
from .labels import WIDTH_LIMIT, Valuations
from .machine import Machine, explored

VARIABLE_LIMIT = 200_000
WORK_LIMIT = 10_000_000  # most steps of work: gates times words of 64 letters, and letters, of all states
EXTENDED = ("bad states", "constraints", "justice properties", "fairness constraints")


def read_aiger(text: str, *, file: str | None = None) -> Machine:
    """The machine of a circuit, states as letters reach them; WorldError, UnsupportedError, LimitError."""
    return _Circuit(text, file).machine()


class _Circuit:
    def __init__(self, text: str, file: str | None):
        self.file, self.lines, self.next = file, text.split("\n"), 0
        while self.next < len(self.lines) and not self.lines[self.next].strip():
            self.next += 1
        self.variables, inputs, latches, outputs, gates = self._header()
        self.defined: dict[int, int] = {}
        self.inputs = [self._own(self._row("an input", 1)) for _ in range(inputs)]
        rows = [self._row("a latch", 2, 3) for _ in range(latches)]
        self.latches = [self._own(row) for row in rows]
        self.first = [self._reset(row) for row in rows]
        self.following = [row[1] for row in rows]
        self.outputs = [self._row("an output", 1)[0] for _ in range(outputs)]
        self.gates: dict[int, tuple[int, int]] = {}
        for _ in range(gates):
            row = self._row("a gate", 3)
            self.gates[self._own(row)] = row[1], row[2]
        self.names = self._symbols(len(self.inputs), len(self.outputs))

    def fault(self, message: str) -> NoReturn:
        raise WorldError(message, file=self.file, line=self.next)

    def refuse(self, message: str) -> NoReturn:
        raise UnsupportedError(f"{self.file or 'circuit'}:{self.next}: {message}")

    def _header(self) -> list[int]:
        words = self.lines[self.next].split() if self.next < len(self.lines) else []
        self.next += 1
        if words[:1] == ["aig"]:
            self.refuse("binary AIGER; 'aigtoaig' turns it into the ASCII format, which begins with aag")
        if words[:1] != ["aag"] or not 6 <= len(words) <= 10 or not all(map(_is_number, words[1:])):
            self.fault("an AIGER file begins with 'aag M I L O A', five numbers")
        counts = [int(word) for word in words[1:]]
        for what, count in zip(EXTENDED, counts[5:], strict=False):
            if count:
                self.refuse(f"{count} {what}: a circuit with properties is a specification and no machine")
        if max(counts) > VARIABLE_LIMIT:
            raise LimitError(f"{self.file}: over {VARIABLE_LIMIT} variables")
        variables, inputs, latches, outputs, gates = counts[:5]
        if inputs + outputs > WIDTH_LIMIT:
            many = f"{inputs} inputs and {outputs} outputs"
            raise LimitError(f"{self.file}: {many}; at most {WIDTH_LIMIT} in all")
        if inputs + latches + gates > variables:
            self.fault(f"{inputs + latches + gates} variables are used, M says {variables}")
        return counts[:5]

    def _row(self, what: str, *widths: int) -> list[int]:
        """The next line as literals; each names a variable that M allows."""
        line = self.lines[self.next] if self.next < len(self.lines) else None
        self.next += 1
        words = (line or "").split()
        if line is None or len(words) not in widths or not all(map(_is_number, words)):
            got = "the end of the file" if line is None else repr(line.strip()[:40])
            self.fault(f"{what} has {' or '.join(map(str, widths))} numbers, found {got}")
        literals = [int(word) for word in words]
        if max(literals) > 2 * self.variables + 1:
            self.fault(f"the literal {max(literals)} exceeds M, {self.variables}")
        return literals

    def _own(self, row: Sequence[int]) -> int:
        """The variable that a line defines: a positive literal, defined once."""
        literal = row[0]
        if literal < 2 or literal % 2:
            self.fault(f"{literal} is defined; a variable has an even literal from 2 on")
        if literal // 2 in self.defined:
            self.fault(f"the literal {literal} is defined in line {self.defined[literal // 2]} as well")
        self.defined[literal // 2] = self.next
        return literal // 2

    def _reset(self, row: Sequence[int]) -> int:
        value = row[2] if len(row) == 3 else 0
        if value == row[0]:
            where = f"{self.file or 'circuit'}:{self.defined[row[0] // 2]}"
            mend = "write 0 or 1 as its third number"
            raise UnsupportedError(f"{where}: the latch {row[0]} has no first value; {mend}")
        if value not in (0, 1):
            self.fault(f"the first value of a latch is 0 or 1, found {value}")
        return value

    def _symbols(self, inputs: int, outputs: int) -> dict[str, str]:
        own = [*(f"i{place}" for place in range(inputs)), *(f"o{place}" for place in range(outputs))]
        names = dict(zip(own, own, strict=True))
        while self.next < len(self.lines):
            line = self.lines[self.next].strip()
            self.next += 1
            if line == "c":
                break
            match = re.fullmatch(r"([ilo][0-9]+) (.+)", line)
            if match is None:
                if line:
                    self.fault(f"a name is given as 'i0 NAME', found {line[:40]!r}")
                continue
            if match[1][0] != "l" and match[1] not in names:
                self.fault(f"{match[1]} is named, which the circuit does not have")
            if match[2].startswith("controllable_") and match[1][0] == "i":
                self.refuse(f"the input {match[2][:60]!r} is controllable: this is no machine")
            names[match[1]] = match[2]
        return names

    def machine(self) -> Machine:
        """The states that the latches reach, by breadth-first search over the letters."""
        gates, letters, space = self._order(), 1 << len(self.inputs), Valuations(len(self.inputs))
        work = letters + max(1, letters >> 6) * (len(gates) + len(self.latches) + len(self.outputs))
        emitted: list[tuple[int, ...]] = []

        def check(states: int) -> None:
            if states * letters > TABLE_LIMIT or states * work > WORK_LIMIT:
                raise LimitError(f"{self.file}: {states} states and more are too many for a table")

        def after(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            value = self._values(gates, state, space)
            words = _columns([value(literal) for literal in self.outputs], letters)
            emitted.append(tuple(sum(bit << place for place, bit in enumerate(word)) for word in words))
            return _columns([value(literal) for literal in self.following], letters)

        _, rows = explored(tuple(self.first), after, check)
        names = tuple(self.names[f"i{place}"] for place in range(len(self.inputs)))
        outputs = tuple(self.names[f"o{place}"] for place in range(len(self.outputs)))
        try:
            return Machine(names, outputs, 0, tuple(rows), tuple(emitted))
        except WorldError as error:
            raise WorldError(str(error), file=self.file) from None

    def _values(self, gates: Sequence[int], state: Sequence[int], space: Valuations) -> Callable[[int], int]:
        every = space.all
        tables: dict[int, int] = {0: 0}
        tables |= {variable: space.proposition(place) for place, variable in enumerate(self.inputs)}
        tables |= {variable: every * bit for variable, bit in zip(self.latches, state, strict=True)}

        def value(literal: int) -> int:
            return tables[literal >> 1] ^ (every if literal & 1 else 0)

        for gate in gates:
            left, right = self.gates[gate]
            tables[gate] = value(left) & value(right)
        return value

    def _order(self) -> list[int]:
        """The gates, each after those that it reads; WorldError for what is undefined or reads itself."""
        order: list[int] = []
        done = dict.fromkeys((0, *self.inputs, *self.latches), True)
        stack = [literal >> 1 for literal in (*self.following, *self.outputs)]
        stack += reversed(self.gates)
        while stack:
            variable = stack[-1]
            if done.get(variable):
                stack.pop()
                continue
            if variable not in self.gates:
                raise WorldError(f"the literal {2 * variable} is used and nowhere defined", file=self.file)
            reads = [literal >> 1 for literal in self.gates[variable]]
            waiting = [unread for unread in reads if not done.get(unread)]
            if not waiting:
                done[variable] = True
                order.append(variable)
            elif variable in done:
                line = self.defined[variable]
                raise WorldError(f"the gate {2 * variable} depends on itself", file=self.file, line=line)
            else:
                done[variable] = False
                stack.extend(waiting)
        return order


def _columns(tables: Sequence[int], letters: int) -> Iterator[tuple[int, ...]]:
    if not tables:
        return repeat((), letters)
    return zip(*(map(int, format(table, f"0{letters}b")[::-1]) for table in tables), strict=True)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10
