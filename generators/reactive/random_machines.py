"""Random machines of a chosen size, and two machines side by side.

A random machine has uniform tables (what GF-01's public generator draws), but is made canonical and kept only
when no state is lost: every state is reached, no two behave alike.
"""

from itertools import product

from ...domains.reactive.hoa import canonical
from ...domains.reactive.machine import Machine
from ...instances.errors import LimitError
from ..rng import Rng

DRAWS = 200
INPUTS = ("a", "b", "c", "d", "e", "f")
OUTPUTS = ("x", "y", "z", "w")


def random_machine(rng: Rng, states: int, inputs: int, outputs: int) -> Machine:
    """A canonical machine with just so many states; LimitError when ``DRAWS`` draws give none."""
    letters = range(1 << inputs)
    for draw in range(DRAWS):
        stream = rng.fork("machine", draw)
        after = tuple(tuple(stream.below(states) for _ in letters) for _ in range(states))
        emitted = tuple(tuple(stream.below(1 << outputs) for _ in letters) for _ in range(states))
        machine = canonical(Machine(INPUTS[:inputs], OUTPUTS[:outputs], 0, after, emitted))
        if machine.states == states:
            return machine
    raise LimitError(f"no random machine with {states} states and {inputs} inputs was drawn")


def beside(left: Machine, right: Machine) -> Machine:
    """Both machines in parallel, canonical; names that occur in both are told apart by ``_1`` and ``_2``."""
    width, bits = len(left.inputs), len(left.outputs)
    low, letters = (1 << width) - 1, range(1 << width + len(right.inputs))
    after, emitted = [], []
    for one, other in product(range(left.states), range(right.states)):
        edges = [(letter & low, letter >> width) for letter in letters]
        near, far = left.successors[one], right.successors[other]
        after.append(tuple(near[a] * right.states + far[b] for a, b in edges))
        emitted.append(tuple(left.emitted[one][a] | right.emitted[other][b] << bits for a, b in edges))
    initial = left.initial * right.states + right.initial
    return canonical(Machine(*side_by_side(left, right), initial, tuple(after), tuple(emitted)))


def side_by_side(left: Machine, right: Machine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the inputs and of the outputs of two machines in parallel."""
    both = {*left.inputs, *left.outputs} & {*right.inputs, *right.outputs}

    def named(names: tuple[str, ...], ending: str) -> tuple[str, ...]:
        return tuple(f"{name}{ending}" if name in both else name for name in names)

    return (
        named(left.inputs, "_1") + named(right.inputs, "_2"),
        named(left.outputs, "_1") + named(right.outputs, "_2"),
    )
