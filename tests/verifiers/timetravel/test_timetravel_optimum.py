"""The six optima, by three searches; distances, regret and dead ends; the checker and what it refuses."""

import time

import msgspec
import pytest

from certwright.domains.timetravel.kernel import World
from certwright.domains.timetravel.level import NAMES, of_world, parts, shipped, without
from certwright.instances.canonical import seal
from certwright.instances.errors import LimitError, NameUnknownError
from certwright.verifiers.checking import check
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.label import label
from certwright.verifiers.timetravel import second
from certwright.verifiers.timetravel.level import shipped_instances
from certwright.verifiers.timetravel.optimum import lengths_without, load_bearing, shortest_length, solve
from certwright.verifiers.timetravel.second import agreed, compile_level, fault, look, shortest

LENGTHS = dict(zip(NAMES, (4, 3, 8, 10, 18, 25), strict=True))


@pytest.fixture(scope="module", params=NAMES)
def found(request):
    return solve(World(shipped(request.param)))


def test_the_optimum_is_the_one_in_the_level_and_of_the_benchmark(found):
    name = found.world.level.name
    assert found.length == LENGTHS[name] == found.world.level.about.optimal == len(found.plan)
    assert fault(found.world, found.plan) is None


def test_fast_downward_finds_the_same_length(found):
    answer = shortest(found.world)
    assert isinstance(answer, Refuted) and answer.optimal and answer.cost == found.length
    assert agreed(found)


@pytest.mark.long
def test_both_engines_prove_the_six_optima_in_two_minutes():
    begun = time.perf_counter()
    assert [shortest(World(shipped(name))).cost for name in NAMES] == list(LENGTHS.values())
    assert [solve(World(shipped(name))).length for name in NAMES] == list(LENGTHS.values())
    assert time.perf_counter() - begun < 120


def test_the_compiled_search_finds_the_same_length(found):
    seen = look(found.world, limit=1_000_000)
    assert seen is not None and seen.length == found.length
    assert fault(found.world, seen.plan) is None


