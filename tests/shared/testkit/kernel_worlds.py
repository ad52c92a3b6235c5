"""Small random products of all kinds of effects, and what brute force says of their flips."""

import random
from itertools import combinations

from certwright.domains.reactive.effect import LtlfEffect, OutputEffect, Product
from certwright.domains.reactive.ltlf import Monitor
from certwright.domains.reactive.machine import Machine
from certwright.verifiers.reactive.cells import members

KINDS = ("hard", "window", "ltlf")


def machine(rng, states, inputs, outputs=2):
    letters = range(1 << inputs)
    return Machine(
        tuple(f"in{i}" for i in range(inputs)),
        tuple(f"out{i}" for i in range(outputs)),
        0,
        tuple(tuple(rng.randrange(states) for _ in letters) for _ in range(states)),
        tuple(tuple(rng.randrange(1 << outputs) for _ in letters) for _ in range(states)),
    )


def effect(rng, system, length, kind):
    if kind == "ltlf":
        aps = tuple(rng.sample((*system.inputs, *system.outputs), 2))
        size = rng.randint(1, 4)
        rows = tuple(tuple(rng.randrange(size) for _ in range(4)) for _ in range(size))
        return LtlfEffect("random", Monitor(aps, rows, tuple(rng.random() < 0.5 for _ in range(size))))
    window = 0 if kind == "hard" else rng.randint(1, length)
    return OutputEffect(rng.choice(system.outputs), rng.randrange(length), rng.random() < 0.5, window)


def product(seed, kind, states=(1, 5), inputs=(1, 2), length=(1, 4)):
    rng = random.Random(f"{seed} {kind}")
    system = machine(rng, rng.randint(*states), rng.randint(*inputs))
    steps = rng.randint(*length)
    trace = [rng.randrange(1 << len(system.inputs)) for _ in range(steps)]
    return Product.of(system, trace, effect(rng, system, steps, kind))


def happens(world, chosen):
    """Whether the effect happens when these cells are flipped: the definition, without sharing."""
    letters = list(world.base)
    for step, index in chosen:
        letters[step] ^= 1 << index
    return world.happens(letters)


def all_cells(world):
    return [(step, index) for step in range(world.horizon) for index in range(world.inputs)]


def subsets(items):
    return (chosen for size in range(len(items) + 1) for chosen in combinations(items, size))


def sufficient_sets(world):
    """Every sufficient set of cells."""
    return {frozenset(chosen) for chosen in subsets(all_cells(world)) if happens(world, chosen)}


def valid_sets(world, sufficient, budget):
    """M(I) by definition."""
    return {
        chosen
        for chosen in sufficient
        if len({step for step, _ in chosen}) <= budget
        and not any(chosen - {cell} in sufficient for cell in chosen)
    }


def minimal_sets(sufficient, budget):
    """The sufficient sets of which no proper subset is sufficient."""
    return {
        chosen
        for chosen in sufficient
        if len({step for step, _ in chosen}) <= budget and not any(other < chosen for other in sufficient)
    }


def flips(world, chosen):
    """Cells (step, input) as one set."""
    return sum(1 << step * world.inputs + index for step, index in set(chosen))


def cells(world, flips):
    """A set as its cells (step, input), in order."""
    return tuple(divmod(cell, world.inputs) for cell in members(flips))


def rank(chosen):
    """The order of the kernel: timesteps, atoms, then the list of cells."""
    return len({step for step, _ in chosen}), len(chosen), sorted(chosen)


__all__ = [
    "KINDS",
    "cells",
    "flips",
    "happens",
    "minimal_sets",
    "product",
    "rank",
    "sufficient_sets",
    "valid_sets",
]
