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

from collections.abc import Sequence

from ...instances.errors import UnsupportedError
from .hoa_rows import RowBuilder, interface
from .hoa_syntax import Automaton, parse
from .labels import Valuations, cube_text, label_text
from .machine import Machine, breadth_first, refined


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
    return numbered(parse(text, file), outputs=outputs, choose=choose)[0]


def numbered(
    automaton: Automaton, *, outputs: Sequence[str] | None = None, choose: bool = False
) -> tuple[Machine, tuple[int, ...]]:
    """The machine, and for each of its states the number that the file gives it."""
    initial = initial_state(automaton)
    if not automaton.acceptance.trivial:
        raise UnsupportedError(
            f"{automaton.file}:{automaton.acceptance.line}: acceptance {automaton.acceptance.text!r:.200} "
            "makes this a game, not a machine; a game has to be solved first"
        )
    reader = RowBuilder(automaton, interface(automaton, outputs), choose)
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


def write_hoa(machine: Machine, states: Sequence[str] = ()) -> str:
    """HOA text of the machine as it is numbered, its states named by ``states``; the last line ends."""
    inputs, names = len(machine.inputs), (*machine.inputs, *machine.outputs)
    strings = list(map(quoted, names))
    controllable = [str(inputs + place) for place in range(len(machine.outputs))]
    lines = [
        "HOA: v1",
        f"States: {machine.states}",
        f"Start: {machine.initial}",
        " ".join(["AP:", str(len(names)), *strings]),
        " ".join(["controllable-AP:", *controllable]),
        "acc-name: all",
        "Acceptance: 0 t",
        "properties: trans-labels explicit-labels deterministic",
        "--BODY--",
    ]
    space = Valuations(inputs)
    for state in range(machine.states):
        lines.append(f"State: {state}" + (f" {quoted(states[state])}" if states else ""))
        groups: dict[tuple[int, int], int] = {}
        for letter, edge in enumerate(zip(machine.successors[state], machine.emitted[state], strict=True)):
            groups[edge] = groups.get(edge, 0) | 1 << letter
        for (target, word), letters in groups.items():
            lines.append(f"[{_label(machine, space, letters, word)}] {target}")
    return "\n".join([*lines, "--END--", ""])


def quoted(name: str) -> str:
    """A string of the format."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _label(machine: Machine, space: Valuations, letters: int, word: int) -> str:
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
    return placed(machine)[0]


def placed(machine: Machine) -> tuple[Machine, tuple[int | None, ...]]:
    """The canonical machine, and for each state the one that it became; None for what no run reaches."""
    colours: dict[tuple[int, ...], int] = {}
    group = refined([colours.setdefault(row, len(colours)) for row in machine.emitted], machine.successors)
    order, number = breadth_first(machine.initial, machine.successors, group)
    successors = tuple(tuple(number[group[after]] for after in machine.successors[state]) for state in order)
    emitted = tuple(machine.emitted[state] for state in order)
    smaller = Machine(machine.inputs, machine.outputs, 0, successors, emitted)
    return smaller, tuple(number.get(group[state]) for state in range(machine.states))


def named(names: Sequence[str | None], number: Sequence[int | None]) -> tuple[str, ...]:
    """The names of the states of a canonical machine; states that were joined keep all of theirs.

    >>> named(["idle", "busy", "still"], [0, 1, 0])
    ('idle or still', 'busy')
    """
    kept: dict[int, list[str]] = {}
    for name, place in zip(names, number, strict=False):
        if name is not None and place is not None:
            kept.setdefault(place, []).append(name)
    places = {place for place in number if place is not None}
    return tuple(" or ".join(kept[place]) for place in sorted(places)) if kept.keys() == places else ()
