"""Examinations in both semantics against the definitions, also with atoms that change nothing or repeat."""

import random

import pytest
from testkit import kernel_worlds

from certwright.domains.reactive.effect import OutputEffect
from certwright.scripts.certificates import examination
from certwright.verifiers.reactive.question import Interventions


def asked(seed):
    rng = random.Random(seed)
    system = kernel_worlds.machine(rng, rng.randint(2, 4), rng.randint(1, 2))
    length = rng.randint(1, 5)
    trace = tuple(rng.randrange(1 << len(system.inputs)) for _ in range(length))
    effect = OutputEffect("out0", rng.randrange(length), rng.random() < 0.5, rng.choice([0, 0, 1]))
    return Interventions(system, trace, effect, rng.randint(1, length)), rng


def happens(question, atoms):
    letters = list(question.trace)
    for step, index, value in atoms:
        letters[step] = letters[step] & ~(1 << index) | value << index
    return question.product.happens(letters)


def some_atoms(question, rng):
    inputs, steps = len(question.inputs), len(question.trace)
    cells = rng.sample(
        [(s, i) for s in range(steps) for i in range(inputs)], rng.randint(0, min(5, steps * inputs))
    )
    return [(step, index, rng.randrange(2)) for step, index in cells]


def examined(question, atoms, semantics="specification"):
    raw = [[step, question.inputs[index], value] for step, index, value in atoms]
    return examination(question, raw, semantics)


def numbered(question, atoms):
    """Atoms of a report as (step, input, value)."""
    return {(step, question.inputs.index(name), value) for step, name, value in atoms}


def cost(atoms):
    return len({atom[0] for atom in atoms}), len(atoms)


def test_the_specification():
    for seed in range(250):
        question, rng = asked(seed)
        all_cells = [(s, i) for s in range(len(question.trace)) for i in range(len(question.inputs))]
        every = [
            [(s, i, 1 - (question.trace[s] >> i & 1)) for s, i in chosen]
            for chosen in kernel_worlds.subsets(all_cells[:8])
        ]
        least = min((cost(one) for one in every if happens(question, one)), default=None)
        for _ in range(6):
            atoms = some_atoms(question, rng)
            found = examined(question, atoms + atoms[:1])
            assert found.sufficient == happens(question, atoms)
            without = {atom for atom in atoms if happens(question, set(atoms) - {atom})}
            told = found.json()
            assert numbered(question, told["removable"]) == without and found.min1 == (not without)
            inside = [
                one
                for one in kernel_worlds.subsets(atoms)
                if len(one) < len(atoms) and happens(question, one)
            ]
            assert told["subset_minimal"] == (not inside)
            if told["smaller"] is not None:
                smaller = numbered(question, told["smaller"])
                assert smaller < set(atoms) and happens(question, smaller)
            if len(all_cells) <= 8:
                assert (found.cheapest is None) == (least is None)
                assert found.cardinality_minimal == (found.sufficient and cost(atoms) == least)
            assert found.within_budget == (cost(atoms)[0] <= question.budget)


@pytest.mark.parametrize("repeat", [0, 1])
def test_the_reference(repeat):
    for seed in range(150):
        question, rng = asked(seed)
        atoms = some_atoms(question, rng)
        atoms += atoms[:repeat]
        found = examined(question, atoms, "reference")
        sufficient = happens(question, atoms) and cost(atoms)[0] <= question.budget
        places = range(len(atoms))
        min1 = sufficient and not any(happens(question, atoms[:n] + atoms[n + 1 :]) for n in places)
        assert (found.sufficient, found.min1, found.valid) == (sufficient, min1, min1)
