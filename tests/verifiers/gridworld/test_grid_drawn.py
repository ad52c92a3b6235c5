"""Plans as the question's seed draws: against play of every sequence, certified, forgeries refused."""

import itertools

import pytest
from msgspec.structs import replace
from testkit.grid_cells import cell
from testkit.grid_questions import goal, question
from testkit.small_worlds import FLY, WALK, program

from certwright.domains.gridworld.actions import Action, click
from certwright.domains.gridworld.frames import agrees
from certwright.domains.gridworld.machine import Machine
from certwright.instances.records import Certificate
from certwright.verifiers.checking import check
from certwright.verifiers.gridworld.drawn import layers, shortest_drawn
from certwright.verifiers.label import label

KEYS = [Action(name) for name in ("noop", "left", "right", "up", "down")]
EVERY = [*KEYS, *(click(x, y) for x in range(4) for y in range(4))]
LONGEST = 3


def played(world, seed, actions):
    machine = Machine(world, seed)
    for action in actions:
        machine.step(action)
    return machine.frame()


def by_hand(world, seed, wanted):
    """The least number of steps, and of actions in so many, among all sequences of up to three steps."""
    for steps in range(1, LONGEST + 1):
        shows = [
            sum(action.name != "noop" for action in actions)
            for actions in itertools.product(EVERY, repeat=steps)
            if agrees(played(world, seed, actions), wanted)
        ]
        if shows:
            return steps, min(shows)
    return None


@pytest.mark.parametrize("seed", [1, 7, 40])
def test_plans_are_the_shortest_that_the_seed_draws(seed):
    fly = program(FLY)
    for x, y in ((0, 1), (2, 2), (1, 3)):
        wanted = cell(x, y)
        plan = shortest_drawn(fly, wanted, seed, limit=500)
        if plan is not None:
            assert shortest_drawn(fly, wanted, seed, limit=plan.states) == plan
            assert shortest_drawn(fly, wanted, seed, limit=plan.states - 1) is None
        assert plan is None or agrees(played(fly, seed, plan.plan), wanted)
        least = by_hand(fly, seed, wanted)
        if least is None:
            assert plan is None or len(plan.plan) > LONGEST
        else:
            assert (len(plan.plan), plan.actions) == least


def test_what_is_there_at_first_and_what_is_too_far_is_not_planned():
    fly = program(FLY)
    assert shortest_drawn(fly, cell(1, 1), 3, limit=500) is None
    assert shortest_drawn(fly, cell(3, 3, "gold"), 3, limit=500) is None
    assert len(list(layers(fly, 3, limit=4))) < len(list(itertools.islice(layers(fly, 3, limit=500), 4)))


@pytest.fixture(scope="module")
def record():
    """A world of more states than are looked through for policies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("certwright.verifiers.gridworld.planning.POLICY_STATES", 2)
        for seed in range(1, 60):
            found = label(question("planning", FLY, {**goal(4, green=(0, 3)), "rng_seed": seed}))
            if found.truth["kind"] == "goal" and found.truth["steps"] > 2:
                return found
    raise AssertionError("no seed draws the goal")


def test_a_record_of_the_seed_is_certified(record):
    truth = record.truth
    assert truth["scope"] == "seed" and truth["sure"] is None and "probability" not in truth
    assert truth["actions"] == sum(line != "noop" for line in truth["plan"])
    assert record.gold == "\n".join(truth["plan"]) and [one.kind for one in record.certificates] == ["drawn"]
    report = check(record)
    assert report.ok and report.certified == 1 and [one.by for one in report.claims] == ["drawn"]
    assert "as the seed draws" in report.claims[0].sentence


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("field", ["steps", "actions"])
def test_other_figures_are_refused(record, field, by):
    (proof,) = record.certificates
    value = proof.body[field] + by
    forged = replace(
        record,
        truth={**record.truth, field: value},
        certificates=(Certificate("drawn", {**proof.body, field: value}),),
    )
    assert not check(forged).ok
    only = replace(record, certificates=forged.certificates)
    reason = "but the least are" if by > 0 else "the stored plan does not show the goal with"
    assert reason in check(only).failed


@pytest.mark.parametrize(
    ("truth", "named"),
    [
        ({"sure": True}, "truth.sure"),
        ({"sure": False}, "truth.sure"),
        ({"scope": "every-realisation"}, "truth.scope"),
        ({"actions": None}, "truth.actions"),
        ({"plan": None}, "truth.plan"),
        ({"scope": ...}, "drawn: it belongs to a truth of scope seed"),
    ],
    ids=str,
)
def test_truths_of_another_shape_are_refused(record, truth, named):
    stated = {name: value for name, value in {**record.truth, **truth}.items() if value is not ...}
    assert named in check(replace(record, truth=stated)).failed


def test_without_its_certificate_nothing_is_proven(record):
    assert "no certificate proves it" in check(replace(record, certificates=())).failed
    luck = Certificate("luck", {"steps": record.truth["steps"], "states": 50, "probability": "1/3"})
    assert not check(replace(record, certificates=(*record.certificates, luck))).ok


@pytest.mark.parametrize("text", [FLY, WALK], ids=["fly", "walk"])
def test_layers_are_given_as_long_as_the_limit_holds_whole_ones(text):
    every = list(itertools.islice(layers(program(text), 3), 5))
    sizes = [len(layer) for layer in every]
    assert len(sizes) > 2 and sizes[0] == 1
    for many in range(1, len(sizes)):
        held = sum(sizes[: many + 1])
        for limit, given in ((held - 1, many), (held, many + 1)):
            found = list(itertools.islice(layers(program(text), 3, limit=limit), many + 1))
            assert [len(layer) for layer in found] == sizes[:given]
