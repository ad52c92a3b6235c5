"""The system of a question: of a synthesised family, random, two side by side, or given.

Levels bound the states of the system and the length of the trace.  A random machine has uniform tables (what
GF-01's public generator draws), but is made canonical and kept only when no state is lost: every state is
reached, no two behave alike.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ...domains.reactive.hoa import canonical, read_hoa
from ...domains.reactive.machine import Machine
from ...domains.reactive.systems import system, systems
from ...instances.errors import LimitError
from ..rng import Rng

RANDOM, PRODUCT, IMPORTED = "random", "product", "imported"


@dataclass(frozen=True)
class Size:
    """What a level allows."""

    fewest: int  # states that the system should have at least, if its family has such members
    states: int
    steps: tuple[int, int]  # the shortest and the longest trace
    inputs: int  # inputs of random machines; products may have one more


SIZES = {
    1: Size(2, 6, (3, 5), 2),
    2: Size(3, 12, (5, 8), 2),
    3: Size(4, 24, (6, 10), 3),
    4: Size(6, 40, (9, 14), 3),
    5: Size(8, 64, (12, 20), 4),
}
MOST_INPUTS = 6
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

    inputs = named(left.inputs, "_1") + named(right.inputs, "_2")
    return inputs, named(left.outputs, "_1") + named(right.outputs, "_2")


@lru_cache(1)
def domains() -> tuple[str, ...]:
    """The families of synthesised systems, then ``random`` and ``product``."""
    return (*sorted(dict.fromkeys(name.family for name in systems())), RANDOM, PRODUCT)


def machine(domain: str, level: int, rng: Rng) -> tuple[str, Machine]:
    """The name of a system of the family, and its canonical machine; LimitError when none is found."""
    size = SIZES[level]
    if domain == RANDOM:
        states = size.fewest + rng.below(min(size.states, 12) - size.fewest + 1)
        inputs = 1 + rng.below(size.inputs) if states > 2 else 1 + rng.below(2)
        return RANDOM, random_machine(rng, states, inputs, 1 + rng.below(3))
    if domain == PRODUCT:
        return _product(size, rng)
    key = rng.choice(_members(domain, size.fewest, size.states))
    return key, _system(key)


@lru_cache(256)
def _members(family: str, fewest: int, most: int) -> tuple[str, ...]:
    """The systems of a family within the bounds; for want of any, the nearest in size."""
    within_inputs = [each for each in systems() if len(each.inputs) <= MOST_INPUTS]
    usable = {each.key: each.states for each in within_inputs if each.family == family}
    if not usable:
        raise LimitError(f"no system of the family {family!r} has at most {MOST_INPUTS} inputs")
    beyond = {key: max(fewest - states, states - most, 0) for key, states in usable.items()}
    return tuple(sorted(key for key in beyond if beyond[key] == min(beyond.values())))


def _product(size: Size, rng: Rng) -> tuple[str, Machine]:
    small = _small(max(3, size.states // 3))
    for _ in range(50):
        left, right = sorted(rng.sample(small, 2))
        one, other = _system(left), _system(right)
        if one.states * other.states <= max(size.states, 6):
            both = beside(one, other)
            if both.states >= size.fewest:
                return f"{left}*{right}", both
    raise LimitError("no two systems fit side by side")


@lru_cache(64)
def family(name: str) -> tuple[Machine, ...]:
    """The canonical machines of a family of synthesised systems."""
    return tuple(_system(system.key) for system in systems() if system.family == name)


@lru_cache(1)
def small_systems() -> tuple[Machine, ...]:
    """The machines, in the order of their keys, that may stand side by side in a product."""
    return tuple(map(_system, _small(max(size.states for size in SIZES.values()) // 3)))


def _small(most: int) -> list[str]:
    return sorted(each.key for each in systems() if 2 <= each.states <= most and len(each.inputs) <= 2)


@lru_cache(256)
def _system(key: str) -> Machine:
    return canonical(system(key))


@lru_cache(8)
def given(text: str) -> Machine:
    """The canonical machine of HOA text from outside."""
    return canonical(read_hoa(text))


def trace(machine: Machine, level: int, rng: Rng) -> tuple[int, ...]:
    """Letters in one of three styles: even, sparse (an input is seldom on), sticky (it seldom changes)."""
    shortest, longest = SIZES[level].steps
    steps = shortest + rng.below(longest - shortest + 1)
    style, inputs = rng.choice(("even", "sparse", "sticky")), len(machine.inputs)
    letters, letter = [], rng.below(1 << inputs)
    for _ in range(steps):
        if style == "even":
            letter = rng.below(1 << inputs)
        else:
            some = sum(1 << bit for bit in range(inputs) if rng.below(3) == 0)
            letter = some if style == "sparse" else letter ^ some
        letters.append(letter)
    return tuple(letters)