def test_distances_are_consistent_with_the_step(found):
    """Bellman's equation at a sample of the states, dead ends included."""
    world, states = found.world, list(found.states)
    for state in states[:: max(1, len(states) // 300)]:
        if world.goal(state):
            assert found.distance(state) == 0 and found.best(state) == []
            continue
        after = [found.after(state, operator) for operator in world.applicable(state)]
        alive = [distance for distance in after if distance is not None]
        assert found.distance(state) == (1 + min(alive) if alive else None)
        assert (found.distance(state) is None) == (not alive)
        regrets = [found.regret(state, operator) for operator in world.applicable(state)]
        if alive:
            assert regrets.count(0) == after.count(min(alive)) == len(found.best(state))
            assert all((one is None) == (d is None) for one, d in zip(regrets, after, strict=True))


def test_the_layers_count_every_state_that_is_not_dead(found):
    assert sum(found.layers) + found.dead_ends == len(found.states)
    assert found.layers[0] == sum(1 for state in found.states if found.world.goal(state))


def test_a_wasted_key_is_a_dead_end():
    found = solve(World(shipped("L04")))
    world, state = found.world, found.world.initial
    for name in (
        "(post brann brass-key quay-past quay-present)",
        "(take ilse brass-key quay-present)",
    ):
        state = world.step(state, world.operator(name)).state
    assert found.distance(state) is not None
    waste = world.operator("(unlock ilse quay-present bank-present brass-key)")
    assert found.regret(state, waste) is None
    assert found.distance(world.step(state, waste).state) is None


def test_decay_makes_the_last_level_ten_steps_longer():
    assert shortest_length(World(without(shipped("L06"), "decay lit"))) == 15


@pytest.mark.parametrize("name", NAMES[1:5])
def test_every_part_of_a_level_matters(name):
    """In L01 and L02 nothing happens in the present: it is there to mislead."""
    lengths = lengths_without(shipped(name))
    assert load_bearing(LENGTHS[name], lengths) == (name != "L02")
    assert not load_bearing(3, {"epoch present": 3})


@pytest.mark.long
def test_the_last_level_is_certified_with_all_its_parts():
    one = label(instance("L06"))
    assert check(one).ok and load_bearing(25, one.truth["without"])


def test_searches_have_bounds():
    world = World(shipped("L05"))
    with pytest.raises(LimitError):
        solve(world, limit=100)
    with pytest.raises(LimitError):
        shortest_length(world, limit=100)
    assert look(world, limit=100) is None


@pytest.mark.parametrize("part", ["rule carving-endures", "epoch past"])
def test_a_level_without_a_needed_part_is_unsolvable_for_all(part):
    world = World(without(shipped("L03"), part))
    assert shortest_length(world) is None and solve(world).length is None
    assert isinstance(shortest(world), Proven)
    assert not compile_level(world).goal_possible or look(world, limit=10_000).length is None


def test_parts_have_names():
    with pytest.raises(NameUnknownError):
        without(shipped("L01"), "rule none")
    assert "decay lit" in parts(shipped("L06"))


# --- labels and the checker


def instance(name):
    return shipped_instances()[NAMES.index(name)]


@pytest.fixture(scope="module")
def labelled():
    return label(instance("L04"))


@pytest.mark.parametrize("name", NAMES[:5])
def test_labels_are_accepted_by_the_checker(name):
    one = label(instance(name))
    report = check(one)
    assert report.ok, report.failed
    assert report.certified == 1 + len(parts(of_world(one.world))) and one.truth["length"] == LENGTHS[name]


def change(one, part, **fields):
    """The instance with other fields in the truth or in the body of one certificate."""
    if part == "truth":
        return msgspec.structs.replace(one, truth={**one.truth, **fields})
    proofs = tuple(
        msgspec.structs.replace(each, body={**each.body, **fields}) if each.kind == part else each
        for each in one.certificates
    )
    return msgspec.structs.replace(one, certificates=proofs)


def lists(one):
    return {each.kind: each.body for each in one.certificates}


FAULTS = {
    "shorter": lambda one: change(one, "truth", length=9),
    "another plan": lambda one: change(one, "truth", plan=one.truth["plan"][:-1]),
    "plan swapped": lambda one: change(one, "plan", actions=one.truth["plan"][::-1]),
    "a step too many": lambda one: change(one, "plan", actions=[one.truth["plan"][0], *one.truth["plan"]]),
    "fewer states": lambda one: change(change(one, "distances", states=61), "truth", states=61),
    "more states": lambda one: change(change(one, "distances", states=63), "truth", states=63),
    "layers": lambda one: change(one, "distances", layers=lists(one)["distances"]["layers"][::-1]),
    "dead ends": lambda one: change(change(one, "distances", dead_ends=0), "truth", dead_ends=0),
    "expiries": lambda one: change(one, "truth", expiries=1),
    "no distances": lambda one: msgspec.structs.replace(one, certificates=one.certificates[:1]),
    "twice": lambda one: msgspec.structs.replace(one, certificates=one.certificates * 2),
    "gold": lambda one: msgspec.structs.replace(one, gold="(walk away)"),
    "a part is kept back": lambda one: change(
        one, "truth", without={k: v for k, v in one.truth["without"].items() if k != "epoch past"}
    ),
    "a part matters less": lambda one: change(
        one, "necessity", without={**one.truth["without"], "lock (open vault-future)": 10}
    ),
    "unknown field": lambda one: change(one, "truth", more=1),
    "not an optimum": lambda one: change(one, "truth", kind="best"),
    "unlabelled": lambda one: msgspec.structs.replace(one, truth=None),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_checker_refuses_what_is_false(labelled, fault):
    assert check(labelled).ok
    report = check(fault(labelled))
    assert not report.ok and report.failed


def test_an_unsolvable_level_is_proven_so():
    world = shipped("L04").world()
    world["problem"] = world["problem"].replace("(fits iron-key strongroom-present)", "")
    one = label(seal(msgspec.structs.replace(instance("L04"), world=world)))
    assert one.truth["length"] is None and one.gold is None and check(one).ok
    assert not check(change(one, "truth", length=3)).ok


PLAN = (
    "(take brann lens yard-past)",
    "(walk brann yard-past quay-past)",
    "(post brann lens quay-past quay-future)",
    "(take noor lens quay-future)",
)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (PLAN, None),
        ((*PLAN, PLAN[0]), "step 4: the level is solved already"),
        (PLAN[:2], "the goal does not hold at the end"),
        ((), "the goal does not hold at the end"),
        (PLAN[1:], "step 1: (post brann lens quay-past quay-future) is not valid"),
    ],
)
def test_where_a_plan_of_the_compilation_fails_in_the_kernel(monkeypatch, plan, said):
    world = World(shipped("L01"))
    assert fault(world, plan) == said
    monkeypatch.setattr(second, "actions", lambda witness: plan)
    answer = Refuted("fd", ("any",), optimal=True)
    monkeypatch.setattr(second.fast_downward, "plan", lambda query, *, search: answer)
    found = shortest(world)
    if said is None:
        assert found == Refuted("fd", plan, optimal=True)
    else:
        assert found == Undecided("fd", Why.OUTPUT, f"its plan does not replay: {said}")
    gone = Undecided("fd", Why.TIME, "late")
    monkeypatch.setattr(second.fast_downward, "plan", lambda query, *, search: gone)
    assert shortest(world) is gone


def test_a_compilation_has_so_many_operators_and_no_more(monkeypatch):
    world = World(shipped("L01"))
    many = len(compile_level(world).operators)
    monkeypatch.setattr(second, "MAX_OPERATORS", many)
    assert len(compile_level(world).operators) == many
    monkeypatch.setattr(second, "MAX_OPERATORS", many - 1)
    with pytest.raises(LimitError) as caught:
        compile_level(world)
    assert str(caught.value) == f"{world.level.name}: more than {many - 1} compiled operators"
