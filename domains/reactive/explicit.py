"""GF-01's explicit automata as machines, and machines as such automata.

>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> machine_of(automaton_of(latch)) == latch
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...instances.formats.gf01 import Gf01Automaton, Gf01Target, transition_keys
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


def automaton_of(machine: Machine) -> Gf01Automaton:
    """The explicit automaton; state i is named ``s<i>``."""
    keys = transition_keys(machine.inputs)
    states = tuple(f"s{state}" for state in range(machine.states))
    transitions = {
        states[state]: {
            key: Gf01Target(
                states[after],
                {ap: 1 if emitted >> bit & 1 else 0 for bit, ap in enumerate(machine.outputs)},
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
