"""Random tiny worlds written as PDDL: brute-force truth is accepted, and what is accepted is true."""

import random
import re
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testkit import proof_reference, proof_worlds
from testkit.drawn_worlds import OBJECTS, world
from testkit.sampling import sampled

from certwright.instances.canonical import seal
from certwright.instances.records import Instance
from certwright.verifiers import checking
from certwright.verifiers.checking import check
from certwright.verifiers.proofs import core
from certwright.verifiers.proofs.pddl import read_domain, read_problem
from certwright.verifiers.proofs.planning.estimate import Estimate
from certwright.verifiers.proofs.planning.model import build
from certwright.verifiers.proofs.planning.symmetry import Symmetry, interchangeable
from certwright.verifiers.proofs.planning.world import World


def lifted(domain: str, problem: str) -> World:
    return World(read_problem(problem, read_domain(domain)))


@lru_cache(maxsize=500)
def labelled(seed: int, negation: bool) -> dict[str, Instance]:
    """Every question about the state of a random world, with its brute-force truth and proofs."""
    reference = proof_reference.Reference(*world(seed, negation))
    rng = random.Random(seed)
    small = len(reference.closure[0]) + len(reference.closure[2]) <= 9
    ways = ["invariant", "exploration"] if small else ["exploration"]
    made = {
        "app": reference.app(),
        "val": reference.val([rng.choice(sorted(reference.actions)) for _ in range(4)]),
    }
    for name in reference.applicable(reference.init)[:2]:
        made[f"prog {name}"] = reference.prog(name)
    for by in ways:
        for task in ("reach", "areach"):
            for listed in ("reachable", "unreachable"):
                made[f"{task} {listed} {by}"] = reference.closed_world(task, listed, by)
    if reference.init in reference.distance:
        made.update({f"land {by}": reference.land(by) for by in ways})
        plan = reference.plan_from(reference.init)
        if plan:
            made.update({f"nexta {by}": reference.nexta(by) for by in ("lower_bound", "distances")})
            made["just"] = reference.just(plan)
    else:
        made.update({f"unsolvable {by}": reference.unsolvable(by) for by in ways})
    return {
        name: instance for name, instance in made.items() if instance.truth.get("index", 0) not in (None, 4)
    }


seeds = st.integers(0, 10_000)


@settings(deadline=None, max_examples=sampled(25, of=40))
@given(seeds, st.booleans())
def test_brute_force_labels_are_accepted(seed, negation):
    for name, instance in labelled(seed, negation).items():
        report = check(instance)
        assert report.ok, (name, report.failed)
        assert report.certified == instance.grades.certified


