"""check, count and cheapest against the definitions, on every flip set of small random products."""

import random
import sys
from importlib import import_module
from pathlib import Path

import pytest

from certwright.domains.reactive.effect import OutputEffect
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.product import Product
from certwright.instances.errors import LimitError, WorldError
from certwright.verifiers.reactive.cheapest import cheapest, distances
from certwright.verifiers.reactive.check import cells, check, flips_of
from certwright.verifiers.reactive.count import count

sys.path.append(str(Path(__file__).parent))
W = import_module("kernel_worlds")
SEEDS = range(200)
LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))


@pytest.mark.parametrize("kind", W.KINDS)
def test_check_is_the_definition(kind):
    for seed in SEEDS:
        world = W.product(seed, kind)
        for chosen in W.subsets(W.all_cells(world)):
            found = check(world, W.flips(chosen))
            assert found.sufficient == W.happens(world, chosen)
            assert set(found.removable) == {c for c in chosen if W.happens(world, set(chosen) - {c})}
            assert found.min1 == (not found.removable) and found.valid == (found.min1 and found.sufficient)


@pytest.mark.parametrize("kind", W.KINDS)
def test_check_on_long_traces(kind):
    for seed in range(40):
        world = W.product(seed, kind, inputs=(1, 3), length=(30, 60))
        rng = random.Random(seed)
        for _ in range(10):
            chosen = rng.sample(W.all_cells(world), rng.randint(0, min(12, len(W.all_cells(world)))))
            found = check(world, W.flips(chosen))
            assert found.sufficient == W.happens(world, chosen)
            assert set(found.removable) == {c for c in chosen if W.happens(world, set(chosen) - {c})}


@pytest.mark.parametrize("kind", W.KINDS)
def test_count_is_the_definition(kind):
    for seed in SEEDS:
        world = W.product(seed, kind)
        sufficient = W.sufficient_sets(world)
        for budget in range(world.horizon + 2):
            valid = W.valid_sets(world, sufficient, budget)
            found = count(world, budget)
            assert found.count == len(valid)
            for steps, number in enumerate(found.by_timesteps):
                assert number == sum(len({step for step, _ in chosen}) == steps for chosen in valid)
            minimal = W.minimal_sets(sufficient, budget)
            assert count(world, budget, subset_minimal=True).count == len(minimal)


@pytest.mark.parametrize("kind", W.KINDS)
def test_cheapest_is_the_first_in_order(kind):
    for seed in SEEDS:
        world = W.product(seed, kind)
        sufficient = W.sufficient_sets(world)
        found = cheapest(world)
        assert (found is None) == (not sufficient)
        if found is not None:
            assert sorted(cells(found)) == min(map(W.rank, sufficient))[2]
            steps = len(found)
            assert cheapest(world, steps) == found
            assert steps == 0 or cheapest(world, steps - 1) is None
            assert distances(world).cost(0, 0) == (steps, len(cells(found)))


@pytest.mark.parametrize("kind", W.KINDS)
def test_flips_after_the_horizon_change_nothing(kind):
    for seed in SEEDS:
        world = W.product(seed, kind)
        late = ((world.horizon, 1), (world.horizon + 3, 1))
        for chosen in W.subsets(W.all_cells(world)[:4]):
            before, after = check(world, W.flips(chosen)), check(world, (*W.flips(chosen), *late))
            assert after.sufficient == before.sufficient
            assert after.removable == before.removable + (cells(late) if before.sufficient else ())


def test_a_step_after_the_horizon_can_always_be_left_out():
    world = Product.of(LATCH, (0, 0, 0, 0), OutputEffect("o", at=1))
    found = check(world, ((1, 1), (3, 1)))
    assert found.sufficient and found.removable == ((3, 0),)
    assert check(world, ((2, 1),)).min1, "without the effect nothing is removable"


def test_the_empty_certificate_is_valid_where_the_effect_holds():
    held = Product.of(LATCH, (1, 0), OutputEffect("o", at=1))
    assert check(held, ()).valid and cheapest(held) == () and count(held, 0).count == 1
    missed = Product.of(LATCH, (0, 0), OutputEffect("o", at=1))
    assert not check(missed, ()).sufficient and check(missed, ()).min1 and count(missed, 0).count == 0


def test_faults():
    world = Product.of(LATCH, (0, 0), OutputEffect("o", at=1))
    for wrong in (((0, 2),), ((0, 0),), ((1, 1), (0, 1)), ((-1, 1),), ((0, 1), (0, 1))):
        with pytest.raises(WorldError, match="flips are by step"):
            check(world, wrong)
    with pytest.raises(LimitError, match="more than 3 transitions"):
        count(world, 2, limit=3)
    assert flips_of([(1, 0), (0, 2), (1, 1)]) == ((0, 4), (1, 3))
    assert count(world, -1).count == 0
