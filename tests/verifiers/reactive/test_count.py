"""M(I) for LTLf effects from the ground up: the machine runs, the formula is evaluated by its definition."""

import random

import pytest
from testkit import kernel_worlds
from testkit.formulas import evaluate

from certwright.domains.reactive.effect import LtlfEffect, Product
from certwright.domains.reactive.ltlf import monitor
from certwright.verifiers.reactive.certificates import Enumeration, count
from certwright.verifiers.reactive.check import check

FORMULAS = [
    "F out0",
    "G !out1",
    "F(out0 & X out1)",
    "out0 U out1",
    "G(in0 -> F out0)",
    "F(out0 & in0) & !out1",
    "X X out0 | G out1",
    "out0 & X[!] !out0",
    "true",
    "false",
]


def holds(formula, system, letters):
    words = system.run(letters).outputs
    named = [
        {ap for bit, ap in enumerate(system.inputs) if letter >> bit & 1}
        | {ap for bit, ap in enumerate(system.outputs) if word >> bit & 1}
        for letter, word in zip(letters, words, strict=True)
    ]
    return evaluate(formula, named)


@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas(formula):
    for seed in range(12):
        rng = random.Random(f"{seed} {formula}")
        system = kernel_worlds.machine(rng, rng.randint(1, 4), rng.randint(1, 2))
        steps = rng.randint(1, 4)
        trace = tuple(rng.randrange(1 << len(system.inputs)) for _ in range(steps))
        product = Product.of(system, trace, LtlfEffect(formula, monitor(formula)))
        sufficient = set()
        for chosen in kernel_worlds.subsets(
            [(s, i) for s in range(steps) for i in range(len(system.inputs))]
        ):
            letters = list(trace)
            for step, index in chosen:
                letters[step] ^= 1 << index
            if holds(formula, system, letters):
                sufficient.add(frozenset(chosen))
            assert check(product, kernel_worlds.flips(product, chosen)).sufficient == (
                frozenset(chosen) in sufficient
            )
        for budget in (1, steps):
            valid = kernel_worlds.valid_sets(product, sufficient, budget)
            assert count(product, budget).count == len(valid)
            found, complete = Enumeration(product, budget).first(10**6)
            assert complete and {frozenset(kernel_worlds.cells(product, flips)) for flips in found} == valid
            assert count(product, budget, subset_minimal=True).count == len(
                kernel_worlds.minimal_sets(sufficient, budget)
            )
