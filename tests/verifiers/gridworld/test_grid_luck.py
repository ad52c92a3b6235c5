"""What luck allows: steps and odds against brute force over draws, records of it and their forgeries."""

import itertools
from fractions import Fraction

import pytest
from msgspec.structs import replace
from testkit.grid_cells import cell
from testkit.grid_questions import goal, question
from testkit.small_worlds import FLY, program

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.frames import agrees
from certwright.domains.gridworld.machine import Machine
from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades
from certwright.verifiers.checking import check
from certwright.verifiers.gridworld.drawn import drawn_layers, lucky, probability
from certwright.verifiers.gridworld.space import explore
from certwright.verifiers.label import label
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine as PlainMachine
from certwright.verifiers.proofs.gridworld.rules import STEPS
from certwright.verifiers.proofs.gridworld.world import World
from certwright.verifiers.search.grid_states import state_key

WALKS = [Action(name) for name in ("noop", "down", "left")]


def plain(world):
    return World(PlainMachine(world.text), world.text)


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
        assert probability(program(FLY), actions, cell(x, y), 0) == wanted
        assert plain(program(FLY)).odds(0, list(map(str, actions)), cell(x, y), 1000) == wanted


@pytest.mark.parametrize("seed", range(1, 30, 4))
def test_a_lucky_plan_is_shortest_and_works_as_the_seed_draws(seed):
    fly = program(FLY)
    space = explore(fly, seed)
    for x, y in itertools.product(range(3), (2, 3)):
        found = lucky(fly, space, cell(x, y), seed)
        # the column is drawn anew in each step that is not "down"; it may stay as it is
        fewest = plain(fly).least(seed, cell(x, y), STEPS, 50, 1000, chance=True)
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
            assert state_key(machine) == space.keys[place.state]
            assert len(place.way) == depth == space.depths[place.state]


@pytest.fixture(scope="module")
def record():
    for seed in range(1, 60):
        asked = question("planning", FLY, {**goal(4, green=(0, 3)), "rng_seed": seed})
        found = label(asked)
        if "probability" in found.truth:
            return found
    raise AssertionError("no seed draws the goal")


def test_a_record_of_luck_is_certified(record):
    assert record.truth["sure"] is False and record.truth["steps"] == 3
    assert record.truth["probability"] == "1/3" and record.truth["actions"] is None
    report = check(record)
    assert report.ok and report.certified == record.grades.certified == 2
    assert [one.by for one in report.claims] == ["luck", "policy"]
    depths = explore(program(FLY), 0).depths
    met = sum(depth < 3 for depth in depths), sum(depth == 3 for depth in depths)
    luck, policy = (proof.body for proof in record.certificates)
    assert min(met) > 0 and luck["states"] == record.difficulty["states"] == sum(met)
    assert policy == {"steps": None, "states": len(depths)}


def body(record, **changes):
    proof, hopeless = record.certificates
    return Certificate(proof.kind, {**proof.body, **changes}), hopeless


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


SAFE = """(program (= GRID_SIZE 4) (object Dot (Cell 0 0 "red")) (object Fly (Cell 0 0 "green"))
  (= dot (initnext (Dot (Position 0 0)) (prev dot)))
  (= fly (initnext (Fly (Position 1 2)) (Fly (Position (uniformChoice (list 1 2)) 2))))
  (on right (= dot (moveRightNoCollision dot))))"""


def relabelled(record, proofs=None, **changes):
    truth = {name: value for name, value in {**record.truth, **changes}.items() if value is not ...}
    proofs = record.certificates if proofs is None else proofs
    return replace(record, truth=truth, certificates=tuple(proofs), grades=Grades(certified=len(proofs)))


def test_a_plan_that_succeeds_with_probability_one_is_sure():
    policy = label(question("planning", SAFE, goal(4, red=(3, 0))))
    assert policy.truth["sure"] is True and policy.truth["plan"] is None
    plan = ["right"] * 3
    luck = Certificate("luck", {"steps": 3, "states": 8, "probability": "1"})
    sure = replace(relabelled(policy, [luck], plan=plan), gold="\n".join(plan))
    assert check(sure).ok
    for said in (False, None):
        refused = check(relabelled(sure, sure=said, probability="1")).failed
        assert "a plan that succeeds with probability 1 is sure" in refused
        assert "plan and its probability" in check(relabelled(sure, sure=said)).failed


@pytest.mark.parametrize("said", [False, None])
def test_a_world_without_chance_is_not_one_of_luck(said):
    certain = SAFE.replace("(uniformChoice (list 1 2))", "1")
    plan = label(question("planning", certain, goal(4, red=(3, 0))))
    assert plan.truth["sure"] is True and check(plan).ok
    luck = Certificate("luck", {"steps": 3, "states": 500, "probability": "1"})
    forged = relabelled(plan, [luck], sure=said, actions=None, probability="1")
    assert "a plan that succeeds with probability 1 is sure" in check(forged).failed
    hopeless = Certificate("policy", {"steps": None, "states": 500})
    assert "the least number is 3" in check(relabelled(plan, [luck, hopeless], sure=said)).failed


def test_sure_is_false_with_a_proof_and_unknown_without(record):
    luck, hopeless = record.certificates
    assert check(relabelled(record, [luck], sure=None)).ok
    unproven = replace(relabelled(record, [luck]), grades=Grades(certified=2))
    assert "whatever is drawn: no certificate proves it" in check(unproven).failed
    assert "said to be unknown" in check(relabelled(record, sure=None)).failed
    assert "which is no policy" in check(relabelled(record, sure=True, probability=...)).failed
    certain = relabelled(record, [luck], sure=True, probability=...)
    assert check(certain).failed == "truth.sure: the plan succeeds with probability 1/3"
    policy = Certificate("policy", {**hopeless.body, "steps": 3})
    assert "the least number is None" in check(relabelled(record, [luck, policy])).failed


def test_a_budget_below_the_optimum_is_refused(record):
    short = seal(replace(record, query={**record.query, "budget": 2}))
    assert check(short).failed == "query.budget: 3 steps are more than the question allows"
