"""Random tasks whose plans branch, and kernels as plain Python: for searches that have to do the same."""

import random
from contextlib import contextmanager
from itertools import count, product

import numpy as np

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import compiling


def errands(seed, agents=2, keys=2, places=4, spread=1, noise=4):
    """Agents carry keys along random roads, of which some need a key; other operators spoil and help.

    Facts lie ``spread`` bits apart, so that states may take several words.
    """
    rng, number, bit = random.Random(f"errands {seed}"), count(), {}

    def fact(*parts):
        return bit.setdefault(parts, 1 << spread * next(number))

    roads = rng.sample([(p, q) for p, q in product(range(places), repeat=2) if p != q], 2 * places)
    locks = {road: rng.choice([None, None, *range(keys)]) for road in roads}
    made = []
    for a in range(agents):
        for (p, q), key in locks.items():
            here, there = fact("at", a, p), fact("at", a, q)
            made.append((here | (fact("has", a, key) if key is not None else 0), there, here))
        for k, p in product(range(keys), range(places)):
            here, there, free = fact("at", a, p), fact("lies", k, p), fact("free", a)
            made.append((here | there | free, fact("has", a, k), there | free))
            made.append((here | fact("has", a, k), there | free, fact("has", a, k)))
    every = list(bit.values())
    for kind in range(noise):
        pre, add, delete = (sum(rng.sample(every, size)) for size in ((0, 2, 2, 3)[kind % 4], 2, 1))
        made.append((pre, add & ~every[0], delete & ~add))
    rng.shuffle(made)
    operators = tuple(Operator(f"(o{k:03})", *parts) for k, parts in enumerate(made))
    init = sum(fact("at", a, rng.randrange(places)) | fact("free", a) for a in range(agents))
    init |= sum(fact("lies", k, rng.randrange(places)) for k in range(keys))
    goal = sum(fact("lies", k, rng.randrange(places)) for k in range(keys)) | fact("at", 0, 0)
    return Task(tuple(f"(f{k})" for k in range(max(every).bit_length())), operators, init, goal)


def walk(task, steps, seed=0):
    """The states of a random walk, the first included."""
    rng, states = random.Random(f"walk {seed}"), [task.init]
    while len(states) <= steps and (ways := list(task.applicable(states[-1]))):
        states.append(rng.choice(ways).apply(states[-1]))
    return states


@contextmanager
def uncompiled(monkeypatch):
    """Kernels run as plain Python, and so do those that they call."""
    with monkeypatch.context() as patch, np.errstate(over="ignore"):
        patch.setattr(compiling, "_numba", lambda: False)
        yield patch
