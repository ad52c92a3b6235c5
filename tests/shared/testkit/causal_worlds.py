"""Small random reactive questions, and the definitions of causality by brute force over all subsets."""

import random

from certwright.domains.reactive.effect import LtlfEffect, OutputEffect, Product
from certwright.domains.reactive.ltlf import Monitor
from certwright.domains.reactive.machine import Machine

LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
PARITY = Machine(("x",), ("o",), 0, ((0, 1), (1, 0)), ((1, 0), (0, 1)))
OR = Machine(("a", "b"), ("o",), 0, ((0, 0, 0, 0),), ((0, 1, 1, 1),))
AND = Machine(("a", "b"), ("o",), 0, ((0, 0, 0, 0),), ((0, 0, 0, 1),))


def random_machine(rng, states=4, inputs=2, outputs=2):
    letters = range(1 << inputs)
    names = [f"i{number}" for number in range(inputs)], [f"o{number}" for number in range(outputs)]
    after = tuple(tuple(rng.randrange(states) for _ in letters) for _ in range(states))
    emitted = tuple(tuple(rng.randrange(1 << outputs) for _ in letters) for _ in range(states))
    return Machine(tuple(names[0]), tuple(names[1]), 0, after, emitted)


def random_monitor(rng, aps, states=3):
    letters = range(1 << len(aps))
    after = tuple(tuple(rng.randrange(states) for _ in letters) for _ in range(states))
    return Monitor(tuple(aps), after, tuple(rng.random() < 0.5 for _ in range(states)))


def random_case(seed, cells=8):
    """A machine, a trace and an effect that happens on it, with at most so many cells; None now and then."""
    rng = random.Random(seed)
    inputs = rng.randint(1, 3)
    machine = random_machine(rng, rng.randint(1, 5), inputs, rng.randint(1, 2))
    steps = rng.randint(1, max(1, cells // inputs))
    trace = tuple(rng.randrange(1 << inputs) for _ in range(steps))
    if rng.random() < 0.3:
        effect = LtlfEffect("?", random_monitor(rng, (machine.inputs[0], machine.outputs[-1])))
    else:
        at = rng.randrange(steps)
        value = rng.random() < 0.7
        effect = OutputEffect(rng.choice(machine.outputs), at, value, rng.choice((0, 0, 1, 2)))
    product = Product.of(machine, trace, effect)
    return (machine, trace, effect, product) if product.happens(trace) else None


def cases(count, start=0, cells=8):
    found, seed = [], start
    while len(found) < count:
        case = random_case(seed, cells)
        seed += 1
        if case is not None:
            found.append(case)
    return found


class Brute:
    """E over all sets of cells of the horizon."""

    def __init__(self, product):
        self.product, self.count = product, product.inputs * product.horizon
        self.happens = [self._happens(flips) for flips in range(1 << self.count)]

    def _happens(self, flips):
        inputs, row = self.product.inputs, (1 << self.product.inputs) - 1
        letters = [
            letter ^ (flips >> step * inputs & row)
            for step, letter in enumerate(self.product.base[: self.product.horizon])
        ]
        return self.product.happens(letters)

    def always(self, free):
        """Whether the effect happens under every subset of ``free``."""
        sub = free
        while self.happens[sub]:
            if not sub:
                return True
            sub = (sub - 1) & free
        return False

    def in_cause(self):
        return [self.always(flips) for flips in range(1 << self.count)]

    def butfor(self):
        return {cell for cell in range(self.count) if not self.happens[1 << cell]}

    def breaking(self):
        """The minimal sets with a subset that avoids the effect."""
        breaks = [not self.always(flips) for flips in range(1 << self.count)]
        return {
            flips
            for flips in range(1 << self.count)
            if breaks[flips] and not any(breaks[flips ^ 1 << cell] for cell in bits(flips))
        }

    def sufficient(self):
        """The minimal sets that, kept, force the effect."""
        whole = (1 << self.count) - 1
        enough = [self.always(whole ^ kept) for kept in range(1 << self.count)]
        return {
            kept
            for kept in range(1 << self.count)
            if enough[kept] and not any(enough[kept ^ 1 << cell] for cell in bits(kept))
        }


def bits(mask):
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
