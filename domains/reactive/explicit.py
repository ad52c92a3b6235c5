"""Machines from other tables: GF-01's explicit automata, outputs that hang on states, other orders of names.

>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> machine_of(automaton_of(latch)) == latch
True
"""

from collections.abc import Mapping, Sequence

from ...instances.errors import WorldError
from ...instances.formats.gf01 import Gf01Automaton, Gf01Target, transition_keys
from .hoa import numbered
from .hoa_syntax import parse
from .machine import Machine


def machine_of(automaton: Gf01Automaton) -> Machine:
    """The machine; state i is ``states[i]``.  The automaton is one that ``read_instance`` has let pass."""
    number = {name: place for place, name in enumerate(automaton.states)}
    keys = transition_keys(automaton.input_aps)
    rows = [[automaton.transitions[state][key] for key in keys] for state in automaton.states]
    return Machine(
        automaton.input_aps,
        automaton.output_aps,
        number[automaton.initial_state],
        tuple(tuple(number[target.next_state] for target in row) for row in rows),
        tuple(tuple(letter(target.output, automaton.output_aps) for target in row) for row in rows),
    )


def automaton_of(machine: Machine, names: Sequence[str] = ()) -> Gf01Automaton:
    """The explicit automaton; state i is called ``names[i]``, or ``s<i>`` where there are no names."""
    keys = transition_keys(machine.inputs)
    states = tuple(names) or tuple(f"s{state}" for state in range(machine.states))
    transitions = {
        states[state]: {
            key: Gf01Target(
                states[after], {ap: 1 if emitted >> bit & 1 else 0 for bit, ap in enumerate(machine.outputs)}
            )
            for key, after, emitted in zip(
                keys, machine.successors[state], machine.emitted[state], strict=True
            )
        }
        for state in range(machine.states)
    }
    return Gf01Automaton(states, states[machine.initial], machine.inputs, machine.outputs, transitions)


def letter(valuation: Mapping[str, int], aps: Sequence[str]) -> int:
    """The mask of a valuation over these propositions; what is not named is 0."""
    return sum(1 << bit for bit, ap in enumerate(aps) if valuation.get(ap, 0))


def arranged(machine: Machine, inputs: Sequence[str], outputs: Sequence[str]) -> Machine:
    """The same behaviour over propositions in another order; WorldError when one of its own is left out."""
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


def entered(
    text: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    table: Mapping[str, Mapping[str, int]],
    *,
    file: str = "system.hoa",
) -> Machine:
    """The machine of a HOA text whose outputs stand in a table by state (GF-01's formal tasks).

    The text is a graph of next states over the inputs alone.  The output of a step is that of the state which
    the step *enters*.  States are named by their name or their number; each state that can be reached needs
    one row of the table.

    Raises WorldError, UnsupportedError and LimitError as ``read_hoa`` does, and WorldError for a table that
    does not fit the states.
    """
    automaton = parse(text, file)
    graph, numbers = numbered(automaton, outputs=())
    names = {state.number: state.name for state in automaton.states}
    if len(named := [name for name in names.values() if name is not None]) > len(set(named)):
        raise WorldError("two states have one name", file=file)
    known = {str(number) for number in names} | set(named)
    if strange := sorted(set(table) - known):
        raise WorldError(f"the outputs of {strange[0]!r} are given, which is no state", file=file)
    words = []
    for number in numbers:
        row = table.get(names[number] or "", table.get(str(number)))
        if row is None:
            raise WorldError(f"the outputs of state {names[number] or number} are not given", file=file)
        if strange := sorted(set(row) - set(outputs)):
            raise WorldError(f"{strange[0]!r} is no output proposition", file=file)
        words.append(letter(row, outputs))
    emitted = tuple(tuple(words[after] for after in row) for row in graph.successors)
    moore = Machine(graph.inputs, tuple(outputs), graph.initial, graph.successors, emitted)
    return arranged(moore, inputs, outputs)
