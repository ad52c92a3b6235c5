"""Subset-minimality, enumeration and sampling against the definitions on small random products."""

import random
from collections import Counter
from itertools import islice

import pytest
from testkit import kernel_worlds

from certwright.instances.errors import LimitError, WorldError
from certwright.verifiers.reactive.cells import cost
from certwright.verifiers.reactive.certificates import Enumeration, Sampler, count
from certwright.verifiers.reactive.check import check, smaller

SEEDS = range(150)


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
def test_smaller_is_the_definition(kind):
    for seed in SEEDS:
        world = kernel_worlds.product(seed, kind)
        sufficient = kernel_worlds.sufficient_sets(world)
        for chosen in kernel_worlds.subsets(kernel_worlds.all_cells(world)):
            inside = [other for other in sufficient if other < set(chosen)]
            found = smaller(world, kernel_worlds.flips(world, chosen))
            assert (found is None) == (not inside)
            if found is not None:
                assert frozenset(kernel_worlds.cells(world, found)) in inside
                assert (
                    kernel_worlds.rank(kernel_worlds.cells(world, found))[:2]
                    == min(map(kernel_worlds.rank, inside))[:2]
                )


def test_smaller_looks_after_the_horizon():
    world = kernel_worlds.product(3, "hard", length=(4, 4))
    late = 1 << world.horizon * world.inputs
    if check(world, 1).sufficient:
        assert smaller(world, 1 | late) == 1
    assert smaller(world, late << 2 * world.inputs) == (0 if check(world, 0).sufficient else None)


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
def test_enumeration_is_the_definition_in_order(kind):
    for seed in SEEDS:
        world = kernel_worlds.product(seed, kind)
        sufficient = kernel_worlds.sufficient_sets(world)
        for budget in range(world.horizon + 1):
            expected = sorted(kernel_worlds.valid_sets(world, sufficient, budget), key=kernel_worlds.rank)
            found, complete = Enumeration(world, budget).first(10**6)
            assert complete and [frozenset(kernel_worlds.cells(world, flips)) for flips in found] == expected
            if expected:
                cap = len(expected) // 2
                assert Enumeration(world, budget).first(cap) == (found[:cap], False)
                assert Enumeration(world, budget).first(len(found)) == (found, True)


def test_the_first_of_very_many_come_at_once():
    world = kernel_worlds.product(5, "hard", states=(5, 5), inputs=(3, 3), length=(300, 300))
    assert count(world, 12).count > 10**9
    first = list(islice(Enumeration(world, 12), 200))
    assert len(set(first)) == 200 and all(check(world, flips).valid for flips in first)


@pytest.mark.parametrize("kind", kernel_worlds.KINDS)
def test_samples_are_members_and_every_rank_is_another(kind):
    for seed in SEEDS:
        world = kernel_worlds.product(seed, kind)
        for budget in (0, 1, world.horizon):
            found, _ = Enumeration(world, budget).first(10**6)
            sampler = Sampler(world, budget)
            assert sampler.count == len(found)
            ranks = range(sampler.count)
            drawn = [sampler.draw(lambda _, rank=rank: rank) for rank in ranks]
            assert set(drawn) == set(found) and len(drawn) == len(set(drawn))


def test_draws_are_uniform():
    """Chi-square at 1 in 10,000 over the certificates of one product."""
    world = kernel_worlds.product(7, "hard", states=(4, 4), inputs=(2, 2), length=(6, 6))
    sampler, rng = Sampler(world, 3), random.Random(1)
    size, draws = sampler.count, 200 * sampler.count
    assert 10 < size < 200
    seen = Counter(sampler.draw(rng.randrange) for _ in range(draws))
    expected = draws / size
    statistic = sum(
        (seen[flips] - expected) ** 2 / expected for flips in Enumeration(world, 3).first(size)[0]
    )
    assert len(seen) == size and statistic < size - 1 + 4 * (2 * (size - 1)) ** 0.5


def test_draws_from_a_huge_set_are_valid():
    world = kernel_worlds.product(0, "hard", states=(5, 5), inputs=(3, 3), length=(80, 80))
    sampler, rng = Sampler(world, 10), random.Random(0)
    assert sampler.count == count(world, 10).count > 10**6
    for _ in range(200):
        flips = sampler.draw(rng.randrange)
        assert check(world, flips).valid and cost(flips, world.inputs)[0] <= 10


def test_faults():
    world = kernel_worlds.product(8, "window", states=(4, 4), inputs=(2, 2), length=(6, 6))
    with pytest.raises(WorldError, match="no valid certificate"):
        Sampler(world, -1).draw(lambda _: 0)
    with pytest.raises(LimitError):
        Sampler(world, 3, limit=10)
    with pytest.raises(LimitError):
        Enumeration(world, 3, limit=10).first(10)
