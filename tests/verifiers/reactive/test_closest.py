"""Longest paths through the automaton of M(I), against the largest sums over the listed certificates."""

import random

import pytest
from testkit import kernel_worlds
from testkit.sampling import sampled

from certwright.verifiers.reactive.automaton import CertificateAutomaton
from certwright.verifiers.reactive.best_match import Weighted
from certwright.verifiers.reactive.cells import by_step

LEAST = -(10**6)


def weighted(world, budget, rng):
    """A worth for each flip, which depends on the step only where it is special."""
    special = frozenset(step for step in range(world.horizon) if rng.random() < 0.5)
    plain = [rng.randint(-4, 5) for _ in range(1 << world.inputs)]
    own = {step: [rng.randint(-4, 5) for _ in plain] for step in special}

    def worth(step, mask):
        assert mask
        return own.get(step, plain)[mask]

    return Weighted(CertificateAutomaton(world), worth, special, budget)


def total(world, made, chosen):
    return sum(made.worth(*part) for part in by_step(kernel_worlds.flips(world, chosen), world.inputs))


def steps(chosen):
    return len({step for step, _ in chosen})


def largest(world, made, sets, count):
    """The largest sum of the sets with so many timesteps, and the first of these by its list of cells."""
    sums = [(-total(world, made, chosen), sorted(chosen)) for chosen in sets if steps(chosen) == count]
    return (-min(sums)[0], min(sums)[1]) if sums else None


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_the_table_holds_the_largest_sums_and_the_first_certificates(kind, inputs):
    found = 0
    for seed in range(sampled(120, of=300)):
        world = kernel_worlds.product(
            seed, kind, inputs=(inputs, inputs), states=(3, 6), length=(3, 9 // inputs)
        )
        rng, sufficient = random.Random(seed), kernel_worlds.sufficient_sets(world)
        budget = rng.randint(0, world.horizon)
        made = weighted(world, budget, rng)
        valid = kernel_worlds.valid_sets(world, sufficient, budget)
        best = [largest(world, made, valid, count) for count in range(budget + 1)]
        sums = [pair[0] for pair in best if pair is not None]
        for need in (LEAST, *sums, max(sums, default=0) + 1):
            table = made.table(need)
            row = made.row(table, 0, made.automaton.start or 0)
            for count, pair in enumerate(best):
                known = row[count] if count < len(row) else None
                if pair is None:
                    assert known is None
                elif need <= pair[0]:
                    assert known == pair[0]
                    assert kernel_worlds.cells(world, made.first(table, count)) == tuple(pair[1])
                    found += count > 1
                else:
                    assert known is None or known <= pair[0]
    assert found > 4


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
def test_the_relaxation_looks_at_the_main_run_alone(kind):
    for seed in range(sampled(40, of=100)):
        world = kernel_worlds.product(seed, kind, inputs=(2, 2), length=(1, 4))
        rng = random.Random(seed)
        budget = rng.randint(0, world.horizon)
        made = weighted(world, budget, rng)
        allowed = [one for one in kernel_worlds.sufficient_sets(world) if steps(one) <= budget]
        best = max((total(world, made, chosen) for chosen in allowed), default=None)
        assert made.reaches(LEAST) is (best is not None)
        if best is not None:
            assert made.reaches(best) and not made.reaches(best + 1)


def test_states_that_cannot_reach_the_need_are_left_out():
    less = 0
    for seed in range(30):
        world = kernel_worlds.product(seed, "hard", states=(5, 5), inputs=(2, 2), length=(6, 6))
        made = weighted(world, 3, random.Random(seed))
        need = max(
            value for value in (made.bounds[0][made.automaton.main_class(0)][3], LEAST) if value is not None
        )
        sizes = [sum(map(len, made.table(asked))) for asked in (LEAST, need, need + 1)]
        assert sizes[0] >= sizes[1] >= sizes[2] == 0
        less += sizes[1] < sizes[0]
    assert less > 10
