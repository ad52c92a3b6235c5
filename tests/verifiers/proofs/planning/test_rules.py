"""Which actions a certificate may leave out: none that adds what a goal or a precondition asks for."""

import pytest
from msgspec.structs import replace

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Instance, Prompt
from certwright.verifiers.checking import check
from certwright.verifiers.label import label

DOMAIN = """(define (domain lamp) (:predicates (lit) (warm) (clean) (seen) (dark))
(:action light :parameters () :precondition (and) :effect (and (lit) (warm)))
(:action sweep :parameters () :precondition (and) :effect (clean))
(:action look :parameters () :precondition (lit) :effect (seen)))"""
PROBLEM = "(define (problem p) (:domain lamp) (:init (dark)) (:goal (and (seen) (warm))))"


@pytest.fixture(scope="module")
def labelled():
    return label(
        seal(
            Instance(
                id="", family="planning", task="nexta", form="gen", domain="lamp",
                world={"kind": "pddl", "domain": DOMAIN, "problem": PROBLEM},
                query={}, prompt=Prompt(question="?"),
            )
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("without", "states", "failed"),
    [
        (["(clean)"], 3, None),
        ([], 6, None),
        (["(warm)"], 4, "pruned_distances: (light), which adds (warm), may be of use"),
        (["(lit)"], 4, "pruned_distances: (light), which adds (lit), may be of use"),
        (["(seen)"], 4, "pruned_distances: (look), which adds (seen), may be of use"),
        (["(clean)", "(warm)"], 2, "pruned_distances: (light), which adds (warm), may be of use"),
        (["(dark)"], 4, "pruned_distances: (dark) lies outside the delete-relaxed closure"),
        (["(fly)"], 4, "pruned_distances: (fly) lies outside the delete-relaxed closure"),
    ],
)
def test_what_may_be_of_use_is_not_left_out(labelled, without, states, failed):
    plans, *_ = labelled.certificates
    proof = Certificate("pruned_distances", {"states": states, "h": 2, "without": without})
    assert check(replace(labelled, certificates=(plans, proof))).failed == failed