def disturb(value: Any, rng: random.Random) -> Any:
    """One random change somewhere in JSON data."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: disturb(value[key], rng)}
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        change = rng.randrange(4)
        if change == 0:
            return value[:place] + value[place + 1 :]
        if change == 1:
            other = rng.randrange(len(value))
            return [
                value[other] if k == place else value[place] if k == other else v for k, v in enumerate(value)
            ]
        return [disturb(v, rng) if k == place else v for k, v in enumerate(value)]
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None])
    if isinstance(value, int):
        return value + rng.choice([-1, 1])
    if isinstance(value, str):
        facts = [
            *(f"({p} {o})" for p in "pq" for o in OBJECTS),
            "(r)",
            "(a0 a)",
            "(a1 a b)",
            "reachable",
            "unreachable",
        ]
        return rng.choice(facts)
    return [rng.choice(["(p a)", "(q b)", 0, []])]


def another_atom(problem: str, rng: random.Random) -> str:
    """The problem with one ground atom of its initial state or goal exchanged for another one or dropped."""
    atoms = list(re.finditer(r"\((?:[pq] [abc]|r)\)", problem))
    place = rng.choice(atoms)
    other = rng.choice([*(f"({p} {o})" for p in "pq" for o in OBJECTS), "(r)", ""])
    return problem[: place.start()] + other + problem[place.end() :]


def sides(instance: Instance) -> dict[str, Any]:
    """What a truth record says, in a form in which equivalent records are equal."""
    truth = instance.truth
    if truth["kind"] != "closed_world":
        return truth
    world = proof_reference.Reference(instance.world["domain"], instance.world["problem"])
    legal = world.legal_facts if instance.task == "reach" else world.actions
    listed = set(truth["items"]) if truth["listed"] == "reachable" else set(legal) - set(truth["items"])
    return {"reachable": listed, "none": truth["none"]}


@settings(deadline=None, max_examples=sampled(80, of=150))
@given(seeds, st.booleans(), st.randoms(use_true_random=False))
def test_what_is_accepted_is_true(seed, negation, rng):
    questions = labelled(seed % 300, negation)
    good = questions[rng.choice(sorted(questions))]
    record = msgspec.json.decode(msgspec.json.encode(good))
    for _ in range(rng.randint(1, 3)):
        part = rng.choice(["truth", "certificates", "certificates", "world", "world"])
        if part == "world":
            record["world"]["problem"] = another_atom(record["world"]["problem"], rng)
        else:
            record[part] = disturb(record[part], rng)
    try:
        instance = seal(msgspec.convert(record, Instance))
    except msgspec.ValidationError:
        return
    if not check(instance).ok:
        return
    reference = proof_reference.Reference(instance.world["domain"], instance.world["problem"])
    assert sides(instance) == sides(relabelled(reference, good))


def relabelled(reference: Any, good: Instance) -> Instance:
    """The right label of the same kind of question about a world."""
    if good.truth["kind"] == "degenerate":
        return good if reference.init not in reference.distance else reference.nexta()
    if good.task in ("reach", "areach"):
        return reference.closed_world(good.task, good.truth["listed"], "exploration")
    query = list(good.query.values())
    return getattr(reference, good.task)(*query)


@settings(deadline=None, max_examples=sampled(30, of=60))
@given(seeds, st.booleans())
def test_the_estimate_is_admissible_and_finds_dead_ends_of_the_relaxation(seed, negation):
    text = world(seed, negation)
    model, reference = build(lifted(*text)), proof_reference.Reference(*text)
    if model.goal is None:
        return
    estimate = Estimate(model, model.moves)
    for state in reference.states:
        mask = sum(1 << model.bit[fact] for fact in reference.complete(state))
        distance = reference.distance.get(state)
        if distance is not None:
            assert not estimate.exceeds(mask, distance)
            assert distance == 0 or estimate.exceeds(mask, 0)


def test_the_compiled_estimate_is_the_plain_one(monkeypatch):
    text = proof_worlds.ferry(3, [0, 1, 2, 0], [1, 2, 0, 2])
    model, reference = build(lifted(*text)), proof_reference.Reference(*text)
    monkeypatch.setattr(core, "installed", None)
    plain = Estimate(model, model.moves)
    masks = [sum(1 << model.bit[fact] for fact in state) for state in reference.states[:120]]
    expected = [[plain.exceeds(mask, limit) for limit in range(0, 16, 3)] for mask in masks]
    monkeypatch.setattr(core, "installed", checking._Installed())
    monkeypatch.setattr(checking, "COMPILE_AFTER", 0)
    fast = Estimate(model, model.moves)
    assert [[fast.exceeds(mask, limit) for limit in range(0, 16, 3)] for mask in masks] == expected
    close = sum(not a or b for row in expected for a, b in zip(row[1:], row[:-1], strict=True))
    assert close == len(masks) * 5


def test_interchangeable_objects():
    ferry = lifted(*proof_worlds.ferry(3, [0, 0, 1, 2], [1, 1, 1, 2]))
    assert interchangeable(ferry) == [["c0", "c1", "c2"]]
    assert interchangeable(lifted(*proof_worlds.ROOMS)) == []
    assert interchangeable(lifted(*proof_worlds.ferry(3, [0, 0], [2, 2]))) == [["c0", "c1"], ["l0", "l1"]]


BLOCKS = (
    proof_worlds.BLOCKS,
    """(define (problem p) (:domain blocks) (:objects a b c d)
  (:init (ontable a) (on b a) (on c b) (clear c) (ontable d) (clear d) (handempty))
  (:goal (and (clear a) (ontable d))))""",
)


@pytest.mark.parametrize(
    "text",
    [
        proof_worlds.ferry(3, [0, 0, 1], [1, 1, 1]),
        proof_worlds.ferry(3, [0, 0], [2, 2]),
        BLOCKS,
    ],
    ids=["cars", "places", "blocks"],
)
def test_states_with_one_key_are_equally_far_from_the_goal(text):
    domain, problem = text
    reference = proof_reference.Reference(domain, problem)
    model = build(lifted(domain, problem))
    symmetry = Symmetry(lifted(domain, problem), model)
    found: dict[Any, set[int | None]] = {}
    for state in reference.states:
        mask = sum(1 << model.bit[fact] for fact in state)
        found.setdefault(symmetry.key(mask), set()).add(reference.distance.get(state))
    assert all(len(distances) == 1 for distances in found.values())
    assert len(found) < len(reference.states)
