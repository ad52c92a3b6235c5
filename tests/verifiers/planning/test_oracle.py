"""The oracle against brute force: on tiny random worlds truths are complete, right and accepted as proven."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testkit import proof_reference, proof_worlds
from testkit.drawn_worlds import world

from certwright.instances.records import Grade, Instance
from certwright.verifiers.checking import check
from certwright.verifiers.engines.outcome import Undecided, Why
from certwright.verifiers.label import label
from certwright.verifiers.planning import oracle as oracles
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.planning.world import Question

WORLDS = {
    "ferry": proof_worlds.ferry(3, [0, 1, 0], [2, 2, 1]),
    "tower": proof_worlds.TOWER,
    "rooms": proof_worlds.ROOMS,
}


def questions(reference: Any, rng: random.Random) -> list[Instance]:
    """Every generative question about a world, with its brute-force truth."""
    made = [
        reference.app(),
        reference.closed_world("reach", "reachable"),
        reference.closed_world("areach", "reachable"),
    ]
    made += [reference.prog(name) for name in reference.applicable(reference.init)[:2]]
    sequence = reference.val([rng.choice(sorted(reference.actions)) for _ in range(4)])
    if sequence.truth["index"] not in (None, 4):
        made.append(sequence)
    if reference.init in reference.distance:
        made.append(reference.land())
        plan = reference.plan_from(reference.init)
        if plan:
            made += [reference.nexta(), reference.just(plan)]
    else:
        made.append(reference.unsolvable())
    return made


def sides(reference: Any, instance: Instance) -> Any:
    """The truth of a record in a form that does not depend on which side it lists."""
    truth = instance.truth
    assert truth is not None
    if truth["kind"] != "closed_world":
        return truth
    legal = set(reference.legal_facts) if instance.task == "reach" else set(reference.actions)
    items = set(truth["items"])
    reachable = items if truth["listed"] == "reachable" else legal - items
    return sorted(reachable), truth["undecided"], truth["none"]


def agrees(reference: Any, expected: Instance, effort: Effort | None = None) -> None:
    bare = msgspec.structs.replace(expected, truth=None, certificates=(), grades=None, gold=None)
    found = label(bare, effort)
    assert sides(reference, found) == sides(reference, expected), expected.task
    assert found.id == expected.id
    assert found.grades is not None
    report = check(found)
    assert report.ok, (expected.task, report.failed)
    if effort is None:
        assert found.grades.grade is Grade.CERTIFIED, (expected.task, found.grades)
        assert report.certified == found.grades.certified == expected.grades.certified, expected.task


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 100_000), st.booleans())
def test_labels_are_the_brute_force_truth(seed: int, negation: bool) -> None:
    reference = proof_reference.Reference(*world(seed, negation))
    for question in questions(reference, random.Random(seed)):
        agrees(reference, question)


@pytest.mark.parametrize("name", WORLDS)
def test_labels_of_small_benchmark_worlds(name: str) -> None:
    reference = proof_reference.Reference(*WORLDS[name])
    for question in questions(reference, random.Random(name)):
        agrees(reference, question)


@pytest.mark.parametrize("engine", ["search", "fd", "sat", pytest.param("z3", marks=pytest.mark.long)])
def test_every_engine_route_gives_the_same_truth(engine: str) -> None:
    reference = proof_reference.Reference(*WORLDS["tower"])
    for question in questions(reference, random.Random(engine)):
        agrees(reference, question, Effort(engine=engine))


@pytest.mark.parametrize("seed", range(12))
def test_without_exploration_nothing_wrong_is_said(seed: int) -> None:
    """With almost no effort truths may stay open, but what is said is right and proven."""
    reference = proof_reference.Reference(*world(seed))
    effort = Effort("search", 3, 2, 2, 2, 1, 3, 2, 1.0)
    for question in questions(reference, random.Random(seed)):
        bare = msgspec.structs.replace(question, truth=None, certificates=(), grades=None, gold=None)
        found = label(bare, effort)
        report = check(found)
        assert report.ok, (question.task, report.failed)
        if found.truth["kind"] == "closed_world" and not found.truth["undecided"]:
            assert sides(reference, found) == sides(reference, question)


def test_engines_are_asked_by_the_key_of_the_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(oracles, "planner", lambda key: lambda query: asked.append((key, query)))
    made = proof_reference.Reference(*WORLDS["tower"]).app()
    for name in ("auto", "fd", "up:symk"):
        oracle = oracles.Oracle(Question.of(made).world, Effort(engine=name, engine_seconds=7))
        oracle.engine_plan(1, bound=3)
    assert [key for key, _ in asked] == ["fd", "fd", "up:symk"]
    assert all((each.goal, each.bound, each.deadline, each.task) for _, each in asked)
    own = oracles.Oracle(Question.of(made).world, Effort(engine="search"))
    assert own.engine_plan(1) == Undecided("search", Why.GAVE_UP, "no external engine was asked for")
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("engine", "own"), [("auto", True), ("search", True), ("fd", False), ("up:symk", False)]
)
def test_our_own_search_comes_first_unless_an_engine_is_named(engine: str, own: bool) -> None:
    assert Effort(engine=engine).own_search is own
    assert Effort().engine == "auto"


def test_a_complete_exploration_serves_every_limit_and_another_that_is_large_enough() -> None:
    made = proof_reference.Reference(*WORLDS["tower"]).app()
    oracle = oracles.Oracle(Question.of(made).world, Effort())
    part = oracle.explored(4)
    assert not part.complete and oracle.explored(3) is part
    larger = oracle.explored(5)
    assert larger is not part and larger.count == 5
    whole = oracle.explored(10_000)
    assert whole.complete
    assert oracle.explored(3) is whole is oracle.explored(20_000)
