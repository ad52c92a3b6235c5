"""A machine and a trace in words: a table of transitions that people and models can read.

>>> from certwright.domains.reactive.machine import Machine
>>> print(table(Machine(("r", "s"), ("o",), 0, ((0, 1, 0, 1), (1, 1, 1, 1)), ((0, 1, 0, 1), (1, 1, 1, 1)))))
State 0:
  if !r: output o=0, go to state 0
  if r: output o=1, go to state 1
State 1:
  always: output o=1, go to state 1
"""

from collections.abc import Sequence

from ...domains.reactive.labels import Cube, Valuations
from ...domains.reactive.machine import Machine


def table(machine: Machine) -> str:
    """The transitions, one line for each pair of outputs and target that a state has."""
    lines = []
    for state in range(machine.states):
        lines.append(f"State {state}:")
        for guard, emitted, target in transitions(machine, state):
            lines.append(f"  {guard}: {f'output {emitted}, ' if emitted else ''}go to state {target}")
    return "\n".join(lines)


def transitions(machine: Machine, state: int) -> list[tuple[str, str, int]]:
    """The transitions of a state in words: guard, outputs, target, once for each pair of the last two."""
    space, groups = Valuations(len(machine.inputs)), dict[tuple[int, int], int]()
    for letter, edge in enumerate(zip(machine.successors[state], machine.emitted[state], strict=True)):
        groups[edge] = groups.get(edge, 0) | 1 << letter
    return [
        (_guard(space.cover(letters), machine.inputs), valuation(word, machine.outputs), target)
        for (target, word), letters in groups.items()
    ]


def edges(machine: Machine) -> int:
    """The number of transitions: distinct (state, outputs, target)."""
    return sum(
        len(set(zip(after, emitted, strict=True)))
        for after, emitted in zip(machine.successors, machine.emitted, strict=True)
    )


def valuation(mask: int, names: Sequence[str]) -> str:
    """A valuation in words: ``g=1 h=0``."""
    return " ".join(f"{name}={mask >> bit & 1}" for bit, name in enumerate(names))


def steps(trace: Sequence[int], inputs: Sequence[str], outputs: Sequence[int], names: Sequence[str]) -> str:
    """The trace, one line a step; with outputs where some are claimed."""
    lines = []
    for step, letter in enumerate(trace):
        claimed = f" -> {valuation(outputs[step], names)}" if outputs else ""
        lines.append(f"step {step}: {valuation(letter, inputs)}{claimed}")
    return "\n".join(lines)


def _guard(cubes: Sequence[Cube], names: Sequence[str]) -> str:
    if tuple(cubes) == ((),):
        return "always"
    parts = [" & ".join(f"{'' if value else '!'}{names[place]}" for place, value in cube) for cube in cubes]
    return f"if {' | '.join(parts)}"
