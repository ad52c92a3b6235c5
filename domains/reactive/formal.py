"""The machine of a HOA text whose outputs stand in a table by state (GF-01's formal tasks).

The text is a graph of next states over the inputs alone.  The output of a step is that of the state which the
step *enters*, so the machine is a Moore machine read after the transition; as a Mealy machine it is exact.
States are named by their name or their number.

>>> text = '''HOA: v1
... States: 2
... Start: 0
... AP: 1 "r"
... Acceptance: 0 t
... --BODY--
... State: 0 "off"
... [!0] 0
... [0] 1
... State: 1 "on"
... [t] 1
... --END--'''
>>> entered(text, ("r",), ("o",), {"off": {"o": 0}, "on": {"o": 1}}).run([0, 1, 0]).outputs
(0, 1, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...instances.errors import WorldError
from .builders import arranged, of_moore
from .explicit import letter
from .hoa import numbered
from .hoa_syntax import parse
from .machine import Machine, Timing


def entered(
    text: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    table: Mapping[str, Mapping[str, int]],
    *,
    file: str = "system.hoa",
) -> Machine:
    """The machine over these inputs and outputs; each state that can be reached needs one row of the table.

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
    moore = of_moore(
        graph.inputs, outputs, graph.initial, graph.successors, words, timing=Timing.MOORE_ENTERED
    )
    return arranged(moore, inputs, outputs)
