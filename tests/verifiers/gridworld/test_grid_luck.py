"""What luck allows: steps and odds against brute force over draws, records of it and their forgeries."""

import itertools
from fractions import Fraction

import pytest
from msgspec.structs import replace
from small_worlds import FLY, program
from test_grid_proofs import goal, question

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.frames import agrees
from certwright.domains.gridworld.machine import Machine
from certwright.instances.records import Certificate
from certwright.verifiers.checking import check
from certwright.verifiers.gridworld.luck import drawn_layers, lucky, probability
from certwright.verifiers.gridworld.space import explore
from certwright.verifiers.label import label
from certwright.verifiers.proofs.gridworld.luck import odds, possible_steps

WALKS = [Action(name) for name in ("noop", "down", "left")]


def cell(x, y, colour="green"):
    return tuple(tuple(colour if (i, j) == (x, y) else None for i in range(4)) for j in range(4))


def odds_by_hand(actions, x, y):
    """``down`` moves the fly and draws nothing; every other action draws its column out of three."""
    hits = total = 0
    for columns in itertools.product(range(3), repeat=len(actions)):
        at_x, at_y = 1, 1
        for action, column in zip(actions, columns, strict=True):
            at_x, at_y = (at_x, min(3, at_y + 1)) if action.name == "down" else (column, at_y)
        total += 1
        hits += (at_x, at_y) == (x, y)
    return Fraction(hits, total)


@pytest.mark.parametrize(
    "actions", [*itertools.product(WALKS, repeat=3)], ids=lambda one: "-".join(map(str, one))
)
def test_odds_are_those_of_every_draw(actions):
    for x, y in ((0, 1), (2, 3), (1, 2)):
        wanted = odds_by_hand(actions, x, y)
        assert probability(program(FLY), actions, cell(x, y)) == wanted
        assert odds(program(FLY), 0, actions, cell(x, y), 1000) == wanted


@pytest.mark.parametrize("seed", range(1, 30, 4))
def test_a_lucky_plan_is_shortest_and_works_as_the_seed_draws(seed):
    fly = program(FLY)
    space = explore(fly, seed)
    for x, y in itertools.product(range(3), (2, 3)):
        found = lucky(fly, space, cell(x, y), seed)
        # the column is drawn anew in each step that is not "down"; it may stay as it is
        fewest = possible_steps(fly, seed, cell(x, y), 1000)
        assert fewest == (y - 1 if x == 1 else y)
        if found is None:
            continue
        machine = Machine(fly, seed)
        for action in found.plan:
            machine.step(action)
        assert agrees(machine.frame(), cell(x, y)) and len(found.plan) == fewest
        assert 0 < found.probability <= 1
        assert found.probability == probability(fly, found.plan, cell(x, y), seed)


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_layers_hold_what_the_seed_draws_as_early_as_can_be(seed):
    fly = program(FLY)
    space = explore(fly, seed)
    layers = drawn_layers(fly, space, seed, max(space.depths))
    assert sum(map(len, layers)) >= 3
    for depth, layer in enumerate(layers):
        for place in layer:
            machine = Machine(fly, seed)
            for action in place.way:
                machine.step(action)
            assert machine.state_key() == space.keys[place.state]
            assert len(place.way) == depth == space.depths[place.state]


@pytest.fixture(scope="module")
def record():
    for seed in range(1, 60):
        asked = question("planning", FLY, {**goal(4, green=(0, 3)), "rng_seed": seed})
        found = label(asked)
        if found.truth["kind"] == "goal":
            return found
    raise AssertionError("no seed draws the goal")


def test_a_record_of_luck_is_certified(record):
    assert record.truth["sure"] is False and record.truth["steps"] == 3
    assert record.truth["probability"] == "1/3" and record.truth["actions"] is None
    report = check(record)
    assert report.ok and report.certified == record.grades.certified == 1


def body(record, **changes):
    (proof,) = record.certificates
    return (Certificate(proof.kind, {**proof.body, **changes}),)


@pytest.mark.parametrize(
    ("truth", "proof"),
    [
        ({"probability": "1/2"}, {"probability": "1/2"}),
        ({"probability": "1/2"}, {}),
        ({}, {"probability": "2/3"}),
        ({"steps": 4}, {"steps": 4}),
        ({"steps": 2}, {"steps": 2}),
        ({"sure": True}, {}),
        ({"sure": None}, {}),
        ({"actions": 2}, {}),
        ({"plan": ["down", "down", "down"]}, {}),
        ({}, {"states": 0}),
    ],
    ids=str,
)
def test_forged_luck_is_refused(record, truth, proof):
    forged = replace(record, truth={**record.truth, **truth}, certificates=body(record, **proof))
    assert not check(forged).ok


def test_a_longer_plan_under_agreeing_figures_is_refused(record):
    plan = ["noop", *record.truth["plan"]]
    truth = {**record.truth, "steps": 4, "plan": plan}
    forged = replace(record, truth=truth, gold="\n".join(plan), certificates=body(record, steps=4))
    assert not check(forged).ok
