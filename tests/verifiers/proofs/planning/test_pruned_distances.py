"""Distances in a space without useless actions: what the prover leaves out, and what the checker accepts."""

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testkit.drawn_worlds import world
from testkit.proof_reference import Reference
from testkit.sampling import sampled

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Instance, Prompt
from certwright.verifiers.checking import check
from certwright.verifiers.label import label
from certwright.verifiers.planning import cheapest
from certwright.verifiers.planning.cheapest import idle_facts
from certwright.verifiers.planning.oracle import Effort, Oracle
from certwright.verifiers.planning.world import read_world

DOMAIN = """(define (domain tiles) (:predicates (next ?a ?b) (at ?t) (clear ?t) (red ?t) (blue ?t) (seen ?t))
(:action move :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b) (clear ?b))
 :effect (and (at ?b) (clear ?a) (not (at ?a)) (not (clear ?b))))
(:action red :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b) (clear ?b))
 :effect (and (red ?b) (not (clear ?b))))
(:action blue :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b) (clear ?b))
 :effect (and (blue ?b) (not (clear ?b))))
(:action look :parameters (?a) :precondition (at ?a) :effect (and (seen ?a))))"""
TILES = "abcde"
WAYS = " ".join(f"(next {x} {y}) (next {y} {x})" for x, y in pairwise(TILES))
PROBLEM = f"""(define (problem p) (:domain tiles) (:objects {" ".join(TILES)})
(:init {WAYS} (at c) (clear a) (clear b) (clear d) (clear e)) (:goal (and (red a) (blue b) (blue e))))"""
FEW = Effort(engine="search", small_space=3, bound_nodes=3, large_space=4)
QUESTION = seal(
    Instance(
        id="",
        family="planning",
        task="nexta",
        form="gen",
        domain="tiles",
        world={"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM},
        query={},
        prompt=Prompt(question="?"),
    )
)


def test_what_is_of_no_use() -> None:
    task = Oracle(read_world(QUESTION.world), FEW).task
    wrong = ["(blue a)", "(blue c)", "(blue d)", "(red b)", "(red c)", "(red d)", "(red e)"]
    assert sorted(task.names(idle_facts(task))) == sorted([*wrong, *(f"(seen {tile})" for tile in TILES)])


@pytest.fixture
def labelled(monkeypatch: pytest.MonkeyPatch) -> Instance:
    monkeypatch.setattr(cheapest, "FIRST_TRY", 3)
    monkeypatch.setattr(
        cheapest, "_optimal", lambda oracle, bounds: bounds.shortest_plan(oracle.task.init, limit=10**6)
    )
    return label(QUESTION, FEW)


def test_the_space_without_them_proves_the_sides(labelled: Instance) -> None:
    assert labelled.truth == label(QUESTION, Effort(engine="search")).truth
    assert [proof.kind for proof in labelled.certificates] == ["plans", "pruned_distances"]
    assert labelled.certificates[-1].body["states"] < 12_960 // 10, "of all states that are reachable"
    assert labelled.grades is not None
    assert (
        check(labelled).certified
        == labelled.grades.certified
        == len(labelled.truth["closer"]) + len(labelled.truth["not_closer"]) + 1
    )


def changed(instance: Instance, **body: Any) -> Instance:
    *others, last = instance.certificates
    return seal(
        msgspec.structs.replace(
            instance, certificates=(*others, Certificate(last.kind, {**last.body, **body}))
        )
    )


def test_what_is_forged_is_refused(labelled: Instance) -> None:
    body = labelled.certificates[-1].body
    fewer = [fact for fact in body["without"] if fact != "(blue a)"]
    refusals = {
        check(changed(labelled, states=body["states"] - 1)).failed,
        check(changed(labelled, h=body["h"] + 1)).failed,
        check(changed(labelled, without=fewer)).failed,
        check(changed(labelled, without=[*body["without"], "(red a)"])).failed,
        check(changed(labelled, without=[*body["without"], "(at c)"])).failed,
        check(changed(labelled, without=[*body["without"], "(at z)"])).failed,
    }
    name, h, states = "pruned_distances", body["h"], body["states"]
    assert refusals == {
        f"{name}: more than the stated {states - 1} states are reachable",
        f"{name}: h* = {h + 1} is stated, {h} is right",
        f"{name}: more than the stated {states} states are reachable",
        f"{name}: (red b a), which adds (red a), may be of use",
        f"{name}: (at c) holds in the initial state",
        f"{name}: (at z) lies outside the delete-relaxed closure",
    }


def restricted(reference: Reference, without: set[str]) -> tuple[int, dict[Any, int]]:
    """The size of the space without actions that make one of some facts true, and its distances."""
    states, entering = [reference.init], {reference.init: set[Any]()}
    for state in states:
        for name in reference.applicable(state):
            after = reference.apply(state, name)
            if not (reference.complete(after) - reference.complete(state)) & without:
                if after not in entering:
                    entering[after] = set()
                    states.append(after)
                entering[after].add(state)
    distance = {state: 0 for state in states if reference.is_goal(state)}
    waiting = list(distance)
    for state in waiting:
        for before in entering[state]:
            if before not in distance:
                distance[before] = distance[state] + 1
                waiting.append(before)
    return len(states), distance


@settings(deadline=None, max_examples=sampled(150, of=400))
@given(st.integers(0, 10_000), st.booleans(), st.integers(0, 5))
def test_what_is_accepted_is_true(seed: int, negation: bool, draw: int) -> None:
    reference, rng = Reference(*world(seed, negation)), random.Random(f"{seed} {draw}")
    facts, _, complements = reference.closure
    false = sorted({*facts, *complements} - reference.complete(reference.init))
    without = {fact for fact in false if rng.random() < 0.4}
    states, distance = restricted(reference, without)
    h = distance.get(reference.init)
    if reference.distance.get(reference.init) == 0 or not h:
        return
    now = reference.applicable(reference.init)
    closer = [name for name in now if distance.get(reference.apply(reference.init, name)) == h - 1]
    truth = {
        "kind": "next_action",
        "h": h,
        "closer": closer,
        "not_closer": [name for name in now if name not in closer],
        "undecided": [],
    }
    body = {"states": states, "h": h, "without": sorted(without)}
    proofs = [Certificate("pruned_distances", body)]
    made = reference.instance("nexta", "gen", {}, truth, proofs, len(now) + 1, gold=closer[0])
    if check(made).ok:
        assert made.truth == reference.nexta().truth
