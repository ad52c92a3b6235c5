"""The best match against the argmax over the listed M(I), with fractions."""

import random
from fractions import Fraction

import pytest
from testkit import kernel_worlds
from testkit.sampling import sampled

from certwright.verifiers.reactive.atoms import Settings
from certwright.verifiers.reactive.best_match import best_match
from certwright.verifiers.reactive.certificates import Enumeration, Sampler, count
from certwright.verifiers.reactive.check import cheapest, check


def f1(left, right):
    total = len(left) + len(right)
    return Fraction(2 * len(left & right), total) if total else Fraction(0)


def literal(world, cell):
    return (*cell, 1 - (world.base[cell[0]] >> cell[1] & 1))


def given(world, atoms):
    """The atoms (step, input, value) as settings; beyond the horizon none of them flips anything."""
    flips = {atom[:2] for atom in atoms if atom[0] < world.horizon and atom == literal(world, atom[:2])}
    return Settings(
        kernel_worlds.flips(world, flips), kernel_worlds.flips(world, {atom[:2] for atom in atoms} - flips)
    )


def by_definition(world, valid, atoms):
    def badness(chosen):
        gold = {literal(world, cell) for cell in chosen}
        steps = {step for step, _ in chosen}
        return -f1(gold, atoms), -f1(steps, {atom[0] for atom in atoms}), len(steps), sorted(chosen)

    return min(valid, key=badness, default=None)


def submissions(world, valid, rng):
    """Nothing, members, members with changes, and anything at all, also beyond the horizon."""
    yield set()
    for chosen in sorted(map(sorted, valid))[:3]:
        yield {literal(world, cell) for cell in chosen}
    for _ in range(4):
        cells = [
            (rng.randrange(world.horizon + 2), rng.randrange(world.inputs)) for _ in range(rng.randint(1, 5))
        ]
        yield {(*cell, value) for cell, value in {cell: rng.randrange(2) for cell in cells}.items()}


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_best_match_is_the_argmax(kind, inputs):
    for seed in range(sampled(25, of=60)):
        world = kernel_worlds.product(seed, kind, inputs=(inputs, inputs), length=(1, 8 // inputs))
        sufficient, rng = kernel_worlds.sufficient_sets(world), random.Random(seed)
        for budget in {1, 2, world.horizon}:
            valid = kernel_worlds.valid_sets(world, sufficient, budget)
            for atoms in submissions(world, valid, rng):
                expected, found = (
                    by_definition(world, valid, atoms),
                    best_match(world, budget, given(world, atoms)),
                )
                if expected is None:
                    assert found.certificate is None and found.ap_f1 == found.ts_recall == 0
                    continue
                assert list(kernel_worlds.cells(world, found.certificate)) == sorted(expected)
                gold = {literal(world, cell) for cell in expected}
                assert found.ap_f1 == float(f1(gold, atoms))
                assert found.ap_precision == (len(gold & atoms) / len(atoms) if atoms else 0)
                assert found.ap_recall == (len(gold & atoms) / len(gold) if gold else 0)
                steps = {step for step, _ in expected}
                assert found.ts_f1 == float(f1(steps, {atom[0] for atom in atoms}))


def test_members_of_a_huge_set_match_themselves():
    world = kernel_worlds.product(0, "hard", states=(5, 5), inputs=(3, 3), length=(60, 60))
    sampler, rng = Sampler(world, 8), random.Random(0)
    for _ in range(3):
        flips = sampler.draw(rng.randrange)
        atoms = {literal(world, cell) for cell in kernel_worlds.cells(world, flips)}
        found = best_match(world, 8, given(world, atoms))
        assert found.certificate == flips and found.ap_f1 == found.ts_f1 == 1
        less = atoms - {min(atoms)}
        near = best_match(world, 8, given(world, less))
        assert check(world, near.certificate).valid
        assert near.ap_f1 >= 2 * len(less) / (len(less) + len(atoms))


def test_beyond_the_bound_it_is_undecided():
    world = kernel_worlds.product(0, "hard", states=(5, 5), inputs=(3, 3), length=(40, 40))
    assert best_match(world, 5, Settings(1), bound=1000) is None


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
def test_count_cheapest_and_best_match_keep_to_a_budget_of_settings(kind):
    bound = 0
    for seed in range(sampled(20, of=50)):
        world = kernel_worlds.product(seed, kind, inputs=(2, 2), length=(1, 4))
        sufficient, rng = kernel_worlds.sufficient_sets(world), random.Random(seed)
        for budget, settings in ((1, 1), (2, 2), (2, 3), (world.horizon, 1), (world.horizon, 3)):
            valid = {
                one for one in kernel_worlds.valid_sets(world, sufficient, budget) if len(one) <= settings
            }
            counted = count(world, budget, settings=settings).by_timesteps
            sizes = [len({step for step, _ in one}) for one in valid]
            assert counted == tuple(sizes.count(k) for k in range(min(budget, world.horizon) + 1)), seed
            allowed = [kernel_worlds.rank(one) for one in sufficient if len(one) <= settings]
            allowed = [one for one in allowed if one[0] <= budget]
            best = cheapest(world, budget, settings)
            assert (None if best is None else list(kernel_worlds.cells(world, best))) == (
                min(allowed)[2] if allowed else None
            ), seed
            assert [
                frozenset(kernel_worlds.cells(world, one)) for one in Enumeration(world, budget, settings)
            ] == sorted(valid, key=kernel_worlds.rank)
            for atoms in submissions(world, valid, rng):
                expected = by_definition(world, valid, atoms)
                found = best_match(world, budget, given(world, atoms), settings=settings).certificate
                assert (None if found is None else list(kernel_worlds.cells(world, found))) == (
                    None if expected is None else sorted(expected)
                ), (seed, atoms)
            bound += len(valid) < len(kernel_worlds.valid_sets(world, sufficient, budget))
    assert bound > sampled(2, of=10), "the budget of settings binds"
